/** Prepares a test to run, with its values filled in or with the reason why it cannot run. */
import {
  describeInput,
  describeUnfilled,
  type Failure,
  fillTest,
  type Interaction,
  isUnusable,
  type PlannedTest,
  planRun,
  problemOfRule,
  type Suite,
  type SuiteConfiguration,
  savedVariables,
  type Unfilled,
  unfilledHint,
  unfilledOf,
} from '@parley/suite';
import type { PreparedTest } from './prepared-test.ts';
import type { FinishedTest, RunContext } from './run-test.ts';

/** Fills in the values of a test, and finds problems that prevent it from running. A skipped test needs no values. */
export function prepareTest(planned: PlannedTest, { configuration }: Suite): PreparedTest {
  const { test, mode, repeat } = planned;
  const prepared = { ...planned, test: fillTest(test, configuration), source: test };
  const rule = repeat && problemOfRule(repeat);
  if (rule)
    return { ...prepared, problem: { class: 'configuration', code: 'repeat-rule', ...rule } };
  const [lost] = mode === 'run' ? savedVariables(test, configuration) : [];
  if (lost !== undefined) return { ...prepared, problem: savedTwice(lost, configuration) };
  const use = test.interactions.find(({ input }) => input.kind === 'use');
  if (use && mode === 'run') return { ...prepared, problem: withoutBlock(use) };
  const unfilled = mode === 'run' ? unfilledOf(test, configuration) : [];
  if (unfilled.length === 0) return prepared;
  const unusable = unfilled.find((one) => isUnusable(one, configuration));
  const warnings = unfilled
    .filter((one) => !isUnusable(one, configuration))
    .map((one) => describeUnfilled(one, configuration));
  return {
    ...prepared,
    ...(unusable && { problem: withoutValue(unusable, configuration) }),
    ...(warnings.length > 0 && { warnings: warnings.slice(0, warningsMax) }),
  };
}

/** @returns why the first of the tests that cannot run cannot, for example because a name has no value */
export function problemOfTests(suite: Suite, names?: readonly string[]): Failure | undefined {
  return planRun(suite, names ? { tests: [...names] } : {})
    .map((planned) => prepareTest(planned, suite).problem)
    .find((problem) => problem !== undefined);
}

/** The failure for a block that was not replaced by its steps, which is also an error in the text of the suite. */
const withoutBlock = ({ input }: Interaction): Failure => ({
  class: 'configuration',
  code: 'no-block',
  message: `The test cannot ${describeInput(input)}.`,
  hint: 'Correct the errors in the text of the suite.',
});

/** Maximum warnings per test; more would add no information. */
const warningsMax = 10;

const withoutValue = (unfilled: Unfilled, configuration: SuiteConfiguration): Failure => ({
  class: 'configuration',
  code: 'no-value',
  message: describeUnfilled(unfilled, configuration),
  hint: unfilledHint(unfilled, configuration),
});

/**
 * The failure for a saved name that is also a variable of the environment: a clean-up could delete what the environment names
 * instead of what the test created.
 */
const savedTwice = (name: string, { environment }: SuiteConfiguration): Failure => ({
  class: 'configuration',
  code: 'saved-variable',
  message: `The suite saves “${name}”, but it is a variable of the environment “${environment?.name}”.`,
  hint: 'Use another name for one of them.',
});

/** Ends a test that cannot run, without a conversation. */
export async function refuseTest(
  { index: test, repeat }: PreparedTest,
  failure: Failure,
  { emit, now, firstAttempt: attempt }: RunContext,
): Promise<FinishedTest> {
  const place = { test, attempt, ...(repeat && { try: 1 }) };
  await emit({ type: 'test.started', at: now(), ...place });
  const end = { outcome: 'error', checks: 0 } as const;
  await emit({ type: 'test.finished', at: now(), ...place, ...end, failure });
  // Further tries could not run either.
  if (repeat)
    await emit({
      type: 'test.judged',
      at: now(),
      test,
      outcome: 'error',
      failure,
      after: 1,
      shown: 1,
    });
  return end;
}
