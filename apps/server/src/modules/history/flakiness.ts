import type { Flakiness } from '@parley/contract';

/** Minimum number of pairs of runs for which a score is meaningful. */
const pairsMin = 5;

export interface JudgedRun {
  /** True if the run or test passed; null without a verdict. */
  passed: boolean | null;
  /** Version of the suite's text. */
  version: string;
}

/**
 * Computes how often a verdict changed between consecutive runs of the same text: the proportion of pairs with different
 * verdicts. A bot that breaks and gets fixed changes twice; a flaky test keeps changing. Runs without a verdict are skipped.
 *
 * @param runs oldest first
 */
export function flakinessOf(runs: readonly JudgedRun[]): Flakiness {
  const judged = runs.filter(({ passed }) => passed !== null);
  let pairs = 0;
  let flips = 0;
  for (const [index, run] of judged.entries()) {
    const before = judged[index - 1];
    if (before?.version !== run.version) continue;
    pairs += 1;
    if (before.passed !== run.passed) flips += 1;
  }
  return { flips, pairs, score: pairs < pairsMin ? null : flips / pairs };
}
