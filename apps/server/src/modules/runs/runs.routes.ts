import { runs as endpoints, recordings } from '@parley/contract';
import { found } from '../../platform/errors/found.ts';
import { preparedRoute, type Route, route } from '../../platform/http/http.ts';
import type { Platform } from '../../platform/platform.ts';
import { linkedSuite } from '../libraries/libraries.ts';
import { addRecordingOfLine } from '../recordings/recordings.ts';
import { findSuite, readBeforehand, readSuiteBeforehand } from '../suites/suites.ts';
import { awaitEvents } from './log/await-events.ts';
import { asFile, folderOfRun, readEvidence } from './log/evidence.ts';
import { presentRun } from './log/run-row.ts';
import { findGreenRun, findPreviousRun, findRun } from './log/runs.queries.ts';
import { editedTests } from './results/edited-tests.ts';
import { gateOfRuns, type StandingsOf } from './results/gate-of-runs.ts';
import { completeFailures } from './results/keep-failures.ts';
import { listDatedFailures } from './results/list-dated-failures.ts';
import { pageRuns } from './results/page-runs.ts';
import { listUnreadiness } from './start/missing-equipment.ts';
import { reevaluateRun } from './start/reevaluate-run.ts';
import { environmentOf } from './start/run-environment.ts';
import { startRun } from './start/start-run.ts';
import { presentOneRun } from './start/waiting-of.ts';
import { cancelRun, foldToCancel } from './work/cancel-run.ts';
import { foldToOverride, overrideVerdict } from './work/override-verdict.ts';

export function runsRoutes(
  { db, news, pool, log, storage }: Platform,
  standingsOf: StandingsOf,
): Route[] {
  const reading = { db, pool, log };
  return [
    preparedRoute(
      endpoints.startRun,
      ({ scope, params }) => readSuiteBeforehand(pool, scope, params.suiteId),
      async ({ scope, params, body }) =>
        presentOneRun(scope, await startRun(scope, news, params.suiteId, body)),
    ),

    route(endpoints.getReadiness, async ({ scope, params }) => {
      const suite = await linkedSuite(scope, found(await findSuite(scope, params.suiteId)));
      await readBeforehand(pool, scope, suite.source);
      return { problems: await listUnreadiness(scope, suite) };
    }),

    route(endpoints.listRuns, async ({ scope, query }) => {
      const { rows, nextCursor, searchedTo } = await pageRuns(scope, query);
      return {
        items: rows.map(presentRun),
        nextCursor,
        ...(searchedTo && { searchedTo: searchedTo.toISOString() }),
      };
    }),

    route(endpoints.getRun, async ({ scope, params }) =>
      presentOneRun(scope, found(await findRun(scope, params.runId))),
    ),

    route(endpoints.getPreviousRun, async ({ scope, params }) => {
      const run = found(await findRun(scope, params.runId));
      const previous = await findPreviousRun(scope, run);
      const lastGreen = await findGreenRun(scope, run);
      return {
        run: previous ? presentRun(previous) : null,
        lastGreen: lastGreen ? presentRun(lastGreen) : null,
      };
    }),

    preparedRoute(
      endpoints.listRunFailures,
      async ({ scope, params }) =>
        completeFailures(reading, found(await findRun(scope, params.runId)).id),
      async ({ scope, params }) => ({ failures: await listDatedFailures(scope, params.runId) }),
    ),

    route(endpoints.listEditedTests, async ({ scope, params, query }) => {
      const run = found(await findRun(scope, params.runId));
      const base =
        query.base === undefined
          ? await findPreviousRun(scope, run)
          : found(await findRun(scope, query.base));
      return base ? editedTests(scope, base, run) : { edited: [], unchanged: [] };
    }),

    route(endpoints.judgeGate, ({ scope, params, query }) =>
      gateOfRuns(scope, { pool, standingsOf }, params.runId, query),
    ),

    route(endpoints.listRunEvents, async ({ scope, params, query }) =>
      found(await awaitEvents(scope, { news, pool }, params.runId, { ...query, waitMs: 0 })),
    ),

    route(endpoints.getRunEvidence, async ({ scope, params, reply }) => {
      const run = found(await findRun(scope, params.runId));
      const folder = folderOfRun(run.id);
      return asFile(reply, found(await readEvidence(storage, folder, params.evidenceId)));
    }),

    route(recordings.keepRunRecording, async ({ scope, params, body }) => {
      const run = found(await findRun(scope, params.runId));
      const evidence = found(await readEvidence(storage, folderOfRun(run.id), params.evidenceId));
      const { bytes } = evidence;
      return addRecordingOfLine(scope, found(run.projectId ?? undefined), {
        name: body.name,
        bytes,
      });
    }),

    route(endpoints.getRunEnvironment, async ({ scope, params }) =>
      environmentOf(scope, pool, found(await findRun(scope, params.runId))),
    ),

    preparedRoute(
      endpoints.overrideVerdict,
      ({ scope, params }) => foldToOverride(scope, pool, params.runId),
      async ({ scope, params, body }, folded) =>
        presentRun(await overrideVerdict(scope, news, params.runId, { ...body, folded })),
    ),

    route(endpoints.reevaluateRun, ({ scope, params, body }) =>
      reevaluateRun(scope, pool, params.runId, body.source),
    ),

    preparedRoute(
      endpoints.cancelRun,
      ({ scope, params }) => foldToCancel(scope, pool, params.runId),
      async ({ scope, params }, folded) =>
        presentRun(await cancelRun(scope, news, params.runId, folded)),
    ),
  ];
}
