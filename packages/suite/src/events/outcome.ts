import type { Failure, FailureClass } from './failure.ts';

/**
 * Outcome of something that was judged. `undecided` means that too little is known to decide. The
 * list is closed: tables over it are a `Record<Outcome, …>`, so that each one that lacks a new
 * outcome is a type error.
 */
export type Outcome = 'passed' | 'failed' | 'undecided' | 'error';

/** State of a test or step: its outcome, or that it has not ended. */
export type Standing = Outcome | 'pending' | 'running' | 'skipped';

/** Outcome of a judged reply by the class of its failure. Problems outside the reply are errors instead. */
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

/** True for outcomes of a test that a failure found at the end of a run replaces; more serious outcomes stay. */
const mayTurn: Record<Outcome, boolean> = {
  passed: true,
  undecided: true,
  failed: false,
  error: false,
};

/** @returns the outcome of a test after one of its steps was evaluated again */
export function afterRevision(test: Outcome, step: Outcome): Outcome {
  return step === 'failed' && mayTurn[test] ? 'failed' : test;
}

/** An end of a step or test. An error says whose fault it is. */
export type Ending<O extends string = Outcome> =
  | { outcome: Exclude<O, 'error'>; failure?: Failure }
  | { outcome: 'error'; failure: Failure };
