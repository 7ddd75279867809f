/**
 * Events of a run. The engine emits these and nothing else; the store, the live view, the console and every report consume
 * them. Folding the events of a run gives its result (fold.ts).
 *
 * `at` is in milliseconds since the epoch. `test` is the index of the test in the plan, `step` the index of the interaction in
 * its test. `attempt` counts from 1. A later attempt of a test or of one of its tries replaces the earlier one in the result,
 * but the earlier events are kept. `try` counts from 1 and is present if the test is repeated: each try is a conversation of
 * its own, and `test.judged` is the verdict on all of them.
 */

import type { RepeatRule } from '../format/model/repeat.ts';
import type { Input, StepOrigin } from '../format/model/suite.ts';
import type { Reply, Verdict } from '../match/matcher.ts';
import type { Silence } from '../match/turn.ts';
import type { MetricReading } from '../metrics/metric-source.ts';
import type { SentRequest } from '../requests/system-request.ts';
import type { EvidenceKindName } from './evidence/kinds.ts';
import type { Failure } from './failure.ts';
import type { Ending, Outcome } from './outcome.ts';

export type RunEvent<O extends string = Outcome> =
  | RunStarted
  | TestStarted
  | RequestFinished
  | StepStarted
  | StepFinished<O>
  | StepRevised<O>
  | TestFinished<O>
  | TestJudged<O>
  | RunFinished
  | VerdictOverridden;

export interface RunStarted {
  type: 'run.started';
  at: number;
  /** All tests of this run in order, including skipped ones. */
  tests: {
    name: string;
    /** Key that identifies the test in the history; absent if it equals the name. */
    key?: string;
    mode: 'run' | 'skipped';
    /** True if the test is skipped only because another test is marked `only`. */
    isLeftOutByOnly?: true;
    /** Likely mistakes in the suite, as sentences. They do not affect the outcome. */
    warnings?: string[];
    /** True if the test is in quarantine: it runs but cannot make the run fail. */
    isQuarantined?: true;
    /** Repeat rule of the test; absent if it is not repeated. */
    repeat?: RepeatRule;
    /** True if the test has the tag `must`: a gate requires it to pass on its own. */
    isMust?: true;
    /** `origin`: where the step is written; present in tests that use blocks. */
    /** `metrics`: names of the metrics that the step measures. */
    steps: { input: Input; expected: string; origin?: StepOrigin; metrics?: string[] }[];
  }[];
}

export interface TestStarted {
  type: 'test.started';
  at: number;
  test: number;
  attempt: number;
  try?: number;
}

/** A request before or after the conversation of a test. */
export interface RequestFinished {
  type: 'request.finished';
  at: number;
  test: number;
  attempt: number;
  try?: number;
  when: 'before' | 'after';
  /** True if the request was sent once for all tests of the run. Each test has its own copy of the result. */
  isOfRun?: true;
  /** Index among the requests before all tests, before each, or after each. */
  place: number;
  /** `skipped`: the request was not sent, because a value that it needs was never saved. */
  outcome: 'passed' | 'error' | 'skipped';
  sent: SentRequest;
  verdicts: Verdict[];
  failure?: Failure;
  /** Values saved for templates, by name. */
  saved?: Record<string, string>;
}

export interface StepStarted {
  type: 'step.started';
  at: number;
  test: number;
  attempt: number;
  try?: number;
  step: number;
  /** The message with its variables filled in; empty if there was none. */
  sent: string;
}

/** Reference to evidence, which is stored separately under `id`. */
export interface Evidence {
  kind: EvidenceKindName;
  id: string;
}

/** Evidence that existed but could not be kept. */
export interface LostEvidence {
  kind: Evidence['kind'];
  reason: 'too-large' | 'not-stored' | 'secrets';
}

export type StepFinished<O extends string = Outcome> = Ending<O> & {
  type: 'step.finished';
  at: number;
  test: number;
  attempt: number;
  try?: number;
  step: number;
  /** Absent if the bot never replied. */
  reply?: Reply;
  /** Events of a turn in which the bot never replied. */
  silence?: Silence;
  /** The request to the system of record, if the step is a check of it. */
  checked?: SentRequest;
  verdicts: Verdict[];
  /** Values saved for later steps, by name. */
  saved?: Record<string, string>;
  /** Metrics that the step measured. */
  measurements?: MetricReading[];
  evidence?: Evidence[];
  lostEvidence?: LostEvidence[];
};

/**
 * A step was re-evaluated after all conversations of the run had ended: only all replies together show if an absent path is a
 * mistake in the suite. Comes before `run.finished`.
 */
export type StepRevised<O extends string = Outcome> = Ending<O> & {
  type: 'step.revised';
  at: number;
  test: number;
  attempt: number;
  try?: number;
  step: number;
  /** Index of the play, from 0, if `goto` later returned to the step; absent for the last play. */
  earlierPlay?: number;
  verdicts: Verdict[];
};

export type TestFinished<O extends string = Outcome> = Ending<O> & {
  type: 'test.finished';
  at: number;
  test: number;
  attempt: number;
  try?: number;
  evidence?: Evidence[];
  lostEvidence?: LostEvidence[];
  /** Number of evaluated assertions; absent in events from old releases. */
  checks?: number;
};

/**
 * The verdict on a repeated test, as soon as its tries decide it or all are used. Emitted again if a step is re-evaluated at
 * the end of the run.
 */
export type TestJudged<O extends string = Outcome> = Ending<O> & {
  type: 'test.judged';
  at: number;
  test: number;
  /** Number of tries, from the first, that the verdict is based on. */
  after: number;
  /** Number of the try to show, from 1: the last that passed if the verdict is passed, otherwise the first that failed. */
  shown: number;
};

export interface RunFinished {
  type: 'run.finished';
  at: number;
  /** `interrupted`: the worker was lost and the run was not resumed. */
  status: 'passed' | 'failed' | 'error' | 'cancelled' | 'interrupted';
  failure?: Failure;
  /** Absent if the run was not noticeably slowed. */
  slowed?: Slowed;
}

/** Delay of a run because its bot's host had reached its limit of requests per second. */
export interface Slowed {
  /** Milliseconds in which at least one conversation waited for a host's rate limit. */
  waitedMs: number;
  /** Rate limit of the host that caused the longest wait, in requests per second; absent if unknown. */
  perSecond?: number;
}

/** A person overrode a verdict of the run. Can follow `run.finished` any number of times. */
export interface VerdictOverridden {
  type: 'verdict.overridden';
  at: number;
  test: number;
  /** Absent for the verdict on the whole test. */
  step?: number;
  /** Null withdraws an earlier override. */
  outcome: 'passed' | 'failed' | 'error' | null;
  reason: string;
  by: { id: string; name: string };
}
