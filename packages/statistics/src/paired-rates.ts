/**
 * Tests if one version passes less often than another on the same tests. There are two exact tests for two questions.
 *
 * About *these tests*: tries are exchanged between the versions within each test. About *tests like these*: whole tests are
 * exchanged between the versions. Pooling the tries of all tests as if each were a separate test answers neither question,
 * because tries of the same test resemble each other.
 */
import { hypergeometric } from './fisher.ts';

/** Tries of a test with one version. */
export interface Sample {
  /** Whole number, 0 to `tries`. */
  passed: number;
  /** Whole number, at least 1. */
  tries: number;
  /** Unbiased rate, if the tries were stopped early. Default: `passed / tries`. */
  rate?: number;
}

export interface RatePair {
  baseline: Sample;
  candidate: Sample;
}

export const rateOf = ({ passed, tries, rate }: Sample): number => rate ?? passed / tries;

/** @returns the rate of the candidate minus that of the baseline */
export const differenceOf = ({ baseline, candidate }: RatePair): number =>
  rateOf(candidate) - rateOf(baseline);

/** Fewest differing tests with which an exact one-sided test over tests can be significant: 1/32 < 0.05 < 1/16. */
export const fewestDifferingTests = 5;

/**
 * Computes the probability of a mean difference this low or lower if the tries within each test are randomly reassigned to the
 * versions. Exact if the tries of a test are exchangeable and their numbers were fixed in advance.
 *
 * Source: R. A. Fisher, *The design of experiments* (1935), §21; stratified as in E. S. Edgington, P. Onghena, *Randomization
 * tests* (4th ed. 2007), chapter 5.
 * @returns one-sided p-value of "the candidate passes less often"
 */
export function worseInTheseTests(pairs: readonly RatePair[]): number {
  const scale = scaleOf(pairs, 20_000);
  return chanceAtMost(
    pairs.map(({ baseline, candidate }) => {
      const [of, ofBase] = [candidate.tries, baseline.tries];
      const hits = candidate.passed + baseline.passed;
      const from = Math.max(0, hits - ofBase);
      return hypergeometric(hits, of, ofBase).map((chance, at) => ({
        value: Math.round(((from + at) / of - (hits - from - at) / ofBase) * scale),
        chance,
      }));
    }),
    pairs.map(({ baseline, candidate }) =>
      Math.round((candidate.passed / candidate.tries - baseline.passed / baseline.tries) * scale),
    ),
  );
}

/**
 * Computes the probability of a mean difference this low or lower if the versions are randomly exchanged in whole tests. Exact
 * if the versions do not differ, however the tries of a test depend on each other and however they were stopped.
 *
 * Source: R. A. Fisher, *The design of experiments* (1935), §21.
 * @returns one-sided p-value of "the candidate passes less often"
 */
export function worseInTestsLikeThese(pairs: readonly RatePair[]): number {
  const scale = scaleOf(pairs, 100_000);
  const seen = pairs.map((pair) => Math.round(differenceOf(pair) * scale));
  return chanceAtMost(
    seen.map((value) => [
      { value, chance: 0.5 },
      { value: -value, chance: 0.5 },
    ]),
    seen,
  );
}

/**
 * @returns the resolution to which differences are rounded. If all tests have the same number of tries, rounding loses nothing.
 * Otherwise, the test is exact for the rounded differences.
 */
function scaleOf(pairs: readonly RatePair[], mostSteps: number): number {
  const numbers = new Set(
    pairs.flatMap(({ baseline, candidate }) => [baseline.tries, candidate.tries]),
  );
  const [only] = numbers;
  const isEven =
    numbers.size === 1 &&
    pairs.every(({ baseline, candidate }) => (baseline.rate ?? candidate.rate) === undefined);
  if (isEven && only) return only;
  return Math.max(20, Math.floor(mostSteps / Math.max(1, pairs.length)));
}

/** @returns the probability that the sum of independent whole numbers is at most the observed sum */
function chanceAtMost(
  terms: readonly (readonly { value: number; chance: number }[])[],
  seen: readonly number[],
): number {
  let low = 0;
  let chances = new Float64Array([1]);
  for (const term of terms) {
    const values = term.map(({ value }) => value);
    const [least, most] = [Math.min(...values), Math.max(...values)];
    if (least === 0 && most === 0) continue;
    const next = new Float64Array(chances.length + most - least);
    for (const { value, chance } of term)
      for (let at = 0; at < chances.length; at += 1)
        next[at + value - least] = (next[at + value - least] ?? 0) + (chances[at] ?? 0) * chance;
    low += least;
    chances = next;
  }
  const sum = seen.reduce((all, value) => all + value, 0);
  let chance = 0;
  for (let at = 0; at <= sum - low && at < chances.length; at += 1) chance += chances[at] ?? 0;
  return Math.min(1, chance);
}
