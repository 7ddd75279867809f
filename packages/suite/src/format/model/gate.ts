/** A gate as written in a suite or a file; omitted settings default to `defaultGate`. */
import type { TokenKind } from '../../tools/token-use.ts';

export interface GateSettings {
  /** The baseline: a file with a report, or a run of a server. */
  baseline?: string;
  /** Maximum age of a baseline in milliseconds; an older one shows too little. */
  maxAgeMs?: number;
  question?: 'these tests' | 'tests like these';
  leavesOutChangedTests?: boolean;
  trustsJudges?: boolean;
  /** The rules of the gate; absent if none are written. */
  rules?: WrittenRules;
}

export interface WrittenRules {
  /** Requires every test with the tag `must` to pass on its own. */
  must: boolean;
  rates: RateRule[];
}

/** What a share is measured of. */
export type Metric =
  | { kind: 'passed tries' }
  | { kind: 'replies in time'; withinMs: number }
  | EvidenceMetric
  | NumberMetric;

/** Shares of tries by what their replies show of tools, tokens and cost. */
export type EvidenceMetric =
  | { kind: 'tries without tool errors' }
  | { kind: 'tries within tokens'; of: TokenKind; tokens: number }
  | { kind: 'tries within cost'; amount: number; currency: string };

/** Tries whose number keeps a limit: `tries with accuracy >= 0.8`. */
export interface NumberMetric {
  kind: 'tries with metric';
  name: string;
  operator: '<' | '<=' | '>' | '>=';
  limit: number;
}

/** A rule on a share. */
export interface RateRule {
  of: Metric;
  /** A share that it has to reach, above 0 and below 1. */
  atLeast?: number;
  /** Maximum margin by which the share may be lower than the baseline's, above 0 and below 1. */
  noWorseBy?: number;
}

/** True if a rule is about what replies show of tools, tokens and cost. */
export const asksForEvidence = ({ rules }: GateSettings = {}): boolean =>
  rules?.rates.some(
    ({ of }) =>
      of.kind === 'tries without tool errors' ||
      of.kind === 'tries within tokens' ||
      of.kind === 'tries within cost',
  ) ?? false;
