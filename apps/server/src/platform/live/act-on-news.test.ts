import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { actOnNews } from './act-on-news.ts';
import type { News } from './news.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** Acts every 10 s, with at least 1 s between actions, each of which takes 100 ms. */
function acting() {
  const begunAt = Date.now();
  const acts: number[] = [];
  const failures: unknown[] = [];
  let hear: Parameters<News['subscribe']>[1] | undefined;
  const follower = actOnNews(
    {
      subscribe(_topic, listening) {
        hear = listening;
        return () => {
          hear = undefined;
        };
      },
    },
    {
      topics: ['ends'],
      everyMs: 10_000,
      pauseMs: 1000,
      async act() {
        acts.push(Date.now() - begunAt);
        await new Promise((done) => setTimeout(done, 100));
        if (acts.length === 1) throw new Error('Away');
      },
      onError: (error) => failures.push(error),
    },
  );
  return { acts, failures, follower, tell: () => hear?.onNews(null), gap: () => hear?.onGap?.() };
}

describe('what acts on news', () => {
  it('acts at the start, and every now and then without any, also after a failure', async () => {
    const { acts, failures } = acting();
    await vi.advanceTimersByTimeAsync(21_000);
    expect(acts).toEqual([0, 10_100, 20_200]);
    expect(failures).toHaveLength(1);
  });

  it('acts at once on news, and on those that may have been missed', async () => {
    const { acts, tell, gap } = acting();
    await vi.advanceTimersByTimeAsync(3000);
    tell();
    await vi.advanceTimersByTimeAsync(3000);
    gap();
    await vi.advanceTimersByTimeAsync(1000);
    expect(acts).toEqual([0, 3000, 6000]);
  });

  it('acts once after a pause on whatever came meanwhile', async () => {
    const { acts, tell } = acting();
    await vi.advanceTimersByTimeAsync(50);
    for (let count = 0; count < 20; count++) tell();
    await vi.advanceTimersByTimeAsync(3000);
    expect(acts).toEqual([0, 1100]);
  });

  it('waits for the last time when it is closed, and acts no more', async () => {
    const { acts, tell, follower } = acting();
    const hear = tell;
    let isClosed = false;
    const closed = follower.close().then(() => {
      isClosed = true;
    });
    hear();
    expect(isClosed).toBe(false);
    await vi.advanceTimersByTimeAsync(60_000);
    await closed;
    expect(acts).toEqual([0]);
  });
});
