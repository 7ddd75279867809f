import { describe, expect, it } from 'vitest';
import { cohensKappa, correctedRate, exactUpperBound } from './compare.ts';

describe('a one-sided exact bound', () => {
  // From `qbeta(0.95, hits + 1, of - hits)` in R.
  it.each([
    [0, 59, 0.0495076],
    [0, 58, 0.0503393],
    [1, 93, 0.049994],
    [1, 92, 0.0505264],
    [0, 14, 0.1926362],
    [3, 3, 1],
    [0, 0, 1],
  ])('of %i of %i', (hits, of, bound) => {
    expect(exactUpperBound(hits, of)).toBeCloseTo(bound, 6);
  });
});

describe('Cohen’s κ', () => {
  it('has the value and the error that Agresti prints for two film critics', () => {
    // From A. Agresti, "Categorical Data Analysis": 0.389 with a standard error of 0.060.
    const critics = cohensKappa([
      [24, 8, 13],
      [8, 13, 11],
      [10, 9, 64],
    ]);
    expect(critics?.kappa).toBeCloseTo(0.388839, 6);
    expect(critics?.standardError).toBeCloseTo(0.059793, 6);
  });

  it('is known to ±0.11 for 200 cases, κ = 0.6 and equal margins', () => {
    const { kappa, interval } = cohensKappa([
      [80, 20],
      [20, 80],
    ]) as NonNullable<ReturnType<typeof cohensKappa>>;
    expect(kappa).toBeCloseTo(0.6, 10);
    expect(interval.high - kappa).toBeCloseTo(0.111, 3);
  });

  it('does not exist where both know a single class, however often they agree', () => {
    expect(
      cohensKappa([
        [59, 0],
        [0, 0],
      ]),
    ).toBeUndefined();
    expect(cohensKappa([])).toBeUndefined();
  });
});

describe('a corrected rate', () => {
  // Bounds by the formulas of the paper, calculated independently of this code.
  const errors = { holding: 100, missed: 40, others: 200, mistaken: 1 };
  const ofTwo = { holding: 59, missed: 2, others: 60, mistaken: 2 };
  const few = { holding: 14, missed: 0, others: 59, mistaken: 0 };

  it.each([
    [230, 250, ofTwo, 0.950575, 0.894962, 1],
    [50, 100, few, 0.5, 0.413372, 0.664299],
  ])('%i of %i', (found, of, known, rate, low, high) => {
    const corrected = correctedRate(found, of, known);
    expect(corrected?.rate).toBeCloseTo(rate, 6);
    expect(corrected?.interval.low).toBeCloseTo(low, 6);
    expect(corrected?.interval.high).toBeCloseTo(high, 6);
  });

  it('is the rate itself where nothing was wrong, and lower where wrong ones were let through', () => {
    const sure = { holding: 100_000, missed: 0, others: 100_000, mistaken: 0 };
    expect(correctedRate(90, 100, sure)?.rate).toBeCloseTo(0.9, 10);
    expect(correctedRate(90, 100, { ...sure, mistaken: 50_000 })?.rate).toBeCloseTo(0.8, 10);
  });

  it('stays between 0 and 1', () => {
    expect(correctedRate(0, 100, errors)).toMatchObject({ rate: 0, interval: { low: 0 } });
    expect(correctedRate(100, 100, errors)).toMatchObject({ rate: 1, interval: { high: 1 } });
  });

  it('is refused up to a sensitivity and specificity of 1.2 together, and without cases of either kind', () => {
    const weak = { holding: 100, missed: 40, others: 100, mistaken: 40 };
    expect(correctedRate(50, 100, weak)).toBeUndefined();
    expect(correctedRate(50, 100, { ...weak, missed: 39 })).toBeDefined();
    expect(correctedRate(0, 0, errors)).toBeUndefined();
    expect(correctedRate(5, 10, { ...errors, others: 0, mistaken: 0 })).toBeUndefined();
    expect(correctedRate(5, 10, { ...errors, holding: 0, missed: 0 })).toBeUndefined();
  });

  it('covers the truth about 95 times in 100, counted exactly', () => {
    const chances = (n: number, p: number) => {
      const all = [(1 - p) ** n];
      for (let k = 0; k < n; k += 1)
        all.push((((all[k] ?? 0) * (n - k)) / (k + 1)) * (p / (1 - p)));
      return all;
    };
    for (const truth of [0.1, 0.5, 0.9]) {
      const [sens, spec] = [0.9, 0.95];
      const seen = chances(50, truth * sens + (1 - truth) * (1 - spec));
      const misses = chances(30, 1 - sens);
      const mistakes = chances(60, 1 - spec);
      let covered = 0;
      for (const [found, ofFound] of seen.entries())
        for (const [missed, ofMissed] of misses.entries())
          for (const [mistaken, ofMistaken] of mistakes.entries()) {
            const chance = ofFound * ofMissed * ofMistaken;
            if (chance < 1e-9) continue;
            const known = { holding: 30, missed, others: 60, mistaken };
            const interval = correctedRate(found, 50, known)?.interval;
            if (!interval || (interval.low <= truth && truth <= interval.high)) covered += chance;
          }
      expect(covered).toBeGreaterThan(0.94);
    }
  });
});
