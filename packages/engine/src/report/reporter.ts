import type { RunEvent } from '@parley/suite';
import type { RecordedRun } from './recorded-run.ts';

/**
 * A consumer of events that tells people or machines about runs. It can't hurt a run: what it throws
 * is caught where reporters are called (tell.ts).
 */
export interface Reporter {
  /** Called after the run has recorded the event. */
  event?(run: RecordedRun, event: RunEvent): void;
  /** Called once, when all runs are over. */
  finish?(runs: readonly RecordedRun[]): void;
}

/** Destination of a report. */
export interface ReportOutput {
  write(text: string): void;
  /** True if the destination supports colors. */
  hasColors: boolean;
}

export type CreateReporter = (output: ReportOutput) => Reporter;
