import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  chanceOfStreak,
  decide,
  fewestTriesToDecide,
  operatingCharacteristic,
  outlook,
  rareCount,
  rareStreak,
  sequentialInterval,
  wilsonInterval,
} from './index.ts';

describe('the interval of a rate', () => {
  // From `binom::binom.wilson` in R; 682 of 925 from `prop.test(682, 925, correct = FALSE)`.
  it.each([
    [5, 5, 0.5655, 1],
    [35, 35, 0.9011, 1],
    [0, 10, 0, 0.2775],
    [1, 10, 0.0179, 0.4042],
    [682, 925, 0.708, 0.7646],
  ])('of %i passes in %i tries goes from %f to %f', (passed, tries, low, high) => {
    const interval = wilsonInterval(passed, tries);
    expect(interval.low).toBeCloseTo(low, 3);
    expect(interval.high).toBeCloseTo(high, 3);
  });

  it('of nothing is everything', () => {
    expect(wilsonInterval(0, 0)).toEqual({ low: 0, high: 1 });
  });

  it('covers the true rate about 95 times in 100, exactly counted', () => {
    const covered = (rate: number, tries: number) => {
      let sum = 0;
      let chance = (1 - rate) ** tries;
      for (let passed = 0; passed <= tries; passed += 1) {
        const { low, high } = wilsonInterval(passed, tries);
        if (low <= rate && rate <= high) sum += chance;
        chance *= ((tries - passed) / (passed + 1)) * (rate / (1 - rate));
      }
      return sum;
    };
    const rates = Array.from({ length: 99 }, (_, at) => (at + 1) / 100);
    for (const tries of [10, 20, 50]) {
      const mean = rates.reduce((sum, rate) => sum + covered(rate, tries), 0) / rates.length;
      expect(mean).toBeGreaterThan(0.945);
      expect(mean).toBeLessThan(0.965);
    }
  });
});

