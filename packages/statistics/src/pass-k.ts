/** Measures what customers experience who need the agent to be right several times in a row. */
import type { Tally } from './sequential-test.ts';

/**
 * Estimates pass^k: the probability that k tries of a test all pass, without bias, from n ≥ k tries of each test. pass@k, in
 * contrast, is the probability that at least one of them passes.
 *
 * Source: S. Yao et al., "τ-bench: a benchmark for tool-agent-user interaction in real-world domains" (2024), arXiv:2406.12045,
 * section 4: the mean over tests of C(passed, k) / C(tries, k).
 * @param tests tallies whose numbers of tries were fixed in advance
 * @returns undefined if a test has fewer than k tries, or if there are no tests
 */
export function passHatK(tests: readonly Tally[], k: number): number | undefined {
  if (tests.length === 0) return undefined;
  let sum = 0;
  for (const { passed, failed } of tests) {
    const tries = passed + failed;
    if (tries < k) return undefined;
    let chance = 1;
    for (let at = 0; at < k; at += 1) chance *= Math.max(0, passed - at) / (tries - at);
    sum += chance;
  }
  return sum / tests.length;
}
