import * as contract from '@parley/contract';
import { ApiError } from '../../platform/api-error.ts';
import { found } from '../../platform/found.ts';
import { type Route, route } from '../../platform/http.ts';
import { newId } from '../../platform/ids.ts';
import type { Platform } from '../../platform/platform.ts';
import { inTransaction } from '../../platform/scope.ts';
import { findOrganization } from '../organizations/organizations.ts';
import { findProject } from '../projects/projects.ts';
import { createSuite } from './create-suite.ts';
import { defaultSource } from './default-source.ts';
import { cloneStem, nameClone } from './name-clone.ts';
import { presentSuite, presentSummary } from './present-suite.ts';
import { readColumns } from './read-source.ts';
import { recount } from './recount.ts';
import {
  countSuites,
  deleteSuite,
  findSuite,
  insertSuite,
  listNamesBeginningWith,
  lockSuite,
  pageSuites,
  type SuiteRow,
  updateSuite,
} from './suites.queries.ts';

const endpoints = contract.suites;

export function suiteRoutes({ config }: Platform): Route[] {
  return [
    route(endpoints.listSuites, async ({ scope, query }) => {
      if (query.projectId) found(await findProject(scope, query.projectId));
      const byName = { ...query, sortField: 'name', sortDirection: 'asc' } as const;
      return (await pageSuites(scope, query, byName)).map(presentSummary);
    }),

    route(endpoints.pageSuites, async ({ scope, query }) => {
      if (query.projectId) found(await findProject(scope, query.projectId));
      const { page, pageSize } = query;
      const total = await countSuites(scope, query);
      const isBeyondEnd = (page - 1) * pageSize >= total;
      const rows = isBeyondEnd ? [] : await pageSuites(scope, query, query);
      return { items: rows.map(presentSummary), pagination: { page, pageSize, total } };
    }),

    route(endpoints.getSuite, async ({ scope, params }) =>
      presentSuite(found(await findSuite(scope, params.suiteId))),
    ),

    route(endpoints.createSuite, async ({ scope, body }) => {
      const source = body.source ?? defaultSource(body.platform, config.demoBotPort);
      return presentSuite(await createSuite(scope, { ...body, source }));
    }),

    route(endpoints.updateSuite, ({ scope, params, body }) => {
      const { version, source, ...change } = body;
      return inTransaction(scope, async (inside) => {
        const before = found(await lockSuite(inside, params.suiteId));
        requireVersion(before, version);
        const columns = source === undefined ? undefined : readColumns(source, before.platform);
        await recount(inside, before, { ...before, ...columns });
        return presentSuite(found(await updateSuite(inside, before.id, { ...change, ...columns })));
      });
    }),

    route(endpoints.renameSuite, async ({ scope, params, body }) =>
      presentSuite(found(await updateSuite(scope, params.suiteId, { name: body.name }))),
    ),

    route(endpoints.moveSuite, ({ scope, params, body }) => {
      const { projectId } = body;
      return inTransaction(scope, async (inside) => {
        const before = found(await lockSuite(inside, params.suiteId));
        await recount(inside, before, { ...before, projectId });
        found(await findProject(inside, projectId));
        return presentSuite(found(await updateSuite(inside, before.id, { projectId })));
      });
    }),

    route(endpoints.cloneSuite, ({ scope, params, query }) =>
      inTransaction(scope, async (inside) => {
        const original = found(await findSuite(inside, params.suiteId));
        const { description, platform, source, testCount, monitoringConfig } = original;
        const projectId = query.projectId ?? original.projectId;
        await recount(inside, undefined, { projectId, platform });
        const taken = await listNamesBeginningWith(inside, projectId, cloneStem(original.name));
        const name = nameClone(original.name, taken);
        const copy = {
          name,
          projectId,
          description,
          platform,
          source,
          testCount,
          monitoringConfig,
        };
        return presentSuite(await insertSuite(inside, { id: newId(), ...copy }));
      }),
    ),

    route(endpoints.setMonitoring, async ({ scope, params, body }) => {
      const { isMonitoring } = body;
      const { planId } = found(await findOrganization(scope));
      found(await findSuite(scope, params.suiteId));
      if (isMonitoring && !contract.planAllowsMonitoring(planId)) throw planWithoutMonitoring();
      return presentSuite(found(await updateSuite(scope, params.suiteId, { isMonitoring })));
    }),

    route(endpoints.deleteSuite, ({ scope, params }) =>
      inTransaction(scope, async (inside) => {
        const before = found(await lockSuite(inside, params.suiteId));
        await recount(inside, before, undefined);
        await deleteSuite(inside, before.id);
        return undefined;
      }),
    ),
  ];
}

function requireVersion(suite: SuiteRow, version: number | undefined): void {
  if (version === undefined || version === suite.version) return;
  throw new ApiError('conflict', {
    message: `The test suite was changed in the meantime: you started from version ${version}, it is now at ${suite.version}.`,
    hint: 'Load it again and repeat your change.',
  });
}

function planWithoutMonitoring(): ApiError {
  return new ApiError('not_allowed', {
    message: 'Monitoring is not part of the Startup plan.',
    hint: 'Contact sales to change the plan.',
  });
}
