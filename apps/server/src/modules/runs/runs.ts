/** Public API of the module: runs of suites against their bots, live and stored. */

export { followLog } from './live/follow-log.ts';
export { mountLive } from './live/live.ts';
export type { FollowOptions } from './live/live-connection.ts';
export { awaitEvents } from './log/await-events.ts';
export { asFile, keepEvidenceIn, readEvidence } from './log/evidence.ts';
export { exportStartedRuns } from './log/export-started-runs.ts';
export { failureOfRun, type RunFailure } from './log/failures-in.ts';
export { filesOf } from './log/files-of.ts';
export type { ReplyOfRun } from './log/judged-replies.ts';
export { listEvidence } from './log/list-evidence.ts';
export { readStoredRun } from './log/read-stored-run.ts';
export { runFinished, tellRunsChanged } from './log/run-news.ts';
export { presentRun, type RunRow, runColumns } from './log/run-row.ts';
export {
  findRun,
  insertRuns,
  listRuns,
  type RunFilter,
  type RunPlace,
} from './log/runs.queries.ts';
export {
  type AnswersBetween,
  type CountedBetween,
  compareCounted,
  countBetween,
  countCausesBetween,
  listAnswersBetween,
} from './results/counted-between.ts';
export { type DayFigures, dayFigures } from './results/day-figures.ts';
export { gateOfRuns, hasGate, type StandingsOf } from './results/gate-of-runs.ts';
export { completeFailures, listFailures } from './results/keep-failures.ts';
export { languageOfRun } from './results/language-of-run.ts';
export { latencyPercentile } from './results/latency-buckets.ts';
export { listDatedFailures } from './results/list-dated-failures.ts';
export { markRepeated } from './results/mark-repeated.ts';
export { pageRuns } from './results/page-runs.ts';
export { readFirstChanged, readFirstShown } from './results/read-first-shown.ts';
export { presentPoint, readSeries } from './results/read-series.ts';
export { runsHolding } from './results/runs-holding.ts';
export { forgetInRuns } from './retention/forget-in-runs.ts';
export { leftFilesCleanUp } from './retention/left-files.ts';
export { keepQuiet, removeRunsOf } from './retention/remove-runs.ts';
export { runsDeletions } from './retention/runs.deletions.ts';
export { runsConsumers, runsJobs, runsWork } from './runs.jobs.ts';
export { runsRoutes } from './runs.routes.ts';
export { runSharesRoutes } from './shares/run-shares.routes.ts';
export { conversationsOfSource } from './start/conversations-of.ts';
export { holdQueuedRuns, renewQueuedRun } from './start/renew-queued-runs.ts';
export {
  countPlanned,
  draftRun,
  inEnvironment,
  queueRun,
  type RunDraft,
  readRunnable,
  runOf,
  startRun,
} from './start/start-run.ts';
export { presentOneRun } from './start/waiting-of.ts';
export { applyDevice } from './work/apply-device.ts';
export { cancelRun, foldToCancel } from './work/cancel-run.ts';
export type { JudgeOfRun, OpenRunSpans, RunSpans } from './work/execute-run.ts';
export { giveUpOpenRuns, runLease } from './work/leases.ts';
export { countLostEvidence } from './work/run-metrics.ts';
export { startRunWorker } from './work/run-worker.ts';
export { waitingRuns } from './work/waiting-runs.ts';
