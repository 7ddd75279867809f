import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  exactInterval,
  exactNoWorse,
  fewerTries,
  fisherExact,
  holm,
  noWorseThan,
  passHatK,
  type RatePair,
  sharesAtLeast,
  unbiasedRate,
  worseInTestsLikeThese,
  worseInTheseTests,
} from './compare.ts';
import { decide } from './index.ts';

/** Builds pairs of tests with the same number of tries, from the passes of baseline and candidate. */
const pairs = (tries: number, ...passed: [number, number][]): RatePair[] =>
  passed.map(([base, candidate]) => ({
    baseline: { passed: base, tries },
    candidate: { passed: candidate, tries },
  }));

const times = <T>(count: number, value: T): T[] => Array.from({ length: count }, () => value);

const choose = (n: number, k: number): number => (k === 0 ? 1 : (choose(n - 1, k - 1) * n) / k);

const chanceOf = (passed: number, tries: number, rate: number) =>
  choose(tries, passed) * rate ** passed * (1 - rate) ** (tries - passed);

describe('an exact interval', () => {
  // From `binom.test(682, 925)` and `binom.test(0, 59, conf.level = 0.9)` in R 4.
  it.each([
    [682, 925, 0.95, 0.7052187, 0.7654066],
    [0, 59, 0.9, 0, 0.0495],
    [10, 10, 0.95, 0.6915029, 1],
  ])('of %i of %i at %f', (passed, tries, confidence, low, high) => {
    const interval = exactInterval(passed, tries, confidence);
    expect(interval.high).toBeCloseTo(high, 4);
    if (passed !== 682) expect(interval.low).toBeCloseTo(low, 4);
  });

  it('has the bounds of 682 of 925 that R prints', () => {
    const { low, high } = exactInterval(682, 925);
    expect(low.toFixed(7)).toBe('0.7076683');
    expect(high.toFixed(7)).toBe('0.7654066');
  });
});

describe('pass^k', () => {
  it('is the share of passed tries for k = 1, and asks for k of them otherwise', () => {
    const tests = [
      { passed: 4, failed: 0 },
      { passed: 2, failed: 2 },
      { passed: 0, failed: 4 },
    ];
    expect(passHatK(tests, 1)).toBeCloseTo(0.5, 10);
    // C(4,2)/C(4,2) = 1, C(2,2)/C(4,2) = 1/6, 0.
    expect(passHatK(tests, 2)).toBeCloseTo((1 + 1 / 6) / 3, 10);
    expect(passHatK(tests, 4)).toBeCloseTo(1 / 3, 10);
    expect(passHatK(tests, 5)).toBeUndefined();
    expect(passHatK([], 1)).toBeUndefined();
  });

  // GPT-4o in the airline domain of tau-bench: 50 tasks with four tries each, by number of passes (`npm run bench -- pass-k`).
  it.each([
    [1, '0.420'],
    [2, '0.273'],
    [3, '0.220'],
    [4, '0.200'],
  ])('is as published for recorded dialogues: pass^%d = %s', (k, published) => {
    const tasks = [14, 12, 10, 4, 10].flatMap((count, passed) =>
      Array.from({ length: count }, () => ({ passed, failed: 4 - passed })),
    );
    expect(passHatK(tasks, k)?.toFixed(3)).toBe(published);
  });

  it('is unbiased: its mean over all outcomes is the k-th power of the rate', () => {
    for (const rate of [0.3, 0.9]) {
      for (const k of [1, 2, 3]) {
        let mean = 0;
        for (let passed = 0; passed <= 5; passed += 1)
          mean += chanceOf(passed, 5, rate) * (passHatK([{ passed, failed: 5 - passed }], k) ?? 0);
        expect(mean).toBeCloseTo(rate ** k, 10);
      }
    }
  });
});

describe('the exact test of two rates', () => {
  // From `fisher.test` in R: the lady tasting tea, and 3 of 10 against 8 of 10.
  it.each([
    [3, 4, 1, 4, 0.4857],
    [3, 10, 8, 10, 0.0698],
    [0, 250, 8, 250, 0.0074],
    [0, 5, 0, 5, 1],
  ])('of %i of %i and %i of %i', (one, ofOne, other, ofOther, p) => {
    expect(fisherExact(one, ofOne, other, ofOther).twoSided).toBeCloseTo(p, 4);
  });
});

