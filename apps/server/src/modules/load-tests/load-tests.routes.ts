import { loadTests as endpoints } from '@parley/contract';
import { create as contentDisposition } from 'content-disposition';
import { inTransaction, type Scope } from '../../platform/database/scope.ts';
import { createOrganizationEgress } from '../../platform/egress/organization-egress.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import { found } from '../../platform/errors/found.ts';
import { cutPage, readCursor, readTime } from '../../platform/http/cursor.ts';
import { preparedRoute, type Route, route } from '../../platform/http/http.ts';
import type { Platform } from '../../platform/platform.ts';
import type { WorkPool } from '../../platform/work-pool/work-pool.ts';
import { linkedSuite } from '../libraries/libraries.ts';
import { fileNameOf, findSuite, readBeforehand, readSuiteBeforehand } from '../suites/suites.ts';
import { createLoadTest, inEnvironment } from './create-load-test.ts';
import { exportLoadTest } from './export-load-test.ts';
import { toLoadPoints } from './load-points.ts';
import { reportLoadTest } from './load-report.ts';
import { createTargetProofs } from './load-target.ts';
import { hasEnded, type ListedLoadTest, presentLoadTest } from './load-test-row.ts';
import {
  deleteLoadTest,
  findLoadTest,
  type LoadTestPlace,
  lastSecond,
  listLoadTests,
  listSamples,
  lockLoadTest,
} from './load-tests.queries.ts';
import { stopLoadTest } from './stop-load-test.ts';
import { targetHostOf } from './target-host.ts';

/** Seconds within which workers report a second, unless their connection is interrupted. */
const settleS = 4;

export function loadTestsRoutes(platform: Platform): Route[] {
  const { config, news, pool } = platform;
  const proofs = createTargetProofs(config, createOrganizationEgress(config));
  return [
    preparedRoute(
      endpoints.createLoadTest,
      ({ scope, body }) => readSuiteBeforehand(pool, scope, body.suiteId),
      async ({ scope, body }) =>
        presentLoadTest(await createLoadTest(scope, platform, proofs, body)),
    ),

    route(endpoints.listLoadTests, async ({ scope, query }) => {
      const after = query.cursor === undefined ? undefined : readPlace(query.cursor);
      const rows = await listLoadTests(scope, query.suiteId, after, query.limit + 1);
      const page = cutPage(rows, query.limit, ({ createdAt, id }) => [
        String(createdAt.getTime()),
        id,
      ]);
      return { items: page.rows.map(presentLoadTest), nextCursor: page.nextCursor };
    }),

    route(endpoints.getLoadTest, async ({ scope, params }) =>
      presentLoadTest(await loadTestOf(scope, params.loadTestId)),
    ),

    route(endpoints.deleteLoadTest, ({ scope, params }) =>
      inTransaction(scope, async (inside) => {
        const test = found(await lockLoadTest(inside, params.loadTestId));
        if (!hasEnded(test))
          throw new ApiError('conflict', {
            message: 'The load test is still running.',
            hint: 'Stop it first.',
          });
        await deleteLoadTest(inside, test.id);
      }),
    ),

    route(endpoints.stopLoadTest, async ({ scope, params }) =>
      presentLoadTest(await stopLoadTest(scope, news, params.loadTestId)),
    ),

    route(endpoints.listLoadPoints, async ({ scope, params, query }) => {
      const test = await loadTestOf(scope, params.loadTestId);
      const before = query.from + query.limit;
      const points = toLoadPoints(await listSamples(scope, test.id, query.from, before));
      const last = await lastSecond(scope, test.id);
      const settled = hasEnded(test) ? last + 1 : Math.max(0, secondsGone(test) - settleS);
      const settledBefore = Math.max(query.from, Math.min(settled, before));
      return { points, settledBefore, isComplete: hasEnded(test) && settledBefore > last };
    }),

    route(endpoints.getLoadReport, async ({ scope, params }) =>
      reportLoadTest(scope, await loadTestOf(scope, params.loadTestId)),
    ),

    route(endpoints.exportLoadTest, async ({ scope, params, query, reply }) => {
      const test = await loadTestOf(scope, params.loadTestId);
      const { ending, mediaType, content } = await exportLoadTest(scope, test, query.format);
      void reply
        .type(mediaType)
        .header('content-disposition', contentDisposition(`${fileNameOf(test.name)}${ending}`));
      return Buffer.from(content);
    }),

    route(endpoints.getLoadTarget, async ({ scope, params, query }) =>
      proofs.describe(scope, await targetOf(scope, pool, params.suiteId, query.environment)),
    ),

    route(endpoints.checkLoadTarget, async ({ scope, params, query }) =>
      proofs.check(scope, await targetOf(scope, pool, params.suiteId, query.environment)),
    ),
  ];
}

function readPlace(cursor: string): LoadTestPlace {
  const [time = '', id = ''] = readCursor(cursor, 2);
  return { createdAt: readTime(time), id };
}

async function loadTestOf(scope: Scope, id: string): Promise<ListedLoadTest> {
  return found(await findLoadTest(scope, id));
}

async function targetOf(
  scope: Scope,
  pool: WorkPool,
  suiteId: string,
  environment: string | undefined,
) {
  const suite = await linkedSuite(scope, found(await findSuite(scope, suiteId)));
  await readBeforehand(pool, scope, suite.source);
  const { content } = await inEnvironment(scope, suite, environment);
  return targetHostOf(content);
}

function secondsGone({ startsAt }: ListedLoadTest): number {
  return startsAt === null ? 0 : Math.floor((Date.now() - startsAt.getTime()) / 1000);
}
