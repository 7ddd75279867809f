import { describe, expect, it } from 'vitest';
import { type NetworkConditions, opinionScore, transmissionRating } from './e-model.ts';

const ratingOf = (change: Partial<NetworkConditions> = {}) =>
  transmissionRating({ delayMs: 0, lostShare: 0, burstRatio: 1, hasConcealment: false, ...change });

describe('the E-model', () => {
  it('rates a default connection as G.107 does', () => {
    expect(ratingOf()).toBeCloseTo(93.2, 1);
  });

  // G.107, Table B.1.
  it.each([
    [90, 4.34],
    [80, 4.03],
    [70, 3.6],
    [60, 3.1],
    [50, 2.58],
  ])('gives the rating %d the published score %d', (rating, score) => {
    expect(Math.abs(opinionScore(rating) - score)).toBeLessThan(0.01);
  });

  // Published bounds: 2% of losses with concealment cost 7 points (G.113, Appendix I), 1% without it 18.
  it.each([
    [0.02, true, 7.0],
    [0.01, false, 17.9],
    [0.05, true, 15.8],
  ])(
    'takes off what a share of %d lost costs, concealed: %s',
    (lostShare, hasConcealment, cost) => {
      expect(ratingOf() - ratingOf({ lostShare, hasConcealment })).toBeCloseTo(cost, 1);
    },
  );

  it('takes off at least what 400 ms cost without any echo, which is 24 points', () => {
    const cost = ratingOf() - ratingOf({ delayMs: 400 });
    expect(cost).toBeGreaterThan(24);
    expect(cost).toBeLessThan(34);
  });

  it('never rates a longer delay, more losses or longer bursts better', () => {
    const worse: Partial<NetworkConditions>[] = [];
    for (let step = 0; step <= 20; step += 1)
      worse.push({ delayMs: 25 * step, lostShare: step / 40, burstRatio: 1 + step / 10 });
    const ratings = worse.map((change) => ratingOf(change));
    expect(ratings).toEqual([...ratings].sort((a, b) => b - a));
    for (const rating of ratings) {
      expect(opinionScore(rating)).toBeGreaterThanOrEqual(1);
      expect(opinionScore(rating)).toBeLessThanOrEqual(4.5);
    }
  });
});
