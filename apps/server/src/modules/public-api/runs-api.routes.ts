import { publicApi as endpoints } from '@parley/contract';
import { found } from '../../platform/errors/found.ts';
import { notACursor, printCursor, readCursor } from '../../platform/http/cursor.ts';
import { preparedRoute, type Route, route, WrittenJson } from '../../platform/http/http.ts';
import type { Platform } from '../../platform/platform.ts';
import { standingsOf } from '../judges/judges.ts';
import {
  awaitEvents,
  cancelRun,
  findRun,
  foldToCancel,
  gateOfRuns,
  listEvidence,
  pageRuns,
  presentOneRun,
  presentRun,
  readStoredRun,
  type StandingsOf,
  startRun,
} from '../runs/runs.ts';
import { readSuiteBeforehand } from '../suites/suites.ts';

export function runsApiRoutes(platform: Platform): Route[] {
  const { news, pool } = platform;
  const judgeStandings: StandingsOf = (...about) => standingsOf(platform, ...about);
  return [
    preparedRoute(
      endpoints.beginRun,
      ({ scope, params }) => readSuiteBeforehand(pool, scope, params.suiteId),
      async ({ scope, params, body }) =>
        presentOneRun(scope, await startRun(scope, news, params.suiteId, body)),
    ),

    route(endpoints.readRuns, async ({ scope, query }) => {
      const { rows, nextCursor } = await pageRuns(scope, query);
      return { items: rows.map(presentRun), nextCursor };
    }),

    route(endpoints.readRun, async ({ scope, params }) =>
      presentOneRun(scope, found(await findRun(scope, params.runId))),
    ),

    route(endpoints.readRunGate, ({ scope, params, query }) =>
      gateOfRuns(scope, { pool, standingsOf: judgeStandings }, params.runId, query),
    ),

    route(endpoints.readRunTests, async ({ scope, params, query }) => {
      const from = query.cursor === undefined ? 0 : readIndex(query.cursor);
      const run = found(await findRun(scope, params.runId));
      const to = from + query.limit;
      const { items, end } = await readStoredRun(scope, pool, run, 'tests', { from, to });
      const counts = JSON.stringify(run.counts);
      const nextCursor = JSON.stringify(end === null ? null : printCursor([String(end)]));
      return new WrittenJson(`{"counts":${counts},"items":${items},"nextCursor":${nextCursor}}`);
    }),

    route(endpoints.readRunEvidence, async ({ scope, params, query }) => {
      const after = query.cursor === undefined ? 0 : readIndex(query.cursor);
      const run = found(await findRun(scope, params.runId));
      const { items, end } = await listEvidence(scope, run, query, after, query.limit);
      const nextCursor = end === null ? null : printCursor([String(end)]);
      return { isKept: run.hasEvidence, items, nextCursor };
    }),

    route(endpoints.readRunEvents, async ({ scope, params, query }) => {
      const { waitSeconds, ...page } = query;
      const waitMs = waitSeconds * 1000;
      return found(await awaitEvents(scope, { news, pool }, params.runId, { ...page, waitMs }));
    }),

    route(endpoints.readRunJunit, async ({ scope, params, reply }) => {
      const run = found(await findRun(scope, params.runId));
      const report = await readStoredRun(scope, pool, run, 'junit', { suiteName: run.suiteName });
      void reply.type('application/xml; charset=utf-8');
      return report;
    }),

    preparedRoute(
      endpoints.stopRun,
      ({ scope, params }) => foldToCancel(scope, pool, params.runId),
      async ({ scope, params }, folded) =>
        presentRun(await cancelRun(scope, news, params.runId, folded)),
    ),
  ];
}

function readIndex(cursor: string): number {
  const [index = ''] = readCursor(cursor, 1);
  if (!/^\d{1,9}$/.test(index)) throw notACursor();
  return Number(index);
}