describe('an adjustment for several questions', () => {
  it('is that of p.adjust(method = "holm")', () => {
    const adjusted = holm([0.01, 0.04, 0.03, 0.005]);
    expect(adjusted.map((p) => Number(p.toFixed(4)))).toEqual([0.03, 0.06, 0.06, 0.02]);
    expect(holm([])).toEqual([]);
    expect(holm([0.7, 0.8])).toEqual([1, 1]);
  });
});

describe('whether a version is worse', () => {
  it('is a matter of how tries can be dealt out, in these tests', () => {
    expect(worseInTheseTests(pairs(5, [5, 0]))).toBeCloseTo(1 / 252, 10);
    expect(worseInTheseTests(pairs(3, [3, 0], [3, 0]))).toBeCloseTo(1 / 400, 10);
    expect(worseInTheseTests(pairs(5, [5, 5]))).toBe(1);
    expect(worseInTheseTests(pairs(5, [0, 5]))).toBeCloseTo(1, 10);
  });

  it('agrees with every way to deal out tries of unequal numbers', () => {
    const two: RatePair[] = [
      { baseline: { passed: 3, tries: 4 }, candidate: { passed: 0, tries: 2 } },
      { baseline: { passed: 2, tries: 2 }, candidate: { passed: 1, tries: 3 } },
    ];
    const ways = (hits: number, of: number, ofOther: number) =>
      Array.from({ length: of + 1 }, (_, k) => k)
        .filter((k) => k <= hits && hits - k <= ofOther)
        .map((k) => ({
          chance: (choose(of, k) * choose(ofOther, hits - k)) / choose(of + ofOther, hits),
          difference: k / of - (hits - k) / ofOther,
        }));
    const seen = 0 / 2 - 3 / 4 + 1 / 3 - 2 / 2;
    let chance = 0;
    for (const one of ways(3, 2, 4))
      for (const other of ways(3, 3, 2))
        if (one.difference + other.difference <= seen + 1e-9) chance += one.chance * other.chance;
    expect(worseInTheseTests(two)).toBeCloseTo(chance, 6);
  });

  it('is a matter of whole tests, in tests like these: four that agree can not show it, five can', () => {
    expect(worseInTestsLikeThese(pairs(3, ...times(4, [3, 0] as [number, number])))).toBe(1 / 16);
    expect(worseInTestsLikeThese(pairs(3, ...times(5, [3, 0] as [number, number])))).toBe(1 / 32);
    // More tries of the same tests do not make more tests.
    expect(worseInTestsLikeThese(pairs(50, ...times(4, [50, 0] as [number, number])))).toBe(1 / 16);
  });

  it('is never shown more often than at its level where the versions do not differ', () => {
    // All possible results of 5 tests with 2 tries each at a rate of 80%, counted by exchanging versions.
    const outcomes = [0, 1, 2].flatMap((base) =>
      [0, 1, 2].map((candidate) => ({
        pair: [base, candidate] as [number, number],
        chance: chanceOf(base, 2, 0.8) * chanceOf(candidate, 2, 0.8),
      })),
    );
    let shown = 0;
    const walk = (so: [number, number][], chance: number) => {
      if (so.length === 5) {
        if (worseInTestsLikeThese(pairs(2, ...so)) <= 0.05) shown += chance;
        return;
      }
      for (const { pair, chance: own } of outcomes) walk([...so, pair], chance * own);
    };
    walk([], 1);
    expect(shown).toBeGreaterThan(0);
    expect(shown).toBeLessThanOrEqual(0.05);
  });
});

