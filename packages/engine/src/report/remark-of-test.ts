import type { Remark, TestResult } from '@parley/suite';

/** What was noticed about a whole test, where none of its steps tells it. */
export function remarkOfTest({ failure, steps }: TestResult): Remark | undefined {
  const isTold = ({ failure: ofStep }: TestResult['steps'][number]) =>
    ofStep?.remark?.code === failure?.remark?.code;
  const hasFailedStep = steps.some((step) => step.failure);
  return hasFailedStep && !steps.some(isTold) ? failure?.remark : undefined;
}
