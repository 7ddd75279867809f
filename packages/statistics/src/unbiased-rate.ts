/** Estimates the rate of tries that were stopped early, without bias. */
import { decide, logSum, type Tally, type TwoRates } from './sequential-test.ts';

/**
 * Computes the share of orders of tries that start with a pass, among those that lead to the same end. The plain rate is
 * biased, because agents that failed early were stopped early.
 *
 * Source: M. A. Girshick, F. Mosteller, L. J. Savage, "Unbiased estimates for certain binomial sampling problems with
 * applications", Annals of Mathematical Statistics 17 (1946), 13–23.
 * @param tally the tally at the end of the test. If no order of its tries leads there without an earlier decision, the plain
 * rate is returned.
 */
export function unbiasedRate({ passed, failed }: Tally, rates: TwoRates): number {
  const all = logPaths({ passed: 0, failed: 0 }, { passed, failed }, rates);
  const firstPassed = logPaths({ passed: 1, failed: 0 }, { passed, failed }, rates);
  if (all === undefined) return passed / (passed + failed);
  return firstPassed === undefined ? 0 : Math.exp(firstPassed - all);
}

/**
 * @returns the logarithm of the number of orders of tries that lead from one tally to another without an earlier decision;
 * undefined if there are none
 */
function logPaths(from: Tally, to: Tally, rates: TwoRates): number | undefined {
  if (to.passed < from.passed || to.failed < from.failed) return undefined;
  const end = to.passed + to.failed;
  let open = new Map([[from.failed, 0]]);
  for (let tries = from.passed + from.failed; tries < end; tries += 1) {
    const next = new Map<number, number>();
    for (const [failures, paths] of open) {
      if (decide({ passed: tries - failures, failed: failures }, rates)) continue;
      for (const failed of [failures, failures + 1])
        if (failed <= to.failed && tries + 1 - failed <= to.passed)
          next.set(failed, logSum(next.get(failed), paths));
    }
    open = next;
  }
  return open.get(to.failed);
}
