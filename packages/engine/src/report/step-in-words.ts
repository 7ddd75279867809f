import { describeOrigin, type StepResult } from '@parley/suite';

/** @returns the number of the step in the run; for a step of a block, also its place in the block and where the block is used */
export function stepInWords(index: number, { origin }: Pick<StepResult, 'origin'>): string {
  const written = describeOrigin(origin);
  return written === undefined ? `step ${index + 1}` : `step ${index + 1} (${written})`;
}
