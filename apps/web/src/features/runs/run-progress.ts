/** Progress of a run in numbers and words, from its summary and its events. Pure. */
import type { RunSummary } from '@parley/contract';
import { type Outcome, type RunCounts, readCounts } from '@parley/suite';
import { hasEnded, type RunLog } from './run-log.ts';

export interface RunProgress {
  status: RunSummary['status'];
  counts: RunCounts;
  /** Number of tests with a final outcome. */
  done: number;
  /** Undefined before the run starts. */
  durationMs: number | undefined;
}

/**
 * Returns the progress. The summary only counts after the end of the run. Before, the events are more recent, and their
 * counts match what is on screen.
 */
export function progressOf(run: RunSummary, log: RunLog | undefined, now: number): RunProgress {
  const result = log && log.cursor > 0 && !hasEnded(run) ? log.result : undefined;
  const counts = result?.counts ?? readCounts(run.counts);
  const startedAt = timeOf(run.startedAt) ?? result?.startedAt;
  const finishedAt = timeOf(run.finishedAt) ?? result?.finishedAt;
  return {
    status: result?.status ?? run.status,
    counts,
    done: counts.total - counts.pending,
    durationMs: startedAt === undefined ? undefined : Math.max(0, (finishedAt ?? now) - startedAt),
  };
}

/** Formats counts as "6 passed, 1 failed, 1 skipped". Zeros are left out. */
export function countsInWords(counts: RunCounts, isOver: boolean): string {
  const words: Record<Outcome | 'quarantined' | 'skipped' | 'pending' | 'vacuous', string> = {
    passed: 'passed',
    failed: 'failed',
    error: counts.error === 1 ? 'error' : 'errors',
    undecided: 'undecided',
    quarantined: 'in quarantine',
    skipped: 'skipped',
    pending: isOver ? 'not run' : 'remaining',
    vacuous: counts.vacuous === 1 ? 'check could not fail' : 'checks could not fail',
  };
  return Object.entries(words)
    .map(([of, word]) => [counts[of as keyof typeof words] ?? 0, word] as const)
    .filter(([count]) => count > 0)
    .map(([count, word]) => `${count} ${word}`)
    .join(', ');
}

function timeOf(iso: string | null): number | undefined {
  return iso === null ? undefined : Date.parse(iso);
}
