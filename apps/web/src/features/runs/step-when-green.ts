/** Finds the step of an earlier run that a failed step is compared with. Pure. */
import { describeInput, keyOf, type StepResult, type TestResult } from '@parley/suite';

export interface StepWhenGreen {
  step: StepResult;
  /** The same message was sent, so the replies answer the same question. */
  isSameQuestion: boolean;
}

/**
 * @param tests those of the earlier run
 * @param key that of the failed test
 * @param number that of the failed step, from 1
 * @returns the step with the same message, preferably at the same place; otherwise the one at the same place; undefined if
 * the test or that step is missing
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
