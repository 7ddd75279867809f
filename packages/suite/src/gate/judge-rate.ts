/** Judges a rule about a share: it is proven to be kept, proven to be broken, or neither. */
import {
  differenceOf,
  fewerTries,
  fewestDifferingTests,
  type Interval,
  noWorseThan,
  passHatK,
  type RatePair,
  rateOf,
  type Sample,
  sharesAtLeast,
  wilsonInterval,
  worseInTestsLikeThese,
  worseInTheseTests,
} from '@parley/statistics/compare';
import type { GateRules } from './gate-rules.ts';
import { type MissingAs, sampleOf, type TestShare } from './rates-of.ts';

export type GateVerdict = 'passed' | 'blocked' | 'undecided';

/** Evidence about one rule, before it is adjusted for the number of rules. */
export interface RateEvidence {
  /**
   * P-value of harm: the probability of figures at least this bad if the versions do not differ (rules about a difference) or
   * if the required share is met (rules about a share).
   */
  harm: number;
  /** P-value against a broken rule: the probability of figures at least this good if it is broken. */
  kept: number;
}

type Question = GateRules['question'];

/** @returns undefined if nothing was compared */
export function evidenceOfDifference(
  pairs: readonly RatePair[],
  margin: number,
  question: Question,
): RateEvidence | undefined {
  if (pairs.length === 0) return undefined;
  // Rates of tries that stopped early are biased. With the plain p-value, up to 7% of worse versions passed.
  const factor = wereStopped(pairs) ? 2 : 1;
  return {
    harm: harmIn(pairs, question),
    kept: Math.min(1, factor * noWorseThan(pairs, margin)),
  };
}

const wereStopped = (pairs: readonly RatePair[]): boolean =>
  pairs.some(({ baseline, candidate }) => (baseline.rate ?? candidate.rate) !== undefined);

/**
 * @returns the p-value of harm. For the question "these tests", two permutation tests have to show harm: one permutes tries and
 * assumes that they are independent, the other permutes whole tests and does not. If too few tests differ for the second, the
 * first uses fewer tries, as many as would be independent if tries resembled each other considerably, and a single test has to
 * show harm, too.
 */
function harmIn(pairs: readonly RatePair[], question: Question): number {
  const differing = pairs.filter((pair) => differenceOf(pair) !== 0).length;
  const byTests = differing < fewestDifferingTests ? undefined : worseInTestsLikeThese(pairs);
  if (question === 'tests like these' || wereStopped(pairs)) return byTests ?? 1;
  if (byTests !== undefined) return Math.max(byTests, worseInTheseTests(pairs));
  const cautious = fewerTries(pairs);
  const ofOne = cautious.map((pair) => pairs.length * worseInTheseTests([pair]));
  return Math.max(worseInTheseTests(cautious), Math.min(1, ...ofOne));
}

/** @returns undefined if nothing was measured */
export function evidenceOfShare(
  samples: readonly Sample[],
  atLeast: number,
  question: Question,
): RateEvidence | undefined {
  if (samples.length === 0) return undefined;
  return sharesAtLeast(samples, atLeast, question === 'tests like these');
}

export interface RateFigures {
  tests: number;
  tries: number;
  missing: number;
  /** Mean of the tests' shares; null if there are none. */
  rate: number | null;
  /** pass^k for k = 1, 2, …: the probability that k tries of a test all pass. Absent if tries were stopped early. */
  passK?: number[];
  /** 95% Wilson interval over all tries. Absent if tries were stopped early. */
  interval?: Interval;
}

export function figuresOf(shares: readonly TestShare[]): RateFigures {
  const samples = samplesOf(shares, 'left out');
  const tries = samples.reduce((sum, sample) => sum + sample.tries, 0);
  const isFixed = tries > 0 && samples.every((sample) => sample.rate === undefined);
  const passed = samples.reduce((sum, sample) => sum + sample.passed, 0);
  return {
    tests: shares.length,
    tries,
    missing: shares.reduce((sum, { missing }) => sum + missing, 0),
    rate:
      samples.length === 0
        ? null
        : samples.reduce((sum, sample) => sum + rateOf(sample), 0) / samples.length,
    ...(isFixed && { interval: wilsonInterval(passed, tries), passK: passKOf(samples) }),
  };
}

export const samplesOf = (shares: readonly TestShare[], missingAs: MissingAs): Sample[] =>
  shares.flatMap((share) => sampleOf(share, missingAs) ?? []);

/** @returns pass^k for each k up to the smallest number of tries of a test, at most 8 */
function passKOf(samples: readonly Sample[]): number[] {
  const most = Math.min(8, ...samples.map(({ tries }) => tries));
  const tallies = samples.map(({ passed, tries }) => ({ passed, failed: tries - passed }));
  return Array.from({ length: most }, (_, at) => passHatK(tallies, at + 1) ?? 0);
}
