import { describe, expect, it } from 'vitest';
import { type LoadProfile, loadAt, partOf, peakUsers, turnsPerSecondMax } from './load-profile.ts';

const steady: LoadProfile = { kind: 'steady', users: 20, durationS: 60 };
const ramp: LoadProfile = { kind: 'ramp', users: 20, rampS: 10, durationS: 60 };
const arrivals: LoadProfile = { kind: 'arrivals', perSecond: 3, usersMax: 50, durationS: 60 };
const spike: LoadProfile = {
  kind: 'spike',
  users: 5,
  spikeUsers: 40,
  spikeAtS: 10,
  spikeS: 5,
  durationS: 30,
};

describe('a profile', () => {
  it.each<[string, LoadProfile, [second: number, load: number][]]>([
    [
      'is steady from its start to its end',
      steady,
      [
        [-1, 0],
        [0, 20],
        [59.9, 20],
        [60, 0],
      ],
    ],
    [
      'grows evenly and then stays',
      ramp,
      [
        [0, 0],
        [5, 10],
        [9.9, 20],
        [30, 20],
        [60, 0],
      ],
    ],
    [
      'starts so many conversations per second',
      arrivals,
      [
        [0, 3],
        [59, 3],
        [60, 0],
      ],
    ],
    [
      'has its spike and recovers',
      spike,
      [
        [9.9, 5],
        [10, 40],
        [14.9, 40],
        [15, 5],
        [30, 0],
      ],
    ],
  ])('%s', (_, profile, points) => {
    for (const [second, load] of points) expect(loadAt(profile, second), `${second} s`).toBe(load);
  });

  it('has a most of virtual users', () => {
    expect([steady, ramp, arrivals, spike].map(peakUsers)).toEqual([20, 20, 50, 40]);
  });

  it('comes to so many turns per second at most', () => {
    expect(turnsPerSecondMax(steady, 2000, 5)).toBe(10);
    expect(turnsPerSecondMax(steady, 0, 5)).toBe(Number.POSITIVE_INFINITY);
    expect(turnsPerSecondMax(arrivals, 0, 5)).toBe(15);
    expect(turnsPerSecondMax(arrivals, 10_000, 5)).toBe(8);
    expect(turnsPerSecondMax(arrivals, 10_000, 1)).toBe(3);
    expect(turnsPerSecondMax(arrivals, 10_000, Number.POSITIVE_INFINITY)).toBe(8);
  });

  it('is divided so that the parts add up and differ by one at most', () => {
    for (const total of [0, 1, 7, 16, 100]) {
      const parts = Array.from({ length: 8 }, (_, share) => partOf(total, share, 8));
      expect(parts.reduce((sum, part) => sum + part, 0)).toBe(total);
      expect(Math.max(...parts) - Math.min(...parts)).toBeLessThanOrEqual(1);
    }
  });
});
