/**
 * Wald's sequential probability ratio test between two rates. It can be evaluated after every try, and its error rate at each
 * of the two rates is still at most about 5%.
 *
 * Source: A. Wald, "Sequential tests of statistical hypotheses", Annals of Mathematical Statistics 16 (1945), 117–186, for the
 * bounds; the exact probabilities are computed try by try (L. A. Aroian, "Sequential analysis, direct method", Technometrics 10
 * (1968), 125–132).
 */

import type { Interval } from './wilson-interval.ts';

export interface TwoRates {
  /** Rate that is good enough, below 1. */
  passRate: number;
  /** Rate that is not acceptable, above 0 and below `passRate`. */
  tolerate: number;
}

export interface Tally {
  passed: number;
  failed: number;
}

export type Decision = 'passed' | 'failed';

/** Target probability of a wrong pass (at `tolerate`), and of a wrong failure (at `passRate`). */
const alpha = 0.05;
const beta = 0.05;
const upper = Math.log((1 - beta) / alpha);
const lower = Math.log(beta / (1 - alpha));

const logRatio = ({ passed, failed }: Tally, { passRate, tolerate }: TwoRates): number =>
  passed * Math.log(passRate / tolerate) + failed * Math.log((1 - passRate) / (1 - tolerate));

/** @returns undefined if the tries do not decide yet */
export function decide(tally: Tally, rates: TwoRates): Decision | undefined {
  const ratio = logRatio(tally, rates);
  if (ratio >= upper) return 'passed';
  return ratio <= lower ? 'failed' : undefined;
}

/** @returns the number of further tries until a decision, if all of them pass or all of them fail */
export function fewestTriesToDecide(tally: Tally, rates: TwoRates): Record<Decision, number> {
  const ratio = logRatio(tally, rates);
  const { passRate, tolerate } = rates;
  const passes = Math.ceil((upper - ratio) / Math.log(passRate / tolerate));
  const failures = Math.ceil((lower - ratio) / Math.log((1 - passRate) / (1 - tolerate)));
  return { passed: Math.max(0, passes), failed: Math.max(0, failures) };
}

/** Behavior of the test for an agent with a given pass rate: the probability of each end. */
export interface OperatingCharacteristic extends Record<Decision | 'undecided', number> {
  /** Mean number of tries until the test is decided or all tries are used. */
  meanTries: number;
}

/** Computes the exact probabilities of a test with at most `maxTries` independent tries. */
export function operatingCharacteristic(
  rate: number,
  rates: TwoRates,
  maxTries: number,
): OperatingCharacteristic {
  const found = { passed: 0, failed: 0, undecided: 1, meanTries: 0 };
  for (const step of decisions({ passed: 0, failed: 0 }, rate, rates, maxTries)) {
    // Tests that are still open need one more try.
    found.meanTries += found.undecided;
    found.passed += step.passed;
    found.failed += step.failed;
    found.undecided = step.open;
  }
  return found;
}

/** Range of further tries after which a test would be decided at the rate seen so far. */
export type Outlook = { from: number; to: number } | 'between';

/**
 * Predicts the middle half of the numbers of further tries. The result is `between` if fewer than three of four such tests
 * would be decided within `within` tries, because the rate lies between the two.
 */
export function outlook(tally: Tally, rates: TwoRates, within: number): Outlook {
  const rate = tally.passed / (tally.passed + tally.failed);
  let decided = 0;
  let tries = 0;
  let from: number | undefined;
  for (const { passed, failed } of decisions(tally, rate, rates, within)) {
    tries += 1;
    decided += passed + failed;
    if (decided >= 0.25) from ??= tries;
    if (from !== undefined && decided >= 0.75) return { from, to: tries };
  }
  return 'between';
}

/**
 * Computes the two-sided 95% interval of the rate after a test that may have stopped early. Possible ends are ordered by the
 * decision, then by how early it came; ends without a decision are between, ordered by passes.
 *
 * Source: D. Siegmund, "Estimation following sequential tests", Biometrika 65 (1978), 341–349.
 * @param tally the tally at the end of the test
 */
