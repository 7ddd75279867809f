import {
  emptyRunResult,
  foldEvent,
  type RunEvent,
  type RunResult,
  type TestResult,
} from '@parley/suite';

/** A run as reports see it: what its events fold to, and the attempts that a later one replaced. */
export interface RecordedRun {
  /** For example the path of the suite's file. */
  name: string;
  result: RunResult;
  /** By the index of the test; the last attempt is in the result. */
  earlierAttempts: ReadonlyMap<number, readonly TestResult[]>;
}

/** A run that is being recorded; `record` takes its events one after the other. */
export function startRecording(name: string): RecordedRun & { record(event: RunEvent): void } {
  const earlierAttempts = new Map<number, TestResult[]>();
  return {
    name,
    result: emptyRunResult(),
    earlierAttempts,
    record(event) {
      const replaced = event.type === 'test.started' ? this.result.tests[event.test] : undefined;
      if (event.type === 'test.started' && replaced && replaced.attempt > 0) {
        const attempts = earlierAttempts.get(event.test) ?? [];
        earlierAttempts.set(event.test, [...attempts, replaced]);
      }
      this.result = foldEvent(this.result, event);
    },
  };
}

/** Milliseconds from start to end; 0 for what did not run. */
export const durationMs = ({
  startedAt,
  finishedAt,
}: {
  startedAt?: number;
  finishedAt?: number;
}) => (startedAt !== undefined && finishedAt !== undefined ? finishedAt - startedAt : 0);
