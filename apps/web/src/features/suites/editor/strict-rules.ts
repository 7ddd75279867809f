/** What the strict rules would change in a suite: pure, from its text and from what a run comes to by it. */
import { applySuite, isBad, type Problem, parseSuite, type RunResult } from '@parley/suite';
import { changeConfiguration } from './edit-suite.ts';

export interface StrictText {
  source: string;
  /** Errors that the text does not have now. */
  problems: Problem[];
  isRunnable: boolean;
}

/** @returns the text with `syntax: 2`, and what would become an error in it */
export function strictTextOf(source: string): StrictText {
  const { suite } = parseSuite(source);
  const strict = applySuite(source, changeConfiguration(suite, { syntax: 2 }));
  const errors = errorsOf(strict);
  const known = new Set(errorsOf(source).map(({ message }) => message));
  const problems = errors.filter(({ message }) => !known.has(message));
  return { source: strict, problems, isRunnable: errors.length === 0 };
}

const errorsOf = (source: string) =>
  parseSuite(source).problems.filter(({ severity }) => severity === 'error');

export interface TurnedTest {
  name: string;
  outcome: 'failed' | 'error' | 'unsure';
  reason: string;
}

/** @returns the tests that end well in the one result and not in the other, and the run itself if it does */
export function newlyBad(now: RunResult, then: RunResult): TurnedTest[] {
  const outcomes = new Map(now.tests.map(({ name, outcome }) => [name, outcome]));
  const tests = then.tests.flatMap(({ name, outcome, failure, steps }): TurnedTest[] => {
    if (!isBad(outcome) || isBad(outcomes.get(name) ?? outcome)) return [];
    const reason = failure ?? steps.find((step) => step.failure)?.failure;
    return [{ name, outcome: outcome as TurnedTest['outcome'], reason: reason?.message ?? '' }];
  });
  const isEmptied = then.failure !== undefined && now.failure === undefined;
  return isEmptied && then.failure
    ? [...tests, { name: 'The whole run', outcome: 'error', reason: then.failure.message }]
    : tests;
}
