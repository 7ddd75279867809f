import type { Failure, FailureClass } from './failure.ts';

/**
 * Outcome of something that was judged. `undecided` means that too little is known to decide. The
 * list is closed: tables over it are a `Record<Outcome, …>`, so that each one that lacks a new
 * outcome is a type error.
 */
export type Outcome = 'passed' | 'failed' | 'undecided' | 'error';

/** State of a test or step: its outcome, or that it has not ended. */
export type Standing = Outcome | 'pending' | 'running' | 'skipped';

/** What a reply that was judged comes to, by the fault that was found in it. What went wrong elsewhere is an error. */
const byFault: Record<FailureClass, 'failed' | 'undecided'> = {
  wrong: 'failed',
  silent: 'failed',
  network: 'failed',
  configuration: 'failed',
  internal: 'failed',
  unsure: 'undecided',
};

/** @returns the outcome of a step or conversation that has ended */
export function outcomeOf(
  failure: { class: FailureClass } | undefined,
): 'passed' | 'failed' | 'undecided' {
  return failure === undefined ? 'passed' : byFault[failure.class];
}

const ended: Record<Standing, boolean> = {
  passed: true,
  failed: true,
  undecided: true,
  error: true,
  pending: false,
  running: false,
  skipped: false,
};

/** @returns true if there is a verdict */
export const isOutcome = (standing: Standing): standing is Outcome => ended[standing];

/**
 * The effect on a test of a failure that shows only at the end of a run: a more serious outcome
 * stays.
 */
const mayTurn: Record<Outcome, boolean> = {
  passed: true,
  undecided: true,
  failed: false,
  error: false,
};

/** @returns the outcome of a test once one of its steps was judged anew */
export function afterRevision(test: Outcome, step: Outcome): Outcome {
  return step === 'failed' && mayTurn[test] ? 'failed' : test;
}

/** An end of a step or test. An error says whose fault it is. */
export type Ending<O extends string = Outcome> =
  | { outcome: Exclude<O, 'error'>; failure?: Failure }
  | { outcome: 'error'; failure: Failure };
