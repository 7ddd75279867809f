/** Tests if the mean share over tests reaches a value. */
import { binomial, chanceBelowMean, evenTries, resemblanceAssumed } from './no-worse.ts';
import { rateOf, type Sample } from './paired-rates.ts';

/**
 * Computes one-sided p-values: `harm` for a share below `atLeast`, `kept` for one that reaches it. They are exact for
 * independent tries of tests with different rates (W. Hoeffding, "On the distribution of the number of successes in independent
 * trials", Annals of Mathematical Statistics 27 (1956), 713–721). The number of tries is reduced, because tries resemble each
 * other.
 * @param ofTestsLikeThese true to apply Student's t over tests, too, as if other tests could have been written
 */
export function sharesAtLeast(
  samples: readonly Sample[],
  atLeast: number,
  ofTestsLikeThese: boolean,
): { harm: number; kept: number } {
  const tries = Math.floor(evenTries(samples) / resemblanceAssumed(samples) + 1e-9);
  const rates = samples.map(rateOf);
  const rate = rates.reduce((sum, one) => sum + one, 0) / rates.length;
  const { from, chances } = binomial(tries, atLeast);
  const sum = (isIn: (passed: number) => boolean) =>
    Math.min(
      1,
      chances.reduce((total, chance, at) => total + (isIn(from + at) ? chance : 0), 0),
    );
  const most = Math.ceil(rate * tries - 1e-9);
  const fewest = Math.floor(rate * tries + 1e-9);
  const found = { harm: sum((passed) => passed <= most), kept: sum((passed) => passed >= fewest) };
  if (!ofTestsLikeThese) return found;
  if (samples.length < 2) return { harm: 1, kept: 1 };
  const below = chanceBelowMean(rates, atLeast);
  return { harm: Math.max(found.harm, below), kept: Math.max(found.kept, 1 - below) };
}
