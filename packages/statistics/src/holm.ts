/**
 * Adjusts p-values for the number of tests. If no effect is real, the probability that any adjusted value is 0.05 or less is at
 * most 5%.
 *
 * Source: S. Holm, "A simple sequentially rejective multiple test procedure", Scandinavian Journal of Statistics 6 (1979),
 * 65–70.
 * @returns adjusted values in the order of `pValues`, each at least as large as the original and at most 1
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
