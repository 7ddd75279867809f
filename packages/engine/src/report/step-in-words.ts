import { describeOrigin, type StepResult } from '@parley/suite';

/** @returns the number of the step in the run. For a step of a block, adds its number in the block and the use of the block. */
export function stepInWords(index: number, { origin }: Pick<StepResult, 'origin'>): string {
  const written = describeOrigin(origin);
  return written === undefined ? `step ${index + 1}` : `step ${index + 1} (${written})`;
}