describe('a test between two rates', () => {
  const rates = { passRate: 0.95, tolerate: 0.8 };

  it('passes after 18 passes in a row, and fails after 3 failures', () => {
    expect(decide({ passed: 17, failed: 0 }, rates)).toBeUndefined();
    expect(decide({ passed: 18, failed: 0 }, rates)).toBe('passed');
    expect(decide({ passed: 0, failed: 2 }, rates)).toBeUndefined();
    expect(decide({ passed: 0, failed: 3 }, rates)).toBe('failed');
    expect(fewestTriesToDecide({ passed: 0, failed: 0 }, rates)).toEqual({ passed: 18, failed: 3 });
  });

  // The values from the design of the test, found by simulation.
  it.each([
    { rate: 0.99, passed: 0.999, failed: 0.0005, meanTries: 20 },
    { rate: 0.95, passed: 0.85, failed: 0.03, meanTries: 29 },
    { rate: 0.8, passed: 0.035, failed: 0.88, meanTries: 21 },
  ])('treats an agent of rate $rate as promised', ({ rate, passed, failed, meanTries }) => {
    const found = operatingCharacteristic(rate, rates, 50);
    expect(found.passed).toBeCloseTo(passed, 2);
    expect(found.failed).toBeCloseTo(failed, 2);
    expect(Math.round(found.meanTries)).toBe(meanTries);
    expect(found.passed + found.failed + found.undecided).toBeCloseTo(1, 10);
  });

  it('is wrong at most 5 times in 100 at either rate, whatever they are', () => {
    const pair = fc
      .tuple(fc.integer({ min: 50, max: 95 }), fc.integer({ min: 3, max: 30 }))
      .map(([low, gap]) => ({ tolerate: low / 100, passRate: Math.min(0.99, (low + gap) / 100) }));
    fc.assert(
      fc.property(pair, fc.integer({ min: 10, max: 200 }), (two, maxTries) => {
        expect(operatingCharacteristic(two.tolerate, two, maxTries).passed).toBeLessThan(0.053);
        expect(operatingCharacteristic(two.passRate, two, maxTries).failed).toBeLessThan(0.053);
      }),
      { numRuns: 50 },
    );
  });

  it('never decides before the fewest tries that it names', () => {
    const counts = fc.record({ passed: fc.nat(60), failed: fc.nat(8) });
    fc.assert(
      fc.property(counts, (tally) => {
        if (decide(tally, rates)) return;
        const { passed, failed } = fewestTriesToDecide(tally, rates);
        const with_ = (more: Partial<typeof tally>) => ({
          passed: tally.passed + (more.passed ?? 0),
          failed: tally.failed + (more.failed ?? 0),
        });
        expect(decide(with_({ passed }), rates)).toBe('passed');
        expect(decide(with_({ passed: passed - 1 }), rates)).toBeUndefined();
        expect(decide(with_({ failed }), rates)).toBe('failed');
        expect(decide(with_({ failed: failed - 1 }), rates)).toBeUndefined();
      }),
    );
  });

  it('says how many more tries would decide, or that they would not', () => {
    expect(outlook({ passed: 16, failed: 0 }, rates, 50)).toEqual({ from: 2, to: 2 });
    const few = outlook({ passed: 12, failed: 2 }, rates, 50);
    expect(few).toMatchObject({ from: expect.any(Number), to: expect.any(Number) });
    expect(outlook({ passed: 180, failed: 20 }, { passRate: 0.95, tolerate: 0.85 }, 50)).toBe(
      'between',
    );
  });

  it.each([
    [rates, 50],
    [rates, 20],
    [{ passRate: 0.9, tolerate: 0.5 }, 30],
  ])(
    'has an interval that covers the true rate at least 95 times in 100: %o, %i tries',
    (two, maxTries) => {
      // All possible ends of such a test, with the number of ways to each.
      const ends: { passed: number; failed: number; ways: number }[] = [];
      let open = new Map([[0, 1]]);
      for (let done = 1; done <= maxTries; done += 1) {
        const next = new Map<number, number>();
        for (const [before, ways] of open) {
          for (const failed of [before, before + 1]) {
            const tally = { passed: done - failed, failed };
            if (decide(tally, two) || done === maxTries) ends.push({ ...tally, ways });
            else next.set(failed, (next.get(failed) ?? 0) + ways);
          }
        }
        open = next;
      }
      const intervals = ends.map((end) => ({ ...end, ...sequentialInterval(end, two, maxTries) }));
      for (let at = 1; at < 100; at += 1) {
        const rate = at / 100;
        let covered = 0;
        let all = 0;
        for (const { passed, failed, ways, low, high } of intervals) {
          const chance = ways * rate ** passed * (1 - rate) ** failed;
          all += chance;
          if (low <= rate && rate <= high) covered += chance;
        }
        expect(all).toBeCloseTo(1, 9);
        expect(covered).toBeGreaterThan(0.95 - 1e-6);
      }
    },
  );

  it('has an interval that is wider than that of as many tries that were planned', () => {
    const stopped = sequentialInterval({ passed: 18, failed: 0 }, rates, 50);
    expect(stopped.high).toBe(1);
    expect(stopped.low).toBeCloseTo(0.025 ** (1 / 18), 6);
    expect(sequentialInterval({ passed: 0, failed: 3 }, rates, 50)).toEqual({
      low: 0,
      high: expect.closeTo(1 - 0.025 ** (1 / 3), 6),
    });
  });

  it('has an interval in no time, also after 1,000 tries between rates that are close together', () => {
    const from = performance.now();
    const close = { passRate: 0.6, tolerate: 0.58 };
    expect(sequentialInterval({ passed: 590, failed: 410 }, close, 1000)).toEqual({
      low: expect.closeTo(0.5588, 4),
      high: expect.closeTo(0.6207, 4),
    });
    expect(performance.now() - from).toBeLessThan(1500);
  });
});

describe('what is too rare to be chance', () => {
  // From `1 - pbinom(k - 1, 50, 0.05)` in R: 0.1036 for 5, 0.0378 for 6, 0.0118 for 7.
  it('is a count whose binomial probability is at most the level', () => {
    expect(rareCount(0.05, 50, 0.11)).toBe(5);
    expect(rareCount(0.05, 50, 0.05)).toBe(6);
    expect(rareCount(0.05, 50, 0.0378)).toBe(6);
    expect(rareCount(0.05, 50, 0.0377)).toBe(7);
    expect(rareCount(0.5, 3, 0.1)).toBe(4);
  });

  it('is a streak whose exact probability is at most the level', () => {
    // 112 of the 1,024 sequences of ten tosses have five heads in a row.
    expect(chanceOfStreak(0.5, 5, 10)).toBeCloseTo(112 / 1024, 12);
    expect(chanceOfStreak(0.8, 3, 3)).toBeCloseTo(0.512, 12);
    expect(chanceOfStreak(0.8, 4, 3)).toBe(0);
    expect(rareStreak(0.8, 50, 0.05)).toBe(22);
    expect(chanceOfStreak(0.8, 21, 50)).toBeGreaterThan(0.05);
  });
});
