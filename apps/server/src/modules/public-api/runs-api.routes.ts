import { publicApi as endpoints } from '@parley/contract';
import { renderJunit } from '@parley/engine';
import { notACursor, printCursor, readCursor } from '../../platform/cursor.ts';
import { found } from '../../platform/found.ts';
import { preparedRoute, type Route, route } from '../../platform/http.ts';
import type { Platform } from '../../platform/platform.ts';
import {
  awaitEvents,
  cancelRun,
  findRun,
  pageRuns,
  presentOneRun,
  presentRun,
  presentTest,
  recorded,
  startRun,
} from '../runs/runs.ts';
import { readSuiteBeforehand } from '../suites/suites.ts';

export function runsApiRoutes({ news, pool }: Platform): Route[] {
  return [
    preparedRoute(
      endpoints.beginRun,
      ({ scope, params }) => readSuiteBeforehand(pool, scope, params.suiteId),
      async ({ scope, params, body }) =>
        presentOneRun(scope, await startRun(scope, news, params.suiteId, body.tests)),
    ),

    route(endpoints.readRuns, async ({ scope, query }) => {
      const { rows, nextCursor } = await pageRuns(scope, query);
      return { items: rows.map(presentRun), nextCursor };
    }),

    route(endpoints.readRun, async ({ scope, params }) =>
      presentOneRun(scope, found(await findRun(scope, params.runId))),
    ),

    route(endpoints.readRunTests, async ({ scope, params, query }) => {
      const from = query.cursor === undefined ? 0 : readIndex(query.cursor);
      const run = found(await findRun(scope, params.runId));
      const { result } = await recorded(scope.db, run);
      const to = from + query.limit;
      const items = result.tests
        .slice(from, to)
        .map((test, index) => presentTest(test, from + index));
      const isMore = to < result.tests.length;
      return { counts: run.counts, items, nextCursor: isMore ? printCursor([String(to)]) : null };
    }),

    route(endpoints.readRunEvents, async ({ scope, params, query }) => {
      const { waitSeconds, ...page } = query;
      const waitMs = waitSeconds * 1000;
      return found(await awaitEvents(scope, news, params.runId, { ...page, waitMs }));
    }),

    route(endpoints.readRunJunit, async ({ scope, params, reply }) => {
      const run = found(await findRun(scope, params.runId));
      const report = renderJunit([await recorded(scope.db, run)]);
      void reply.type('application/xml; charset=utf-8');
      return report;
    }),

    route(endpoints.stopRun, async ({ scope, params }) =>
      presentRun(await cancelRun(scope, news, params.runId)),
    ),
  ];
}

function readIndex(cursor: string): number {
  const [index = ''] = readCursor(cursor, 1);
  if (!/^\d{1,9}$/.test(index)) throw notACursor();
  return Number(index);
}
