import {
  publicApi as endpoints,
  type PublicSuite,
  type PublicSuiteSummary,
} from '@parley/contract';
import { ApiError } from '../../platform/errors/api-error.ts';
import { found } from '../../platform/errors/found.ts';
import { versionToChange } from '../../platform/http/entity-tags.ts';
import { preparedRoute, type Route, route } from '../../platform/http/http.ts';
import type { Platform } from '../../platform/platform.ts';
import { findProject } from '../projects/projects.ts';
import {
  changeSuite,
  createSuite,
  findSuite,
  type ListedSuiteRow,
  readLinkedBeforehand,
  type SuiteRow,
  sourceShownTo,
} from '../suites/suites.ts';
import { pageSuites } from './page-suites.ts';

export function suitesApiRoutes({ config, pool }: Platform): Route[] {
  const { suiteBytesMax: bytesMax } = config;
  return [
    route(endpoints.readSuites, async ({ scope, query }) => {
      const { projectId, platform, search, tag } = query;
      if (projectId !== undefined) found(await findProject(scope, projectId));
      const page = await pageSuites(scope, { projectId, platform, search, tag }, query);
      return { items: page.rows.map(presentSummary), nextCursor: page.nextCursor };
    }),

    route(endpoints.readSuite, async ({ scope, params }) => {
      const suite = found(await findSuite(scope, params.suiteId));
      return { ...presentSuite(suite), ...(await sourceShownTo(scope, pool, suite)) };
    }),

    preparedRoute(
      endpoints.addSuite,
      ({ scope, body }) => readLinkedBeforehand(pool, scope, body),
      async ({ scope, body }) => presentSuite(await createSuite(scope, { ...body, bytesMax })),
    ),

    preparedRoute(
      endpoints.writeSuite,
      ({ scope, params, body }) =>
        readLinkedBeforehand(pool, scope, { ...params, source: body.source }),
      async ({ scope, params, body, request }) => {
        const version = versionToChange(request.headers);
        if (version !== undefined && (body.version ?? version) !== version)
          throw new ApiError('precondition_failed');
        const change = { ...body, ...(version !== undefined && { version }), bytesMax };
        const changed = changeSuite(scope, params.suiteId, change).catch((error: unknown) => {
          const isOther = version !== undefined && error instanceof ApiError;
          if (isOther && error.code === 'conflict') throw new ApiError('precondition_failed');
          throw error;
        });
        return presentSuite(await changed);
      },
    ),
  ];
}

function presentSummary(row: ListedSuiteRow): PublicSuiteSummary {
  const { id, name, description, projectId, platform, deviceId, testCount, isMonitoring } = row;
  const modifiedAt = row.modifiedAt.toISOString();
  return {
    id,
    name,
    description,
    projectId,
    platform,
    deviceId,
    testCount,
    tags: row.testTags,
    modifiedAt,
    isMonitoring,
  };
}

function presentSuite(row: SuiteRow): PublicSuite {
  return { ...presentSummary(row), source: row.source, version: row.version };
}
