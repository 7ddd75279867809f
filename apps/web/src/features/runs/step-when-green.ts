/** Finds the step of an earlier run to compare a failed step with. Pure. */
import { describeInput, keyOf, type StepResult, type TestResult } from '@parley/suite';

export interface StepWhenGreen {
  step: StepResult;
  /** True if the message is the same, so that the replies can be compared. */
  isSameQuestion: boolean;
}

/**
 * @param tests tests of the earlier run
 * @param key key of the failed test
 * @param number number of the failed step, from 1
 * @returns the step with the same message, preferably at the same position, or else the step at the same position; undefined
 * if the test or that step is missing
 */
export function stepWhenGreen(
  tests: readonly TestResult[],
  key: string,
  { input }: Pick<StepResult, 'input'>,
  number: number,
): StepWhenGreen | undefined {
  const test = tests.find((one) => keyOf(one) === key);
  const { steps } = test?.tries?.[(test.shownTry ?? test.tries.length) - 1] ??
    test ?? { steps: [] };
  const asks = describeInput(input);
  const isSame = (step: StepResult | undefined) =>
    step !== undefined && describeInput(step.input) === asks;
  const there = steps[number - 1];
  const step = isSame(there) ? there : (steps.find(isSame) ?? there);
  return step && { step, isSameQuestion: isSame(step) };
}
