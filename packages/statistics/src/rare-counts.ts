/** Counts and streaks that are too rare to be chance at a given rate, however often one looks within a number of tries. */

/**
 * Computes how many occurrences are too many for a rate. A count only grows, so the level holds for all looks within the tries
 * together. Source: the binomial distribution, summed exactly.
 *
 * @param rate probability of an occurrence in one try, 0 to 1
 * @returns the smallest count that is reached within `tries` with a probability of at most `level`
 */
export function rareCount(rate: number, tries: number, level: number): number {
  let chance = (1 - rate) ** tries;
  let reached = 1 - chance;
  for (let count = 1; count <= tries; count += 1) {
    if (reached <= level) return count;
    chance *= ((tries - count + 1) / count) * (rate / (1 - rate));
    reached -= chance;
  }
  return tries + 1;
}

/**
 * Computes the probability of at least one streak of consecutive successes. Source: W. Feller, *An Introduction to Probability
 * Theory and Its Applications* I (3rd ed., 1968), XIII.7, by the exact recursion over the current streak.
 *
 * @param rate probability of a success in one try, 0 to 1
 */
export function chanceOfStreak(rate: number, length: number, tries: number): number {
  let current = [1, ...Array.from({ length: length - 1 }, () => 0)];
  let reached = 0;
  for (let tried = 0; tried < tries; tried += 1) {
    const alive = current.reduce((sum, chance) => sum + chance, 0);
    reached += (current[length - 1] ?? 0) * rate;
    current = [alive * (1 - rate), ...current.slice(0, -1).map((chance) => chance * rate)];
  }
  return reached;
}

/** @returns the shortest streak of successes whose probability within `tries` is at most `level` */
export function rareStreak(rate: number, tries: number, level: number): number {
  let length = 1;
  while (length <= tries && chanceOfStreak(rate, length, tries) > level) length += 1;
  return length;
}
