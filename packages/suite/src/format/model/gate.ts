/** The settings of a gate, from a suite or a file. Omitted settings default to `defaultGate`. */
import type { TokenKind } from '../../tools/token-use.ts';

export interface GateSettings {
  /** The baseline: a report file, or a run on a server. */
  baseline?: string;
  /** Maximum age of the baseline in milliseconds. An older baseline proves too little. */
  maxAgeMs?: number;
  question?: 'these tests' | 'tests like these';
  leavesOutChangedTests?: boolean;
  trustsJudges?: boolean;
  /** Rules of the gate; absent if none are written. */
  rules?: WrittenRules;
}

export interface WrittenRules {
  /** True if every test with the tag `must` has to pass on its own. */
  must: boolean;
  rates: RateRule[];
}

/** Metric whose share a rule is about. */
export type Metric =
  | { kind: 'passed tries' }
  | { kind: 'replies in time'; withinMs: number }
  | EvidenceMetric
  | NumberMetric;

/** Shares of tries, measured on the tools, tokens or cost that their replies report. */
export type EvidenceMetric =
  | { kind: 'tries without tool errors' }
  | { kind: 'tries within tokens'; of: TokenKind; tokens: number }
  | { kind: 'tries within cost'; amount: number; currency: string };

/** Share of tries whose metric meets a limit: `tries with accuracy >= 0.8`. */
export interface NumberMetric {
  kind: 'tries with metric';
  name: string;
  operator: '<' | '<=' | '>' | '>=';
  limit: number;
}

/** A rule about a share. */
export interface RateRule {
  of: Metric;
  /** Minimum share, above 0 and below 1. */
  atLeast?: number;
  /** Maximum margin by which the share can be lower than the baseline's, above 0 and below 1. */
  noWorseBy?: number;
}

/** @returns true if a rule depends on the tools, tokens or cost that replies report */
export const asksForEvidence = ({ rules }: GateSettings = {}): boolean =>
  rules?.rates.some(
    ({ of }) =>
      of.kind === 'tries without tool errors' ||
      of.kind === 'tries within tokens' ||
      of.kind === 'tries within cost',
  ) ?? false;
