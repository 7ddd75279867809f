/** What a run's events fold to; see fold.ts. */

import type { RepeatRule } from '../format/model/repeat.ts';
import type { Input, StepOrigin } from '../format/model/suite.ts';
import type { Reply, Verdict } from '../match/matcher.ts';
import type { Silence } from '../match/turn.ts';
import type { MetricReading } from '../metrics/metric-source.ts';
import type { SentRequest } from '../requests/system-request.ts';
import type { Failure } from './failure.ts';
import type { Outcome, Standing } from './outcome.ts';
import type { Evidence, LostEvidence, RequestFinished, RunFinished, Slowed } from './run-event.ts';

/** Named with the outcomes of the program, or with those of wire.ts. */
export interface RunResult<O extends string = Outcome, S extends string = Standing> {
  status: 'queued' | 'running' | RunFinished['status'];
  startedAt?: number;
  finishedAt?: number;
  counts: RunCounts<O>;
  tests: TestResult<O, S>[];
  failure?: Failure;
  slowed?: Slowed;
  /** Its measured outcome, if verdicts were overridden since. */
  measured?: RunFinished['status'];
}

/** Tests by outcome. `pending` counts those that neither ended nor were skipped. */
export type RunCounts<O extends string = Outcome> = Record<O, number> & {
  total: number;
  skipped: number;
  pending: number;
  /** Tests in quarantine that did not pass; they are not among `failed` and `error`. Absent for none. */
  quarantined?: number;
  /** Checks, not tests, that passed but could not have failed. Absent for none. */
  vacuous?: number;
  /** Tests that passed without an assertion: all they show is that the bot answered. Absent for none. */
  unasserted?: number;
  /** Tests among the skipped that only another test's `only` left out. Absent for none. */
  leftOutByOnly?: number;
};

export interface TestResult<O extends string = Outcome, S extends string = Standing> {
  name: string;
  /** What its history is kept under; absent where that is its name. */
  key?: string;
  outcome: S;
  attempt: number;
  /** It does not make the run fail. */
  isQuarantined?: true;
  /** True if it was skipped because another test is marked `only`, not because of its own mark. */
  isLeftOutByOnly?: true;
  /** What the suite may have got wrong, in words. */
  warnings?: string[];
  /** Assertions that were evaluated; absent while that is not known. */
  checks?: number;
  startedAt?: number;
  finishedAt?: number;
  /** What was sent before and after the conversation, in order; absent for nothing. */
  requests?: RequestResult[];
  steps: StepResult<O, S>[];
  failure?: Failure;
  evidence?: Evidence[];
  lostEvidence?: LostEvidence[];
  /** Attempts that a later one replaced, in order. */
  earlierAttempts?: TestResult<O, S>[];
  /** It has the tag `must`: a gate asks for it alone. */
  isMust?: true;
  /** Present if it is repeated. Its outcome is the verdict on all tries; its steps are those of `shownTry`. */
  repeat?: RepeatRule;
  /** Its tries in order, each a conversation. */
  tries?: TestResult<O, S>[];
  /** Number of the try whose steps it shows, from 1. */
  shownTry?: number;
  /** Tries, from the first, that its verdict rests on. */
  judgedAfter?: number;
  /** Its measured outcome, if it or one of its steps was overridden. */
  measured?: O;
  /** The override of the whole test's verdict. */
  decided?: O;
  /** Every override of it and its steps, in order. */
  overrides?: VerdictOverride<O>[];
}

export type RequestResult = Omit<RequestFinished, 'type' | 'test' | 'attempt' | 'try'>;

/** Override of a verdict: by whom, when, why, and from which outcome to which. */
export interface VerdictOverride<O extends string = Outcome> {
  at: number;
  /** Absent for the verdict on the whole test. */
  step?: number;
  from: O;
  to: O;
  /** The measured verdict applies again. */
  isTakenBack: boolean;
  reason: string;
  by: { id: string; name: string };
}

export interface StepResult<O extends string = Outcome, S extends string = Standing> {
  input: Input;
  /** The expectation in words. */
  expected: string;
  /** Place of the step in the suite's text; absent in a test without blocks. */
  origin?: StepOrigin;
  outcome: S;
  sent?: string;
  startedAt?: number;
  finishedAt?: number;
  reply?: Reply;
  silence?: Silence;
  /** What was asked of the system of record, where the step is a check of it. */
  checked?: SentRequest;
  /** Values that were kept for later steps. */
  saved?: Record<string, string>;
  /** Names of the metrics that it measures; absent for none. */
  metrics?: string[];
  /** What it measured; one without a value is missing. */
  measurements?: MetricReading[];
  /** What replaced plays measured, where these are not kept. */
  earlierMeasurements?: MetricReading[];
  verdicts: Verdict[];
  failure?: Failure;
  evidence?: Evidence[];
  lostEvidence?: LostEvidence[];
  /** Plays of the same attempt that a later one replaced, in order: `goto` came back here. */
  earlierPlays?: StepResult<O, S>[];
  /** Its measured outcome, if it was overridden. */
  measured?: O;
}
