/** The door of the module: suites carried out against their bots, live and afterwards. */
export { awaitEvents } from './await-events.ts';
export { cancelRun, foldToCancel } from './cancel-run.ts';
export { conversationsOfSource } from './conversations-of.ts';
export { type DayFigures, dayFigures } from './day-figures.ts';
export { asFile, keepEvidenceIn, readEvidence } from './evidence.ts';
export { filesOf } from './files-of.ts';
export { followLog } from './follow-log.ts';
export { latencyPercentile } from './latency-buckets.ts';
export { giveUpOpenRuns } from './leases.ts';
export { leftFilesCleanUp } from './left-files.ts';
export { mountLive } from './live.ts';
export type { FollowOptions } from './live-connection.ts';
export { markRepeated } from './mark-repeated.ts';
export { pageRuns } from './page-runs.ts';
export { readStoredRun } from './read-stored-run.ts';
export { removeSomeRunDays, removeSomeRuns } from './remove-some-runs.ts';
export { holdQueuedRuns, renewQueuedRun } from './renew-queued-runs.ts';
export { countLostEvidence } from './run-metrics.ts';
export { tellRunsChanged } from './run-news.ts';
export { presentRun, type RunRow } from './run-row.ts';
export { runSharesRoutes } from './run-shares.routes.ts';
export { startRunWorker } from './run-worker.ts';
export { runsJobs, runsWork } from './runs.jobs.ts';
export {
  findRun,
  insertRuns,
  listRuns,
  type RunFilter,
  type RunPlace,
} from './runs.queries.ts';
export { runsRoutes } from './runs.routes.ts';
export { speakAs } from './speak-as.ts';
export {
  countPlanned,
  draftRun,
  queueRun,
  type RunDraft,
  readRunnable,
  runOf,
  startRun,
} from './start-run.ts';
export { presentOneRun } from './waiting-of.ts';
