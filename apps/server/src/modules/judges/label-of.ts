/** Combines the labels that people gave a reply. Pure. */

export type Label = 'passed' | 'failed';

export interface PersonsLabel {
  label: Label;
  /** False if the person may have known what a judge said about the reply. */
  isBlind: boolean;
}

/**
 * @param settled how a disagreement was ended
 * @returns `open` without a label, `disputed` if people disagree. A label that a person gave or changed while knowing the
 * judge's verdict counts only if a second person gives the same.
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
