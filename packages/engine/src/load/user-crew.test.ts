import type { LoadProfile } from '@parley/suite';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createLoadRecorder } from './load-recorder.ts';
import { createSleepers } from './sleepers.ts';
import { employCrew } from './user-crew.ts';

/** When the users of a share are meant to begin, in milliseconds after the first of them. */
async function startsOf(users: number, thinkTimeMs: number): Promise<number[]> {
  const starts: number[] = [];
  await employCrew({
    profile: { kind: 'steady', users, durationS: 60 },
    share: 0,
    shares: 1,
    thinkTimeMs,
    isPaced: false,
    startAt: performance.now(),
    recorder: createLoadRecorder([]),
    // Time is no matter here: each moment has come as soon as somebody waits for it.
    sleepers: { sleepUntil: () => Promise.resolve(), wakeAll() {} },
    isOver: () => starts.length >= users,
    async converse(dueAt) {
      starts.push(dueAt);
    },
  });
  const [first = 0, ...others] = starts.toSorted((a, b) => a - b);
  return [0, ...others.map((at) => at - first)];
}

describe('the users of a share', () => {
  it('come evenly over a second of think time', async () => {
    const starts = await startsOf(100, 5000);
    expect(starts).toHaveLength(100);
    expect(starts[50]).toBeCloseTo(500);
    expect(starts[99]).toBeCloseTo(990);
  });

  it('are never more than 2,000 a second, however many begin at the same moment', async () => {
    const starts = await startsOf(6000, 100);
    expect(starts).toHaveLength(6000);
    expect(starts[2000]).toBeCloseTo(1000);
    expect(starts[5999]).toBeCloseTo(2999.5);
  });
});

const shares = 4;

/** When the conversations of a whole load test begin, by a clock of its own. */
async function pacedStartsOf(profile: LoadProfile): Promise<number[]> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  const starts: number[] = [];
  const sleepers = createSleepers();
  let isOver = false;
  const crews = Array.from({ length: shares }, (_, share) =>
    employCrew({
      profile,
      share,
      shares,
      thinkTimeMs: 16_000,
      isPaced: true,
      startAt: 0,
      recorder: createLoadRecorder([]),
      sleepers,
      isOver: () => isOver,
      async converse() {
        starts.push(performance.now());
      },
    }),
  );
  await vi.advanceTimersByTimeAsync(profile.durationS * 1000);
  isOver = true;
  sleepers.wakeAll();
  await Promise.all(crews);
  return starts.toSorted((a, b) => a - b);
}

describe('users who are paced', () => {
  afterEach(() => vi.useRealTimers());

  it.each<[string, LoadProfile]>([
    ['all are there from the start', { kind: 'steady', users: 80, durationS: 10 }],
    ['they become more', { kind: 'ramp', users: 80, rampS: 3, durationS: 10 }],
    [
      'there are many more for a while',
      { kind: 'spike', users: 4, spikeUsers: 80, spikeAtS: 5, spikeS: 5, durationS: 10 },
    ],
  ])('begin no faster than they speak later where %s', async (_, profile) => {
    const starts = await pacedStartsOf(profile);
    const inSecondFrom = (begin: number) =>
      starts.filter((at) => at >= begin && at < begin + 999).length;
    expect(Math.max(...starts.map(inSecondFrom))).toBe(5);
  });
});
