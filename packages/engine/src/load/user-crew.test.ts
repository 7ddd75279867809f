import type { LoadProfile } from '@parley/suite';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createLoadRecorder } from './load-recorder.ts';
import { createSleepers } from './sleepers.ts';
import { employCrew } from './user-crew.ts';

/** Intended starts of the users of a share, in milliseconds after the first one. */
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
    // Waits end immediately, so no time passes.
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

describe('arrivals', () => {
  afterEach(() => vi.useRealTimers());

  /** Runs twenty arrivals within a second. Before arrival `heldUp`, the tester is delayed past the end. */
  async function arrive(usersMax: number, heldUp: number) {
    vi.useFakeTimers({ toFake: ['performance'] });
    const recorder = createLoadRecorder([]);
    const ends: (() => void)[] = [];
    let asked = 0;
    let begun = 0;
    let isOver = false;
    const crew = employCrew({
      profile: { kind: 'arrivals', perSecond: 20, usersMax, durationS: 1 },
      ...{ share: 0, shares: 1, thinkTimeMs: 0, isPaced: false, startAt: performance.now() },
      recorder,
      sleepers: {
        async sleepUntil(at) {
          isOver ||= asked === heldUp;
          asked += 1;
          vi.advanceTimersByTime(isOver ? 5000 : Math.max(0, at - performance.now()));
          if (asked === 20) for (const end of ends) setTimeout(end);
        },
        wakeAll() {},
      },
      isOver: () => isOver,
      converse() {
        begun += 1;
        return isOver ? Promise.resolve() : new Promise((resolve) => ends.push(resolve));
      },
    });
    await crew;
    return { begun, dropped: recorder.totals().counts.dropped };
  }

  it('for whom a user is free begin, however late the tester itself was', async () => {
    expect(await arrive(30, 17)).toEqual({ begun: 20, dropped: 0 });
  });

  it('for whom there was no user until the end are given up', async () => {
    expect(await arrive(5, 17)).toEqual({ begun: 5, dropped: 15 });
  });
});

const shares = 4;

/** Starts of all conversations of a load test, measured with a fake clock. */
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
