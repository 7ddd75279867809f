/** @parley/engine: runs suites against bots. It knows no tenant, no database and no HTTP server. */
export type { BrowserSettings } from './channels/browser/run-browser.ts';
export { createEgress, type Egress, type EgressPolicy } from './egress/egress.ts';
export { fetchDocument } from './egress/fetch-document.ts';
export { ConversationError } from './failure.ts';
export { fetchText } from './fetch-text.ts';
export { createJudge, type JudgeSettings } from './judge/create-judge.ts';
export type { Judge } from './judge/judge.ts';
export { hostAndPort } from './load/one-host-egress.ts';
export { type LoadProgress, type LoadShare, runLoadShare } from './load/run-load-share.ts';
export { type Dialogue, openDialogue } from './open-dialogue.ts';
export { reevaluate } from './reevaluate.ts';
export { renderJunit, renderThresholdsJunit } from './report/junit.ts';
export { type ReporterName, reporters } from './report/kinds.ts';
export { type RecordedRun, startRecording } from './report/recorded-run.ts';
export type { Reporter, ReportOutput } from './report/reporter.ts';
export { tellAll } from './report/tell.ts';
export { concurrencyDefault, type RunOptions, runSuite } from './run-suite.ts';
