import type { Flakiness } from '@parley/contract';

/** Below this many pairs of runs a score would say nothing. */
const pairsMin = 5;

export interface JudgedRun {
  /** Whether it passed; null where there was no verdict. */
  passed: boolean | null;
  /** Which text of the suite it was. */
  version: string;
}

/**
 * How often a verdict turned from one run to the next although the text was the same: the share of
 * pairs of neighbouring runs with different verdicts. A bot that breaks and is mended turns it
 * twice; a flaky test again and again. Runs without a verdict are left out. Oldest first.
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
