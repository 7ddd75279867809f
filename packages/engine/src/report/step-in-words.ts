import { describeOrigin, type StepResult } from '@parley/suite';

/** @returns its number in the run, with both places of a step of a block: that in the block, and its use */
export function stepInWords(index: number, { origin }: Pick<StepResult, 'origin'>): string {
  const written = describeOrigin(origin);
  return written === undefined ? `step ${index + 1}` : `step ${index + 1} (${written})`;
}
