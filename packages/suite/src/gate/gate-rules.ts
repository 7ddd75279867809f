/** The rules of a gate, for a run and for its difference to another one. */
import type { GateSettings, Metric, RateRule } from '../format/model/gate.ts';
import { plainAmount } from '../tools/cost.ts';

export interface GateRules {
  /** The baseline: a file with a report, or a run of a server. */
  baseline?: string;
  /** Maximum age of a baseline in milliseconds; an older one shows too little. Default 7 days. */
  maxAgeMs: number;
  /** The question to answer: is the candidate worse in these tests (default), or in tests like these? */
  question: 'these tests' | 'tests like these';
  /** True to leave tests that were edited or are gone out of the comparison, instead of leaving the gate undecided. */
  leavesOutChangedTests: boolean;
  /** True to count the verdicts of a judge even though its error rate was not measured. */
  trustsJudges: boolean;
  /** Requires every test with the tag `must` to pass on its own. */
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

/** The rule if none is written: no more than ten points worse than the baseline. */
export const defaultRates: RateRule[] = [{ of: { kind: 'passed tries' }, noWorseBy: 0.1 }];

/** Completes the written rules of a gate; without any, the defaults apply. */
export function gateOf({ rules, ...others }: GateSettings = {}): GateRules {
  return {
    ...defaultGate,
    ...others,
    must: rules?.must ?? true,
    rates: rules?.rates ?? defaultRates,
  };
}

/** @returns for example "pass rate no worse by 10 points" */
export function ruleInWords({ of, atLeast, noWorseBy }: RateRule): string {
  const what = metricInWords(of);
  return atLeast === undefined
    ? `${what} no worse by ${points(noWorseBy ?? 0)}`
    : `${what} at least ${Number((atLeast * 100).toFixed(2))}%`;
}

/** @returns for example "tries within 2000 tokens" */
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

/** @returns true if two rules differ only in their limits */
export const asksTheSame = (one: RateRule, other: RateRule): boolean =>
  metricInWords(one.of) === metricInWords(other.of) &&
  (one.atLeast === undefined) === (other.atLeast === undefined);

/** @param share for example 0.1, which are 10 points */
export function points(share: number): string {
  const value = Number((share * 100).toFixed(1));
  return `${value} ${Math.abs(value) === 1 ? 'point' : 'points'}`;
}
