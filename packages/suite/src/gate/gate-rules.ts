/** What a gate asks of a run, and of the difference to another one. */

export interface GateRules {
  /** The baseline: a file with a report, or a run of a server. */
  baseline?: string;
  /** Age in milliseconds from which on a baseline shows too little. Default 7 days. */
  maxAgeMs: number;
  /** The question that is asked: is it worse in these tests, which is the default, or in tests like these? */
  question: 'these tests' | 'tests like these';
  /** Tests that were edited or are gone are left out of the comparison, instead of leaving the gate undecided. */
  leavesOutChangedTests: boolean;
  /** Verdicts of a judge count, although nobody measured how often it is wrong. */
  trustsJudges: boolean;
  /** Every test with the tag `must` has to pass alone. */
  must: boolean;
  rates: RateRule[];
}

/** A rule on a share: of tries that pass, or of replies that come in time. */
export interface RateRule {
  of: { kind: 'passed tries' } | { kind: 'replies in time'; withinMs: number };
  /** A share that it has to reach, above 0 and below 1. */
  atLeast?: number;
  /** The margin by which it may be lower than the baseline's, above 0 and below 1. */
  noWorseBy?: number;
}

const day = 24 * 60 * 60_000;

export const defaultGate: GateRules = {
  maxAgeMs: 7 * day,
  question: 'these tests',
  leavesOutChangedTests: false,
  trustsJudges: false,
  must: true,
  rates: [],
};

/** The rule if none is written: no more than ten points worse than the baseline. */
export const defaultRates: RateRule[] = [{ of: { kind: 'passed tries' }, noWorseBy: 0.1 }];

/** @returns for example "pass rate no worse by 10 points" */
export function ruleInWords({ of, atLeast, noWorseBy }: RateRule): string {
  const what =
    of.kind === 'passed tries'
      ? 'pass rate'
      : `replies within ${Number((of.withinMs / 1000).toFixed(3))} s`;
  return atLeast === undefined
    ? `${what} no worse by ${points(noWorseBy ?? 0)}`
    : `${what} at least ${Number((atLeast * 100).toFixed(2))} %`;
}

/** @param share for example 0.1, which are 10 points */
export function points(share: number): string {
  const value = Number((share * 100).toFixed(1));
  return `${value} ${Math.abs(value) === 1 ? 'point' : 'points'}`;
}
