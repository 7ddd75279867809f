/** The rate of tries that were stopped early, without bias. */
import { decide, logSum, type Tally, type TwoRates } from './sequential-test.ts';

/**
 * Share of the orders of tries, among those that end like these, whose first try passes. The plain rate is biased:
 * agents that failed at once were stopped at once.
 *
 * Source: M. A. Girshick, F. Mosteller, L. J. Savage, "Unbiased estimates for certain binomial sampling problems with
 * applications", Annals of Mathematical Statistics 17 (1946), 13–23.
 * @param tally at the end; before it, the plain rate
 */
export function unbiasedRate({ passed, failed }: Tally, rates: TwoRates): number {
  const all = logPaths({ passed: 0, failed: 0 }, { passed, failed }, rates);
  const firstPassed = logPaths({ passed: 1, failed: 0 }, { passed, failed }, rates);
  if (all === undefined) return passed / (passed + failed);
  return firstPassed === undefined ? 0 : Math.exp(firstPassed - all);
}

/** Logarithm of the number of orders of tries that lead from one tally to another, undecided before it; undefined for none. */
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
