import { isBad, keyOf, type Outcome, type RunResult } from '@parley/suite';

export interface TurnedTest {
  name: string;
  outcome: Exclude<Outcome, 'passed'>;
  reason: string;
}

/** @returns the tests that are fine in `now` but not in `then`, and the run itself if only `then` failed as a whole */
export function newlyBad(now: RunResult, then: RunResult): TurnedTest[] {
  const outcomes = new Map(now.tests.map((test) => [keyOf(test), test.outcome]));
  const tests = then.tests.flatMap((test): TurnedTest[] => {
    const { name, outcome, failure, steps } = test;
    if (!isBad(outcome) || isBad(outcomes.get(keyOf(test)) ?? outcome)) return [];
    const reason = failure ?? steps.find((step) => step.failure)?.failure;
    return [{ name, outcome: outcome as TurnedTest['outcome'], reason: reason?.message ?? '' }];
  });
  const isEmptied = then.failure !== undefined && now.failure === undefined;
  return isEmptied && then.failure
    ? [...tests, { name: 'The whole run', outcome: 'error', reason: then.failure.message }]
    : tests;
}
