import type { RunEvent } from '@parley/suite';
import type { RecordedRun } from './recorded-run.ts';
import type { Reporter } from './reporter.ts';

/** Combines several reporters. A reporter that throws receives no more events, and `onFailure` is called. */
export function tellAll(reporters: readonly Reporter[], onFailure: (error: unknown) => void) {
  const listening = new Set(reporters);
  const tell = (say: (reporter: Reporter) => void) => {
    for (const reporter of listening) {
      try {
        say(reporter);
      } catch (error) {
        listening.delete(reporter);
        onFailure(error);
      }
    }
  };
  return {
    event: (run: RecordedRun, event: RunEvent) => tell((reporter) => reporter.event?.(run, event)),
    finish: (runs: readonly RecordedRun[]) => tell((reporter) => reporter.finish?.(runs)),
  };
}
