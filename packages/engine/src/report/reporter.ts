import type { RunEvent } from '@parley/suite';
import type { RecordedRun } from './recorded-run.ts';

/**
 * A consumer of events that reports runs to people or machines. It cannot affect a run: its errors
 * are caught by the caller (tell.ts).
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
