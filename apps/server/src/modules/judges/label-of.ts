/** Combines the labels that people gave a reply. Pure. */

export type Label = 'passed' | 'failed';

export interface PersonsLabel {
  label: Label;
  /** False if the person could know the judge's verdict on the reply. */
  isBlind: boolean;
}

/**
 * Returns the label that counts.
 *
 * @param settled label that ended a disagreement; null if none did
 * @returns `open` without labels, `disputed` if people disagree. A label that a person gave or changed while knowing the
 * judge's verdict only counts if a second person gives the same one; until then the reply is `disputed`.
 */
export function labelOf(
  labels: readonly PersonsLabel[],
  settled: Label | null,
): Label | 'open' | 'disputed' {
  if (settled !== null) return settled;
  const [first] = labels;
  if (!first) return 'open';
  const areAlike = labels.every(({ label }) => label === first.label);
  const isKnowing = labels.some(({ isBlind }) => !isBlind);
  return areAlike && (labels.length > 1 || !isKnowing) ? first.label : 'disputed';
}
