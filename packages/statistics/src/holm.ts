/**
 * Adjusts p-values for the number of tests: if none of the effects is real, the chance that any adjusted value is at or below
 * 0.05 is at most 5%.
 *
 * Source: S. Holm, "A simple sequentially rejective multiple test procedure", Scandinavian Journal of Statistics 6
 * (1979), 65–70.
 * @returns in the order of `pValues`, each at least as large as before and at most 1
 */
export function holm(pValues: readonly number[]): number[] {
  const order = pValues.map((_, at) => at).sort((a, b) => (pValues[a] ?? 1) - (pValues[b] ?? 1));
  const adjusted = pValues.map(() => 1);
  let highest = 0;
  for (const [rank, at] of order.entries()) {
    highest = Math.max(highest, (pValues.length - rank) * (pValues[at] ?? 1));
    adjusted[at] = Math.min(1, highest);
  }
  return adjusted;
}
