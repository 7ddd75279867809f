/**
 * Tests of whether one version passes less often than another, over the same tests: two exact tests of two questions.
 *
 * Of *these tests*: tries change places between the versions, within each test. Of *tests like these*: the versions
 * change places in whole tests. Pooling the tries of all tests as if each were a test of its own answers neither:
 * tries of one test resemble each other.
 */
import { hypergeometric } from './fisher.ts';

/** Tries of a test with one version. */
export interface Sample {
  /** Whole number, 0 to `tries`. */
  passed: number;
  /** Whole number, at least 1. */
  tries: number;
  /** An unbiased rate where the tries stopped early; otherwise `passed / tries`. */
  rate?: number;
}

export interface RatePair {
  baseline: Sample;
  candidate: Sample;
}

export const rateOf = ({ passed, tries, rate }: Sample): number => rate ?? passed / tries;

/** Rate of the candidate less that of the baseline. */
export const differenceOf = ({ baseline, candidate }: RatePair): number =>
  rateOf(candidate) - rateOf(baseline);

/** Fewest tests that differ with which an exact test over tests can show anything one-sided: 1/32 < 0.05 < 1/16. */
export const fewestDifferingTests = 5;

/**
 * The chance that tries which are dealt out anew within each test have so low a mean difference, or a lower one.
 * Exact if the tries of a test are exchangeable and their numbers were fixed beforehand.
 *
 * Source: R. A. Fisher, *The design of experiments* (1935), §21; stratified as in E. S. Edgington, P. Onghena,
 * *Randomization tests* (4th ed. 2007), chapter 5.
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
 * The chance that versions which change places in whole tests have so low a mean difference, or a lower one. Exact if the
 * versions do not differ, however the tries of a test depend on each other and however they were stopped.
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
 * Steps into which a difference is rounded. With the same numbers of tries everywhere nothing is lost; otherwise a test
 * of rounded differences is exact for them.
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

/** Chance that the sum of independent whole numbers is at most the sum of those that were seen. */
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
