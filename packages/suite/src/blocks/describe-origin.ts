import type { StepOrigin } from '../format/model/suite.ts';

/**
 * @returns the place of a block's step in words, such as `step 2 of the block "log in", used in step 1`; undefined for a step
 * written in the test itself
 */
export function describeOrigin(origin: StepOrigin | undefined): string | undefined {
  const inner = origin?.blocks?.toReversed();
  if (!origin || !inner || inner.length === 0) return undefined;
  const places = inner.map(
    ({ name, step, isInLibrary }) =>
      `step ${step + 1} of the ${isInLibrary ? 'library ' : ''}block "${name}"`,
  );
  return [...places, `step ${origin.step + 1}`].join(', used in ');
}
