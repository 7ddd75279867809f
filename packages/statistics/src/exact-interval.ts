/** Exact bounds of a rate, for a number of tries that was fixed in advance. */
import betaQuantile from '@stdlib/stats-base-dists-beta-quantile';
import type { Interval } from './wilson-interval.ts';

/**
 * Computes the exact two-sided interval. It covers the true rate at least as often as `confidence` says, whatever the rate is.
 *
 * Source: C. J. Clopper, E. S. Pearson, "The use of confidence or fiducial limits illustrated in the case of the binomial",
 * Biometrika 26 (1934), 404–413.
 * @param passed whole number, 0 to `tries`
 * @param tries whole number; if 0, the interval is 0 to 1
 */
export function exactInterval(passed: number, tries: number, confidence = 0.95): Interval {
  const tail = (1 - confidence) / 2;
  return {
    low: lowerBound(passed, tries, tail),
    high: 1 - lowerBound(tries - passed, tries, tail),
  };
}

/**
 * Computes the exact one-sided upper bound. If the true rate is above it, the probability of so few hits is at most
 * `1 - confidence`.
 *
 * Source: as for `exactInterval`; 0 of 59 gives 0.0495, 0 of 58 gives 0.0503.
 * @param hits whole number, 0 to `of`
 * @param of whole number; if 0, the bound is 1
 */
export const exactUpperBound = (hits: number, of: number, confidence = 0.95): number =>
  1 - lowerBound(of - hits, of, 1 - confidence);

/**
 * Computes the exact one-sided lower bound. If the true rate is below it, the probability of so many passes is at most `tail`.
 */
function lowerBound(passed: number, tries: number, tail: number): number {
  return passed === 0 ? 0 : betaQuantile(tail, passed, tries - passed + 1);
}
