/** The door of the module: suites carried out against their bots, live and afterwards. */
export { awaitEvents } from './await-events.ts';
export { botEgress } from './bot-egress.ts';
export { cancelRun } from './cancel-run.ts';
export { conversationsOfSource } from './conversations-of.ts';
export { removeOldEvidenceJob, runsWork } from './evidence.ts';
export { mountLive } from './live.ts';
export type { FollowOptions } from './live-connection.ts';
export { pageRuns } from './page-runs.ts';
export { presentTest } from './present-tests.ts';
export { recorded } from './recorded.ts';
export { storable } from './run-log.ts';
export { presentRun } from './run-row.ts';
export { startRunWorker } from './run-worker.ts';
export { findRun } from './runs.queries.ts';
export { runsRoutes } from './runs.routes.ts';
export {
  countPlanned,
  queueRun,
  readRunnable,
  refuseInactiveSubscription,
  startRun,
} from './start-run.ts';