describe('whether a version is no worse', () => {
  it('is what the worst pair of rates leaves to luck: all of 58 tries are too few for 5 points, 59 are enough', () => {
    const all = (tries: number) =>
      exactNoWorse({ passed: tries, tries }, { passed: tries, tries }, 0.05);
    expect(all(58)).toBeCloseTo(0.95 ** 58, 6);
    expect(all(58)).toBeGreaterThan(0.05);
    expect(all(59)).toBeLessThan(0.05);
  });

  it('is never wrong more often than its p-value says, counted over all outcomes', () => {
    const tries = 12;
    const margin = 0.2;
    for (const rate of [0.3, 0.6, 0.9, 1]) {
      let passed = 0;
      for (let base = 0; base <= tries; base += 1)
        for (let candidate = 0; candidate <= tries; candidate += 1)
          if (exactNoWorse({ passed: base, tries }, { passed: candidate, tries }, margin) <= 0.05)
            passed += chanceOf(base, tries, rate) * chanceOf(candidate, tries, rate - margin);
      expect(passed).toBeLessThanOrEqual(0.05 + 1e-9);
    }
  });

  it('is not shown by few tests that all pass, however alike they are', () => {
    expect(noWorseThan(pairs(1, ...times(5, [1, 1] as [number, number])), 0.05)).toBeGreaterThan(
      0.5,
    );
    expect(noWorseThan(pairs(20, ...times(5, [20, 20] as [number, number])), 0.05)).toBeGreaterThan(
      0.05,
    );
    expect(noWorseThan(pairs(10, ...times(50, [10, 10] as [number, number])), 0.05)).toBeLessThan(
      0.05,
    );
  });

  it('is not shown of tests with a single try by the many tries of another one', () => {
    const uneven: RatePair[] = [
      ...pairs(1, ...times(15, [1, 1] as [number, number])),
      ...pairs(200, [200, 200]),
    ];
    expect(noWorseThan(uneven, 0.1)).toBeGreaterThan(0.1);
    const samples = uneven.map(({ candidate }) => candidate);
    expect(sharesAtLeast(samples, 0.9, false).kept).toBeGreaterThan(0.1);
  });

  it('is not shown by tries of which whole tests fail together', () => {
    const clumps = pairs(20, ...times(18, [20, 20] as [number, number]), [20, 0], [20, 2]);
    expect(noWorseThan(clumps, 0.05)).toBeGreaterThan(0.5);
  });

  it('takes tries to resemble each other while nothing tells that they do not', () => {
    const [without] = fewerTries(pairs(20, [20, 20]));
    expect(without?.candidate).toEqual({ passed: 4, tries: 4 });
    const [first] = fewerTries(pairs(20, ...times(50, [16, 15] as [number, number])));
    expect(first?.candidate.tries).toBeGreaterThanOrEqual(16);
  });
});

describe('whether a share is reached', () => {
  it('is counted over all tries', () => {
    const samples = times(60, { passed: 1, tries: 1 });
    expect(sharesAtLeast(samples, 0.95, false).kept).toBeCloseTo(0.95 ** 60, 8);
    expect(sharesAtLeast(samples.slice(0, 58), 0.95, false).kept).toBeGreaterThan(0.05);
    const bad = times(20, { passed: 0, tries: 1 });
    expect(sharesAtLeast(bad, 0.5, false)).toEqual({ harm: expect.closeTo(0.5 ** 20, 8), kept: 1 });
  });

  it('needs more than one test to speak of tests like these', () => {
    expect(sharesAtLeast([{ passed: 500, tries: 500 }], 0.9, true)).toEqual({ harm: 1, kept: 1 });
  });
});

describe('the rate of tries that were stopped early', () => {
  it('is unbiased, counted over every end of the rule', () => {
    const rates = { passRate: 0.9, tolerate: 0.6 };
    const most = 20;
    fc.assert(
      fc.property(fc.integer({ min: 5, max: 95 }), (percent) => {
        const rate = percent / 100;
        let mean = 0;
        let open = new Map([[0, 1]]);
        for (let tries = 1; tries <= most; tries += 1) {
          const next = new Map<number, number>();
          for (const [before, chance] of open)
            for (const [failed, own] of [
              [before, rate],
              [before + 1, 1 - rate],
            ] as const) {
              const tally = { passed: tries - failed, failed };
              if (decide(tally, rates) || tries === most)
                mean += chance * own * unbiasedRate(tally, rates);
              else next.set(failed, (next.get(failed) ?? 0) + chance * own);
            }
          open = next;
        }
        expect(mean).toBeCloseTo(rate, 9);
      }),
    );
  });
});
