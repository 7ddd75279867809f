import type { Remark, TestResult } from '@parley/suite';

/** @returns the remark on the failure of a whole test, unless one of its steps already has it */
export function remarkOfTest({ failure, steps }: TestResult): Remark | undefined {
  const isTold = ({ failure: ofStep }: TestResult['steps'][number]) =>
    ofStep?.remark?.code === failure?.remark?.code;
  const hasFailedStep = steps.some((step) => step.failure);
  return hasFailedStep && !steps.some(isTold) ? failure?.remark : undefined;
}
