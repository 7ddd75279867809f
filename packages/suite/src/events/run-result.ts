/** The result of folding a run's events; see fold.ts. */

import type { RepeatRule } from '../format/model/repeat.ts';
import type { Input, StepOrigin } from '../format/model/suite.ts';
import type { Reply, Verdict } from '../match/matcher.ts';
import type { Silence } from '../match/turn.ts';
import type { MetricReading } from '../metrics/metric-source.ts';
import type { SentRequest } from '../requests/system-request.ts';
import type { Failure } from './failure.ts';
import type { Outcome, Standing } from './outcome.ts';
import type { Evidence, LostEvidence, RequestFinished, RunFinished, Slowed } from './run-event.ts';

/** The result of a run, with outcomes named as in the program or as in wire.ts. */
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
  /** Number of tests in quarantine that did not pass; they do not count as `failed` or `error`. Absent if 0. */
  quarantined?: number;
  /** Number of checks, not tests, that passed but could not have failed. Absent if 0. */
  vacuous?: number;
  /** Number of tests that passed without an assertion: they only show that the bot answered. Absent if 0. */
  unasserted?: number;
  /** Number of skipped tests that only another test's `only` left out. Absent if 0. */
  leftOutByOnly?: number;
};

export interface TestResult<O extends string = Outcome, S extends string = Standing> {
  name: string;
  /** Key under which its history is kept; absent if that is its name. */
  key?: string;
  outcome: S;
  attempt: number;
  /** True if it cannot make the run fail. */
  isQuarantined?: true;
  /** True if it was skipped because another test is marked `only`, not because of its own mark. */
  isLeftOutByOnly?: true;
  /** Likely mistakes in the suite, in words. */
  warnings?: string[];
  /** Number of evaluated assertions; absent while unknown. */
  checks?: number;
  startedAt?: number;
  finishedAt?: number;
  /** Requests before and after the conversation, in order; absent if there were none. */
  requests?: RequestResult[];
  steps: StepResult<O, S>[];
  failure?: Failure;
  evidence?: Evidence[];
  lostEvidence?: LostEvidence[];
  /** Attempts that a later one replaced, in order. */
  earlierAttempts?: TestResult<O, S>[];
  /** True if it has the tag `must`: a gate requires it to pass on its own. */
  isMust?: true;
  /** Present if it is repeated. Its outcome is the verdict on all tries; its steps are those of `shownTry`. */
  repeat?: RepeatRule;
  /** Its tries in order, each a conversation. */
  tries?: TestResult<O, S>[];
  /** Number of the try whose steps it shows, from 1. */
  shownTry?: number;
  /** Number of tries, from the first, on which its verdict rests. */
  judgedAfter?: number;
  /** Its measured outcome, if it or one of its steps was overridden. */
  measured?: O;
  /** The override of the whole test's verdict. */
  decided?: O;
  /** Every override of it and its steps, in order. */
  overrides?: VerdictOverride<O>[];
}

export type RequestResult = Omit<RequestFinished, 'type' | 'test' | 'attempt' | 'try'>;

/** Override of a verdict: the person, time, reason, and the outcomes before and after. */
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
  /** The request to the system of record, if the step is a check of it. */
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
  /** Plays of the same attempt that were replaced by a later one, in order, because `goto` returned here. */
  earlierPlays?: StepResult<O, S>[];
  /** Its measured outcome, if it was overridden. */
  measured?: O;
}
