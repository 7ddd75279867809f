/**
 * What happens in a run. The engine emits these and nothing else; the store, the live view, the
 * console and every report are consumers. A run's result is what its events fold to (fold.ts).
 *
 * `at` is milliseconds since the epoch. `test` is the index of the test in the plan, `step` the
 * index of the interaction in its test. `attempt` counts from 1; a later attempt of a test, or of one of
 * its tries, replaces the earlier one in the result, and the earlier events are kept. `try` counts from 1
 * where a test is repeated: each try is a conversation of its own, and `test.judged` is the verdict on all.
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
  /** The tests of this run in order, skipped ones included. */
  tests: {
    name: string;
    /** Key under which its history is kept; absent if that is its name. */
    key?: string;
    mode: 'run' | 'skipped';
    /**
     * True if it was skipped because another test is marked `only`, not because of its own mark.
     */
    isLeftOutByOnly?: true;
    /** Likely mistakes in the suite, in words; they do not decide anything. */
    warnings?: string[];
    /** True if it runs but cannot make the run fail. */
    isQuarantined?: true;
    /** Rule for its tries; absent if there is only one. */
    repeat?: RepeatRule;
    /** True if it has the tag `must`: a gate requires it to pass on its own. */
    isMust?: true;
    /** `origin` is where a step is written, in a test that uses blocks. */
    /** `metrics` are the names of those that a step measures. */
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
  /** Its index among the requests before or after each test. */
  place: number;
  /** `skipped`: it was not sent, as a value for it was never saved. */
  outcome: 'passed' | 'error' | 'skipped';
  sent: SentRequest;
  verdicts: Verdict[];
  failure?: Failure;
  /** Values that were kept for templates. */
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

/** Evidence, stored separately: `id` names it there. */
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
  /** Absent when the bot never answered. */
  reply?: Reply;
  /** Events of a turn in which the bot never replied. */
  silence?: Silence;
  /** The request to the system of record, if the step is a check of it. */
  checked?: SentRequest;
  verdicts: Verdict[];
  /** Values that were kept for later steps. */
  saved?: Record<string, string>;
  /** What the step measured. */
  measurements?: MetricReading[];
  evidence?: Evidence[];
  lostEvidence?: LostEvidence[];
};

/**
 * A step that was evaluated again after the conversations of the run were over: only all replies together show if an absent
 * path is a mistake in the suite. Comes before `run.finished`.
 */
export type StepRevised<O extends string = Outcome> = Ending<O> & {
  type: 'step.revised';
  at: number;
  test: number;
  attempt: number;
  try?: number;
  step: number;
  /** Index of the play, from 0, if `goto` returned to the step later; absent for its last play. */
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
  /** Number of evaluated assertions; absent in older runs, which did not count them. */
  checks?: number;
};

/**
 * The verdict on a repeated test, once its tries decide or are used up. Another one follows if a step
 * is evaluated again at the end of the run.
 */
export type TestJudged<O extends string = Outcome> = Ending<O> & {
  type: 'test.judged';
  at: number;
  test: number;
  /** Number of tries, from the first, on which the verdict rests. */
  after: number;
  /** Number of the most telling try, from 1: the last that passed if the verdict is passed, otherwise the first that failed. */
  shown: number;
};

export interface RunFinished {
  type: 'run.finished';
  at: number;
  /** `interrupted`: the worker was lost and the run was not resumed. */
  status: 'passed' | 'failed' | 'error' | 'cancelled' | 'interrupted';
  failure?: Failure;
  /** Absent if the run barely waited for a host. */
  slowed?: Slowed;
}

/** Delay of a run because its bot's host had reached its limit of requests per second. */
export interface Slowed {
  /** Milliseconds in which at least one conversation waited for a host. */
  waitedMs: number;
  /** Requests per second of the host that was waited for longest; absent if unknown. */
  perSecond?: number;
}

/** A person overrode a verdict of the run. Comes after `run.finished`, any number of times. */
export interface VerdictOverridden {
  type: 'verdict.overridden';
  at: number;
  test: number;
  /** Absent for the verdict on the whole test. */
  step?: number;
  /** Null takes an earlier override back. */
  outcome: 'passed' | 'failed' | 'error' | null;
  reason: string;
  by: { id: string; name: string };
}
