/** Tests if the pass rate of one version is lower than that of another by less than a margin. */
import tCdf from '@stdlib/stats-base-dists-t-cdf';
import { differenceOf, type RatePair, rateOf, type Sample } from './paired-rates.ts';

/**
 * @returns the one-sided p-value of "the candidate's rate is not lower by `margin` or more". It is the larger of two: one
 * allows for too few tries (exact, over all tries, whose number is reduced as far as tests scatter more than independent tries
 * would), the other for differences between tests (Student's t over tests). If all differences are alike, the second alone
 * would be certain after only two tests.
 * @param margin above 0, below 1
 */
export function noWorseThan(pairs: readonly RatePair[], margin: number): number {
  return Math.max(byTries(pairs, margin), pairs.length > 1 ? byTests(pairs, margin) : 0);
}

/**
 * Student's t-test of the mean difference.
 *
 * Source: Student, "The probable error of a mean", Biometrika 6 (1908), 1–25.
 */
function byTests(pairs: readonly RatePair[], margin: number): number {
  return 1 - chanceBelowMean(pairs.map(differenceOf), -margin);
}

/** @returns the probability that a sample of tests has at most the observed mean, if the mean of all tests is `mean` */
export function chanceBelowMean(values: readonly number[], mean: number): number {
  const { mean: seen, variance } = momentsOf(values);
  if (variance === 0) return seen > mean ? 1 : 0;
  return tCdf((seen - mean) / Math.sqrt(variance / values.length), values.length - 1);
}

function momentsOf(values: readonly number[]): { mean: number; variance: number } {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return { mean, variance: values.length > 1 ? squares / (values.length - 1) : 0 };
}

/**
 * Tests the pooled tries. Rates that differ between tests only make the sums scatter less than binomial ones (W. Hoeffding,
 * 1956).
 */
function byTries(pairs: readonly RatePair[], margin: number): number {
  const samples = pairs.flatMap(({ baseline, candidate }) => [baseline, candidate]);
  const share = 1 / Math.max(scatterOf(pairs), resemblanceAssumed(samples));
  const [base, cand] = (['baseline', 'candidate'] as const).map((version) => ({
    tries: Math.floor(evenTries(pairs.map((pair) => pair[version])) * share + 1e-9),
    rate: pairs.reduce((sum, pair) => sum + rateOf(pair[version]), 0) / pairs.length,
  })) as [Pooled, Pooled];
  if (base.tries === 0 || cand.tries === 0) return 1;
  return exactNoWorse(
    { passed: Math.min(base.tries, Math.ceil(base.rate * base.tries - 1e-9)), tries: base.tries },
    { passed: Math.max(0, Math.floor(cand.rate * cand.tries + 1e-9)), tries: cand.tries },
    margin,
  );
}

/**
 * @returns the number of evenly spread tries that would give the mean of the tests' rates the same certainty. Many tries of one
 * test add no certainty to tests with few.
 */
export function evenTries(samples: readonly Sample[]): number {
  return samples.length ** 2 / samples.reduce((sum, { tries }) => sum + 1 / tries, 0);
}

interface Pooled {
  tries: number;
  rate: number;
}

/**
 * @returns the factor by which the differences scatter more than those of independent tries, at least 1. It exceeds 1 if the
 * tries of a test resemble each other, or if a change affects some tests more than others.
 *
 * Source: P. McCullagh, J. A. Nelder, *Generalized linear models* (2nd ed. 1989), §4.5.
 */
function scatterOf(pairs: readonly RatePair[]): number {
  const { variance } = momentsOf(pairs.map(differenceOf));
  const expected =
    pairs.reduce((sum, { baseline, candidate }) => {
      const rate =
        (rateOf(baseline) * baseline.tries + rateOf(candidate) * candidate.tries) /
        (baseline.tries + candidate.tries);
      return sum + Math.max(0, rate * (1 - rate)) * (1 / baseline.tries + 1 / candidate.tries);
    }, 0) / pairs.length;
  return expected === 0 ? 1 : Math.max(1, variance / expected);
}

/**
 * Keeps the rates, but reduces the tries to the number that would be independent if the tries of a test resembled each other.
 */
export function fewerTries(pairs: readonly RatePair[]): RatePair[] {
  const share = 1 / resemblanceAssumed(pairs.flatMap((pair) => [pair.baseline, pair.candidate]));
  const fewer = (sample: Sample): Sample => {
    const tries = Math.max(1, Math.floor(sample.tries * share));
    return { passed: Math.round(rateOf(sample) * tries), tries };
  };
  return pairs.map((pair) => ({
    baseline: fewer(pair.baseline),
    candidate: fewer(pair.candidate),
  }));
}

/**
 * @returns the assumed design effect of tries that resemble each other (L. Kish, *Survey sampling*, 1965, §5.4), at least 1. It
 * has to be assumed, because without failures nothing shows if they would come in clusters. The assumed intraclass correlation
 * is 0.2. It decreases with the number of tests with failures, which show the real one: five such tests count as much as the
 * assumption.
 */
export function resemblanceAssumed(samples: readonly Sample[]): number {
  const withFailures = samples.filter(({ passed, tries }) => passed < tries).length;
  const tries = samples.reduce((sum, sample) => sum + sample.tries, 0) / samples.length;
  return 1 + Math.max(0, tries - 1) * 0.2 * (5 / (5 + withFailures));
}

