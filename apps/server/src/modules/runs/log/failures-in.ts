/** Describes the failures of a run for people who did not watch it. Pure, so that the pool can run it. */
import {
  describeSaid,
  type Failure,
  type FailureClass,
  failureSignature,
  isBad,
  keyOf,
  type RunEvent,
  type RunResult,
  type StepResult,
  type TestResult,
} from '@parley/suite';
import { storableText } from '../../../platform/database/storable.ts';
import { briefEvent } from './brief-event.ts';
import { cutText } from './cut-text.ts';

export interface RunFailure {
  signature: string;
  failureClass: FailureClass;
  /** Null if the run itself failed. */
  test: string | null;
  /** Key that identifies the test across runs. */
  testKey: string | null;
  /** From 1; null if the test failed without a failed step. */
  step: number | null;
  said: string;
  expected: string | null;
  got: string;
}

/**
 * Lists the failed steps of all tests outside quarantine, in order. A test without a failed step, or a run without a failed
 * test, is listed itself if it failed.
 */
export function failuresIn(result: RunResult): RunFailure[] {
  const failed = result.tests.filter((test) => !test.isQuarantined && isBad(test.outcome));
  const failures = failed.flatMap(failuresOf);
  if (failures.length > 0) return failures;
  const { failure, status } = result;
  if (status === 'passed' || status === 'cancelled') return [];
  return [
    failureOfRun(failure ?? { class: 'internal', code: status, message: `The run was ${status}.` }),
  ];
}

/** Describes a failure of the run as a whole. */
export const failureOfRun = (failure: Failure): RunFailure => ({ ...nowhere, ...wholeOf(failure) });

const nowhere = { test: null, testKey: null, step: null, said: '', expected: null };

/** Reduces an event to a brief one with the failed verdicts. */
export function withBroken(event: RunEvent): RunEvent {
  const brief = briefEvent(event);
  if (!('verdicts' in event) || !('verdicts' in brief)) return brief;
  return { ...brief, verdicts: event.verdicts.filter(({ passed }) => !passed) };
}

function failuresOf(test: TestResult): RunFailure[] {
  const { steps, failure } = test;
  const named = { test: test.name, testKey: keyOf(test) };
  const found = steps.flatMap((step, index) =>
    isBad(step.outcome) ? [{ ...named, ...failureOf(step, index) }] : [],
  );
  // A failed try is not the cause if a repeated test is undecided.
  if (found.length > 0 && !(test.tries && test.outcome !== 'failed')) return found;
  const told: Failure = failure ?? {
    class: 'internal',
    code: 'unexpected',
    message: 'It did not pass.',
  };
  return [{ ...nowhere, ...named, ...wholeOf(told) }];
}

/** Describes a failure of a run or a test as a whole. */
const wholeOf = (failure: Failure) => ({
  signature: failureSignature({ failure }),
  failureClass: failure.class,
  got: shown(failure.message),
});

function failureOf(step: StepResult, index: number): Omit<RunFailure, 'test' | 'testKey'> {
  const { failure, verdicts, expected } = step;
  const [broken] = failure === undefined || failure.class === 'wrong' ? verdicts : [];
  return {
    signature: failureSignature({ ...(failure && { failure }), verdicts }),
    failureClass: failure?.class ?? 'wrong',
    step: index + 1,
    said: step.sent ? shown(describeSaid(step)) : '',
    expected: shown(broken?.rule ?? expected),
    got: shown(broken ? (broken.actual ?? 'nothing') : (failure?.message ?? 'nothing')),
  };
}

/** Maximum number of characters of a text in a message. */
const shownMax = 300;

const shown = (text: string): string =>
  storableText(text.length <= shownMax ? text : `${cutText(text, shownMax - 1)}…`);
