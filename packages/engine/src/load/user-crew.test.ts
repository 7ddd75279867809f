import { describe, expect, it } from 'vitest';
import { createLoadRecorder } from './load-recorder.ts';
import { employCrew } from './user-crew.ts';

/** When the users of a share are meant to begin, in milliseconds after the first of them. */
async function startsOf(users: number, thinkTimeMs: number): Promise<number[]> {
  const starts: number[] = [];
  await employCrew({
    profile: { kind: 'steady', users, durationS: 60 },
    share: 0,
    shares: 1,
    thinkTimeMs,
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
