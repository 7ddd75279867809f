/** Rules of a gate: about a run, and about its difference from a baseline. */
import type { GateSettings, Metric, RateRule } from '../format/model/gate.ts';
import { plainAmount } from '../tools/cost.ts';

export interface GateRules {
  /** The baseline: a report file, or a run on a server. */
  baseline?: string;
  /** Maximum age of the baseline in milliseconds. An older baseline proves too little. Default 7 days. */
  maxAgeMs: number;
  /** Question to answer: is the candidate worse in these tests (default), or in tests like these? */
  question: 'these tests' | 'tests like these';
  /** True to leave tests that were edited or removed out of the comparison. Otherwise they leave the gate undecided. */
  leavesOutChangedTests: boolean;
  /** True to count the verdicts of judges whose error rate was not measured. */
  trustsJudges: boolean;
  /** True if every test with the tag `must` has to pass on its own. */
  must: boolean;
  rates: RateRule[];
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

/** Rules for a gate that has none: the pass rate is no more than ten points worse than the baseline's. */
export const defaultRates: RateRule[] = [{ of: { kind: 'passed tries' }, noWorseBy: 0.1 }];

/** Adds the defaults to the written settings of a gate. */
export function gateOf({ rules, ...others }: GateSettings = {}): GateRules {
  return {
    ...defaultGate,
    ...others,
    must: rules?.must ?? true,
    rates: rules?.rates ?? defaultRates,
  };
}

/** @returns the rule in words, for example "pass rate no worse by 10 points" */
export function ruleInWords({ of, atLeast, noWorseBy }: RateRule): string {
  const what = metricInWords(of);
  return atLeast === undefined
    ? `${what} no worse by ${points(noWorseBy ?? 0)}`
    : `${what} at least ${Number((atLeast * 100).toFixed(2))}%`;
}

/** @returns the metric in words, for example "tries within 2000 tokens" */
export function metricInWords(of: Metric): string {
  switch (of.kind) {
    case 'passed tries':
      return 'pass rate';
    case 'replies in time':
      return `replies within ${Number((of.withinMs / 1000).toFixed(3))} s`;
    case 'tries without tool errors':
      return of.kind;
    case 'tries within tokens':
      return `tries within ${of.tokens} ${of.of === 'total' ? '' : `${of.of} `}tokens`;
    case 'tries with metric':
      return `tries with ${of.name} ${of.operator} ${of.limit}`;
    case 'tries within cost':
      return `tries within ${plainAmount(of.amount)} ${of.currency}`;
  }
}

/** @returns true if two rules differ at most in the size of their limit */
export const asksTheSame = (one: RateRule, other: RateRule): boolean =>
  metricInWords(one.of) === metricInWords(other.of) &&
  (one.atLeast === undefined) === (other.atLeast === undefined);

/** @param share difference of two shares, for example 0.1 for "10 points" */
export function points(share: number): string {
  const value = Number((share * 100).toFixed(1));
  return `${value} ${Math.abs(value) === 1 ? 'point' : 'points'}`;
}
