import type { StepOrigin } from '../format/model/suite.ts';

/**
 * @returns where a step of a block is written, for people: `step 2 of the block "log in", used in step 1`; undefined for a step
 * that is written in its test
 */
export function describeOrigin(origin: StepOrigin | undefined): string | undefined {
  const inner = origin?.blocks?.toReversed();
  if (!origin || !inner || inner.length === 0) return undefined;
  const places = inner.map(({ name, step }) => `step ${step + 1} of the block "${name}"`);
  return [...places, `step ${origin.step + 1}`].join(', used in ');
}
