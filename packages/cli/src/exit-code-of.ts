import type { RecordedRun } from '@parley/engine';
import { exitCodes } from './exit-codes.ts';

export function exitCodeOf(runs: readonly RecordedRun[]): number {
  const statuses = new Set(runs.map(({ result }) => result.status));
  if (statuses.has('cancelled')) return exitCodes.cancelled;
  if (runs.some(({ result }) => result.counts.failed + result.counts.unsure > 0))
    return exitCodes.failed;
  const isCutShort = statuses.has('error') || statuses.has('interrupted');
  return isCutShort ? exitCodes.error : exitCodes.passed;
}
