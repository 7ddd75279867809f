import type { RunSummary } from '@parley/contract';
import { hasEnded } from './run-log.ts';

export interface HistoryFigures {
  /** Runs that came to a result; cancelled and interrupted ones say nothing about the bot. */
  count: number;
  passed: number;
  medianMs: number | undefined;
}

export function figuresOf(runs: RunSummary[]): HistoryFigures {
  const judged = runs.filter(isJudged);
  return {
    count: judged.length,
    passed: judged.filter(({ status }) => status === 'passed').length,
    medianMs: medianOf(judged.map(durationOf).filter((ms) => ms !== undefined)),
  };
}

/** Undefined before a run ended. */
export function durationOf({ startedAt, finishedAt }: RunSummary): number | undefined {
  if (!startedAt || !finishedAt) return undefined;
  return Math.max(0, Date.parse(finishedAt) - Date.parse(startedAt));
}

function isJudged(run: RunSummary): boolean {
  return hasEnded(run) && run.status !== 'cancelled' && run.status !== 'interrupted';
}

function medianOf(values: number[]): number | undefined {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  if (sorted.length % 2 === 1) return sorted[middle];
  const [low, high] = [sorted[middle - 1], sorted[middle]];
  return low === undefined || high === undefined ? undefined : (low + high) / 2;
}
