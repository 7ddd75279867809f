import type { Failure, FailureClass } from './failure.ts';

/**
 * Outcome of a test or step. `undecided` means that too little is known to decide. The list is closed: tables keyed by it are a
 * `Record<Outcome, …>`, so that the compiler reports every table that lacks a new outcome.
 */
export type Outcome = 'passed' | 'failed' | 'undecided' | 'error';

/** State of a test or step: its outcome, or why it has none. */
export type Standing = Outcome | 'pending' | 'running' | 'skipped';

/** Outcome of a judged reply by its failure class. Problems outside the reply are errors and do not use this table. */
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

/** @returns true if the test or step has ended with a verdict */
export const isOutcome = (standing: Standing): standing is Outcome => ended[standing];

/** Outcomes of a test that become `failed` if a step is revised to `failed` at the end of the run. More serious ones stay. */
const mayTurn: Record<Outcome, boolean> = {
  passed: true,
  undecided: true,
  failed: false,
  error: false,
};

/** @returns the outcome of a test after one of its steps was re-evaluated */
export function afterRevision(test: Outcome, step: Outcome): Outcome {
  return step === 'failed' && mayTurn[test] ? 'failed' : test;
}

/** End of a step or test. An error always names its cause. */
export type Ending<O extends string = Outcome> =
  | { outcome: Exclude<O, 'error'>; failure?: Failure }
  | { outcome: 'error'; failure: Failure };
