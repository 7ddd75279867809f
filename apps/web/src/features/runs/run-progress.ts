/** A run in figures and words, from its summary and from what its events folded to. Pure. */
import type { RunSummary } from '@parley/contract';
import type { RunCounts } from '@parley/suite';
import { hasEnded, type RunLog } from './run-log.ts';

export interface RunProgress {
  status: RunSummary['status'];
  counts: RunCounts;
  /** Tests that will not change any more. */
  done: number;
  /** Undefined before it started. */
  durationMs: number | undefined;
}

/**
 * The summary alone is the truth of a run that ended. Until then the events are ahead of it; what
 * they count is on screen with them.
 */
export function progressOf(run: RunSummary, log: RunLog | undefined, now: number): RunProgress {
  const result = log && log.cursor > 0 && !hasEnded(run) ? log.result : undefined;
  const counts = result?.counts ?? run.counts;
  const startedAt = timeOf(run.startedAt) ?? result?.startedAt;
  const finishedAt = timeOf(run.finishedAt) ?? result?.finishedAt;
  return {
    status: result?.status ?? run.status,
    counts,
    done: counts.total - counts.pending,
    durationMs: startedAt === undefined ? undefined : Math.max(0, (finishedAt ?? now) - startedAt),
  };
}

/** "6 passed, 1 failed, 1 skipped"; what is none is left out. */
export function countsInWords(counts: RunCounts, isOver: boolean): string {
  const parts = [
    [counts.passed, 'passed'],
    [counts.failed, 'failed'],
    [counts.error, counts.error === 1 ? 'error' : 'errors'],
    [counts.unsure, 'unsure'],
    [counts.quarantined ?? 0, 'in quarantine'],
    [counts.skipped, 'skipped'],
    [counts.pending, isOver ? 'not run' : 'remaining'],
    [counts.vacuous ?? 0, counts.vacuous === 1 ? 'check could not fail' : 'checks could not fail'],
  ] as const;
  return parts
    .filter(([count]) => count > 0)
    .map(([count, word]) => `${count} ${word}`)
    .join(', ');
}

function timeOf(iso: string | null): number | undefined {
  return iso === null ? undefined : Date.parse(iso);
}
