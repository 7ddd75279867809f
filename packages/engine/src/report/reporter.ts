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
  /**
   * Path of a suite's file as its reader has to know it, such as relative to the repository; undefined if the reader does not
   * have the file. Default: the path itself.
   */
  pathFor?(path: string): string | undefined;
}

export type CreateReporter = (output: ReportOutput) => Reporter;