/**
 * The exact unconditional test of "the candidate's rate is lower by `margin` or more". The p-value is the highest probability,
 * over all such pairs of rates, of a score at least as favorable as the observed one.
 *
 * Source: I. S. F. Chan, "Exact tests of equivalence and efficacy with a non-zero lower bound for comparative studies",
 * Statistics in Medicine 17 (1998), 1403–1413; the score is that of C. P. Farrington, G. Manning, Statistics in Medicine 9
 * (1990), 1447–1454.
 */
export function exactNoWorse(
  baseline: { passed: number; tries: number },
  candidate: { passed: number; tries: number },
  margin: number,
): number {
  const seen = score(baseline.passed, candidate.passed, baseline.tries, candidate.tries, margin);
  if (seen <= 0) return 1;
  /** Fewest passes of the candidate that are as favorable, by number of passes of the baseline. */
  const fewest: number[] = [];
  let passes = 0;
  for (let passed = 0; passed <= baseline.tries; passed += 1) {
    while (
      passes <= candidate.tries &&
      score(passed, passes, baseline.tries, candidate.tries, margin) < seen - 1e-9
    )
      passes += 1;
    fewest.push(passes);
  }
  const at = (rate: number) => {
    const of = binomial(baseline.tries, rate);
    const against = binomial(candidate.tries, rate - margin);
    let chance = 0;
    let [tail, next] = [0, against.chances.length - 1 + against.from];
    // From many passes of the baseline to few, so that the tail of the candidate only grows.
    for (let k = of.chances.length - 1; k >= 0; k -= 1) {
      const from = fewest[of.from + k] ?? Number.POSITIVE_INFINITY;
      while (next >= from && next >= against.from) {
        tail += against.chances[next - against.from] ?? 0;
        next -= 1;
      }
      chance += (of.chances[k] ?? 0) * tail;
    }
    return chance;
  };
  let worst = 0;
  const steps = 200;
  for (let step = 0; step <= steps; step += 1)
    worst = Math.max(worst, at(margin + ((1 - margin) * step) / steps));
  return Math.min(1, worst);
}

/** @returns the probabilities of the numbers of passes that are not negligible: within 9 standard deviations, plus 9 */
export function binomial(tries: number, rate: number): { from: number; chances: Float64Array } {
  const mean = tries * rate;
  const reach = 9 * Math.sqrt(tries * rate * (1 - rate)) + 9;
  const from = Math.max(0, Math.floor(mean - reach));
  const to = Math.min(tries, Math.ceil(mean + reach));
  const chances = new Float64Array(to - from + 1);
  if (rate <= 0 || rate >= 1) {
    chances[(rate <= 0 ? 0 : tries) - from] = 1;
    return { from, chances };
  }
  const mode = Math.min(to, Math.max(from, Math.floor((tries + 1) * rate)));
  const odds = rate / (1 - rate);
  chances[mode - from] = 1;
  for (let k = mode; k < to; k += 1)
    chances[k + 1 - from] = ((chances[k - from] ?? 0) * odds * (tries - k)) / (k + 1);
  for (let k = mode; k > from; k -= 1)
    chances[k - 1 - from] = ((chances[k - from] ?? 0) * k) / (odds * (tries - k + 1));
  let sum = 0;
  for (const chance of chances) sum += chance;
  for (let at = 0; at < chances.length; at += 1) chances[at] = (chances[at] ?? 0) / sum;
  return { from, chances };
}

/**
 * @returns the distance of the difference from −margin in standard errors, at the most likely rates that differ by the margin
 */
function score(
  basePassed: number,
  candidatePassed: number,
  baseTries: number,
  candidateTries: number,
  margin: number,
): number {
  const base = basePassed / baseTries;
  const candidate = candidatePassed / candidateTries;
  const restricted = likeliestRate(candidate, base, candidateTries, baseTries, -margin);
  const shifted = Math.min(1, restricted + margin);
  const variance =
    (restricted * (1 - restricted)) / candidateTries + (shifted * (1 - shifted)) / baseTries;
  const distance = candidate - base + margin;
  if (variance <= 0) return Math.abs(distance) < 1e-12 ? 0 : Math.sign(distance) * 1e9;
  return distance / Math.sqrt(variance);
}

/** @returns the most likely first rate if it exceeds the second by `by`: the cubic of Farrington and Manning */
function likeliestRate(
  one: number,
  other: number,
  ofOne: number,
  ofOther: number,
  by: number,
): number {
  const theta = ofOther / ofOne;
  const a = 1 + theta;
  const b = -(1 + theta + one + theta * other + by * (theta + 2));
  const c = by * by + by * (2 * one + theta + 1) + one + theta * other;
  const d = -one * by * (1 + by);
  const v = b ** 3 / (3 * a) ** 3 - (b * c) / (6 * a * a) + d / (2 * a);
  const u = (v >= 0 ? 1 : -1) * Math.sqrt(Math.max(0, b ** 2 / (3 * a) ** 2 - c / (3 * a)));
  const w =
    u === 0 ? Math.PI / 3 : (Math.PI + Math.acos(Math.min(1, Math.max(-1, v / u ** 3)))) / 3;
  const rate = 2 * u * Math.cos(w) - b / (3 * a);
  return Math.min(Math.min(1, 1 + by), Math.max(Math.max(0, by), rate));
}