export function sequentialInterval(tally: Tally, rates: TwoRates, maxTries: number): Interval {
  const end = decide(tally, rates);
  const tries = tally.passed + tally.failed;
  const ends = endsOf(rates, maxTries).map(({ decision, ...one }) => ({
    ...one,
    side:
      decision !== undefined
        ? sideOf(decision, end, one.tries, tries)
        : end === undefined
          ? compared(one.tries - one.failed, tally.passed)
          : sideOfOpen[end],
  }));
  /** Probabilities, at a given rate, of an end on the higher side, on the lower side, and of exactly this one. */
  const chances = (rate: number) => {
    const found = { higher: 0, same: 0, lower: 0 };
    const [ofPass, ofFailure] = [Math.log(rate), Math.log(1 - rate)];
    for (const one of ends) {
      const { failed, logPaths } = one;
      found[one.side] += Math.exp(logPaths + (one.tries - failed) * ofPass + failed * ofFailure);
    }
    return found;
  };
  return {
    low: rateAt((rate) => chances(rate).higher + chances(rate).same, tail, 0),
    high: rateAt((rate) => -(chances(rate).lower + chances(rate).same), -tail, 1),
  };
}

const tail = 0.025;

/** A way in which a test can end, with the number of orders of its tries that lead there. */
interface End {
  /** Absent if the tries were used up without a decision. */
  decision: Decision | undefined;
  tries: number;
  failed: number;
  logPaths: number;
}

/**
 * @returns all possible ends. The numbers of orders do not depend on the rate, so many rates can be compared at little cost.
 */
function endsOf(rates: TwoRates, maxTries: number): End[] {
  const ends: End[] = [];
  /**
   * Logarithm of the number of orders that lead to each number of failures without a decision so far. Logarithms are used
   * because the numbers are huge.
   */
  let open = new Map([[0, 0]]);
  for (let tries = 1; tries <= maxTries; tries += 1) {
    const next = new Map<number, number>();
    for (const [failures, logPaths] of open) {
      for (const failed of [failures, failures + 1]) {
        const decision = decide({ passed: tries - failed, failed }, rates);
        if (decision) ends.push({ decision, tries, failed, logPaths });
        else next.set(failed, logSum(next.get(failed), logPaths));
      }
    }
    open = next;
  }
  for (const [failed, logPaths] of open)
    ends.push({ decision: undefined, tries: maxTries, failed, logPaths });
  return ends;
}

/** @returns the logarithm of the sum of two numbers, given their logarithms */
export function logSum(one: number | undefined, other: number): number {
  if (one === undefined) return other;
  return Math.max(one, other) + Math.log1p(Math.exp(-Math.abs(one - other)));
}

type Side = 'higher' | 'same' | 'lower';

/** Side of each decision on which an end without a decision lies. */
const sideOfOpen = { passed: 'lower', failed: 'higher' } as const;

/** @returns the side of the observed end on which a decided end lies */
function sideOf(
  decision: Decision,
  seen: Decision | undefined,
  tries: number,
  seenTries: number,
): Side {
  if (decision !== seen) return decision === 'passed' ? 'higher' : 'lower';
  const side = compared(seenTries, tries);
  if (side === 'same' || decision === 'passed') return side;
  return side === 'higher' ? 'lower' : 'higher';
}

function compared(one: number, other: number): Side {
  if (one === other) return 'same';
  return one > other ? 'higher' : 'lower';
}

/** @returns the rate at which an increasing function reaches a value; `otherwise` if it does not */
function rateAt(rising: (rate: number) => number, value: number, otherwise: 0 | 1): number {
  const edge = 1e-9;
  if (otherwise === 0 && rising(edge) >= value) return 0;
  if (otherwise === 1 && rising(1 - edge) <= value) return 1;
  let [from, to] = [edge, 1 - edge];
  for (let halved = 0; halved < 40; halved += 1) {
    const middle = (from + to) / 2;
    if (rising(middle) < value) from = middle;
    else to = middle;
  }
  return (from + to) / 2;
}

/** Yields, for each further try, the probabilities that it decides the test and that the test is still open after it. */
function* decisions(
  tally: Tally,
  rate: number,
  rates: TwoRates,
  tries: number,
): Generator<Record<Decision | 'open', number>> {
  /** Probability of each number of failures among the further tries, as long as nothing is decided. */
  let open = new Map([[0, 1]]);
  for (let done = 1; done <= tries; done += 1) {
    const next = new Map<number, number>();
    const ended = { passed: 0, failed: 0 };
    for (const [failures, chance] of open) {
      for (const [more, share] of [
        [0, rate],
        [1, 1 - rate],
      ] as const) {
        const failed = failures + more;
        const of = chance * share;
        if (of === 0) continue;
        const now = { passed: tally.passed + done - failed, failed: tally.failed + failed };
        const decision = decide(now, rates);
        if (decision) ended[decision] += of;
        else next.set(failed, (next.get(failed) ?? 0) + of);
      }
    }
    open = next;
    const left = [...open.values()].reduce((sum, chance) => sum + chance, 0);
    yield { ...ended, open: left };
  }
}
