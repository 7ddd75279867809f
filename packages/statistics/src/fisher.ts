/**
 * Fisher's exact test of two rates: the probability that two samples with the same rate differ at least as much as these.
 * `fewer` counts only differences in which the first sample has as few hits or fewer.
 *
 * Source: R. A. Fisher, "The logic of inductive inference", Journal of the Royal Statistical Society 98 (1935), 39–82;
 * two-sided by adding all probabilities up to that of the observed result, as R's fisher.test does.
 * @param one hits among `ofOne`
 * @param other hits among `ofOther`
 */
export function fisherExact(
  one: number,
  ofOne: number,
  other: number,
  ofOther: number,
): { twoSided: number; fewer: number } {
  const hits = one + other;
  const chances = hypergeometric(hits, ofOne, ofOther);
  const from = Math.max(0, hits - ofOther);
  const seen = chances[one - from] ?? 0;
  let [twoSided, fewer] = [0, 0];
  for (const [at, chance] of chances.entries()) {
    if (chance <= seen * (1 + 1e-7)) twoSided += chance;
    if (from + at <= one) fewer += chance;
  }
  return { twoSided: Math.min(1, twoSided), fewer: Math.min(1, fewer) };
}

/**
 * Computes the probabilities that so many of `hits` hits among `ofOne + ofOther` cases fall into the first group.
 * @returns probabilities in order, the first for `max(0, hits − ofOther)`, the last for `min(hits, ofOne)`
 */
export function hypergeometric(hits: number, ofOne: number, ofOther: number): number[] {
  const from = Math.max(0, hits - ofOther);
  const to = Math.min(hits, ofOne);
  // Ratios of neighbors, from the most likely outward, so that nothing overflows or is lost.
  const mode = Math.min(
    to,
    Math.max(from, Math.floor(((hits + 1) * (ofOne + 1)) / (ofOne + ofOther + 2))),
  );
  const chances = new Array<number>(to - from + 1).fill(0);
  chances[mode - from] = 1;
  for (let k = mode; k < to; k += 1)
    chances[k + 1 - from] =
      ((chances[k - from] ?? 0) * (ofOne - k) * (hits - k)) / ((k + 1) * (ofOther - hits + k + 1));
  for (let k = mode; k > from; k -= 1)
    chances[k - 1 - from] =
      ((chances[k - from] ?? 0) * k * (ofOther - hits + k)) / ((ofOne - k + 1) * (hits - k + 1));
  const sum = chances.reduce((all, chance) => all + chance, 0);
  return chances.map((chance) => chance / sum);
}
