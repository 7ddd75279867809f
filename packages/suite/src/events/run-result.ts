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

/** The result of a run. Outcomes are named as in the program by default, or as in wire.ts. */
export interface RunResult<O extends string = Outcome, S extends string = Standing> {
  status: 'queued' | 'running' | RunFinished['status'];
  startedAt?: number;
  finishedAt?: number;
  counts: RunCounts<O>;
  tests: TestResult<O, S>[];
  failure?: Failure;
  slowed?: Slowed;
  /** The measured status, if verdicts were overridden later. */
  measured?: RunFinished['status'];
}

/** Number of tests by outcome. `pending` includes running tests. */
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
  /** Number of tests skipped only because another test is marked `only`. Absent if 0. */
  leftOutByOnly?: number;
};

export interface TestResult<O extends string = Outcome, S extends string = Standing> {
  name: string;
  /** Key that identifies the test in the history; absent if it equals the name. */
  key?: string;
  outcome: S;
  attempt: number;
  /** True if the test is in quarantine and cannot make the run fail. */
  isQuarantined?: true;
  /** True if the test is skipped only because another test is marked `only`. */
  isLeftOutByOnly?: true;
  /** Likely mistakes in the suite, as sentences. */
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
  /** True if the test has the tag `must`: a gate requires it to pass on its own. */
  isMust?: true;
  /** Present if the test is repeated. `outcome` is then the verdict on all tries, and `steps` are those of `shownTry`. */
  repeat?: RepeatRule;
  /** The tries in order. Each is a conversation of its own. */
  tries?: TestResult<O, S>[];
  /** Number of the try whose steps the test shows, from 1. */
  shownTry?: number;
  /** Number of tries, from the first, that the verdict is based on. */
  judgedAfter?: number;
  /** The measured outcome, if the test or one of its steps was overridden. */
  measured?: O;
  /** The outcome that a person set for the whole test. */
  decided?: O;
  /** All overrides of the test and its steps, in order. */
  overrides?: VerdictOverride<O>[];
}

export type RequestResult = Omit<RequestFinished, 'type' | 'test' | 'attempt' | 'try'>;

/** An override of a verdict. */
export interface VerdictOverride<O extends string = Outcome> {
  at: number;
  /** Absent for the verdict on the whole test. */
  step?: number;
  from: O;
  to: O;
  /** True if the override was withdrawn, so the measured verdict applies again. */
  isTakenBack: boolean;
  reason: string;
  by: { id: string; name: string };
}

export interface StepResult<O extends string = Outcome, S extends string = Standing> {
  input: Input;
  /** The expectation in words. */
  expected: string;
  /** Position of the step in the text; absent in tests without blocks. */
  origin?: StepOrigin;
  outcome: S;
  sent?: string;
  startedAt?: number;
  finishedAt?: number;
  reply?: Reply;
  silence?: Silence;
  /** The request to the system of record, if the step is a check of it. */
  checked?: SentRequest;
  /** Values saved for later steps, by name. */
  saved?: Record<string, string>;
  /** Names of the metrics that the step measures; absent if there are none. */
  metrics?: string[];
  /** Metrics that the step measured. A metric without a value is missing. */
  measurements?: MetricReading[];
  /** Measurements of replaced plays, if the plays themselves are not kept. */
  earlierMeasurements?: MetricReading[];
  verdicts: Verdict[];
  failure?: Failure;
  evidence?: Evidence[];
  lostEvidence?: LostEvidence[];
  /** Plays of the same attempt that a later one replaced because `goto` returned to the step, in order. */
  earlierPlays?: StepResult<O, S>[];
  /** The measured outcome, if the step was overridden. */
  measured?: O;
}
