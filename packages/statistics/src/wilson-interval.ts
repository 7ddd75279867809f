export interface Interval {
  low: number;
  high: number;
}

/** The 0.975 quantile of the normal distribution. */
const z = 1.959963984540054;

/**
 * Computes the two-sided 95% score interval of a rate, for a number of tries that was fixed in advance.
 *
 * Source: E. B. Wilson, "Probable inference, the law of succession, and statistical inference", Journal of the American
 * Statistical Association 22 (1927), 209–212.
 * @param passed whole number, 0 to `tries`
 * @param tries whole number; if 0, the interval is 0 to 1
 */
export function wilsonInterval(passed: number, tries: number): Interval {
  if (tries === 0) return { low: 0, high: 1 };
  const rate = passed / tries;
  const scale = 1 + z ** 2 / tries;
  const center = (rate + z ** 2 / (2 * tries)) / scale;
  const half = (z / scale) * Math.sqrt((rate * (1 - rate)) / tries + z ** 2 / (4 * tries ** 2));
  return {
    low: passed === 0 ? 0 : Math.max(0, center - half),
    high: passed === tries ? 1 : Math.min(1, center + half),
  };
}
