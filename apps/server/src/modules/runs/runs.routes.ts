import { runs as endpoints } from '@parley/contract';
import { ApiError } from '../../platform/api-error.ts';
import { type Route, route } from '../../platform/http.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Scope } from '../../platform/scope.ts';
import { cancelRun } from './cancel-run.ts';
import { printCursor, readCursor } from './run-cursor.ts';
import { presentRun, type RunRow } from './run-row.ts';
import { findRun, listEvents, listRuns } from './runs.queries.ts';
import { startRun } from './start-run.ts';

export function runsRoutes({ news }: Platform): Route[] {
  return [
    route(endpoints.startRun, async ({ scope, params, body }) =>
      presentRun(await startRun(scope, news, params.suiteId, body.tests)),
    ),

    route(endpoints.listRuns, async ({ scope, query }) => {
      const after = query.cursor === undefined ? undefined : readCursor(query.cursor);
      const rows = await listRuns(scope, query, after, query.limit + 1);
      const page = rows.slice(0, query.limit);
      const last = page.at(-1);
      const nextCursor = last && rows.length > page.length ? printCursor(last) : null;
      return { items: page.map(presentRun), nextCursor };
    }),

    route(endpoints.getRun, async ({ scope, params }) =>
      presentRun(await runOf(scope, params.runId)),
    ),

    route(endpoints.listRunEvents, async ({ scope, params, query }) => {
      const run = await runOf(scope, params.runId);
      const events = await listEvents(scope.db, run.id, query.after, query.limit);
      const lastSeq = events.at(-1)?.seq ?? query.after;
      return { events, isComplete: run.isComplete && lastSeq >= run.lastSeq };
    }),

    route(endpoints.cancelRun, async ({ scope, params }) =>
      presentRun(await cancelRun(scope, news, params.runId)),
    ),
  ];
}

async function runOf(scope: Scope, id: string): Promise<RunRow> {
  const run = await findRun(scope, id);
  if (run === undefined) throw new ApiError('not_found');
  return run;
}
