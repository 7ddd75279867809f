import type { RunEvent } from '@parley/suite';
import type { RecordedRun } from './recorded-run.ts';

/**
 * Reports runs to people or programs, from their events. A reporter cannot affect a run, because its caller catches its errors
 * (tell.ts).
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
   * Converts the path of a suite's file to the path that the reader of the report needs, such as one relative to the
   * repository. Returns undefined if the reader does not have the file. Default: the path itself.
   */
  pathFor?(path: string): string | undefined;
}

export type CreateReporter = (output: ReportOutput) => Reporter;
