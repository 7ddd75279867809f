/** Returns the median; for an even number of values, the upper of the two in the middle. NaN if there are no values. */
export function median(figures: readonly number[]): number {
  return figures.toSorted((a, b) => a - b)[Math.floor(figures.length / 2)] ?? Number.NaN;
}
