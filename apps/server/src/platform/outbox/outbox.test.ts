import { describe, expect, it } from 'vitest';
import { deliverDue, eachByItself, pauseAfter } from './outbox.ts';

/** Returns a `claim` that yields these batches, and then nothing. */
function claimOf<Row>(...batches: Row[][]) {
  return { claim: async () => batches.shift() ?? [], left: batches };
}

describe('what is due', () => {
  it('is delivered until nothing is left', async () => {
    const told: string[] = [];
    const { claim } = claimOf(['a', 'b'], ['c']);
    const attempt = async (row: string) => told.push(row) > 0;
    await deliverDue({ claim, attempt, stopping: new AbortController().signal });
    expect(told).toEqual(['a', 'b', 'c']);
  });

  it('waits where no other row would fare better', async () => {
    const { claim, left } = claimOf(['a', 'b'], ['c']);
    const attempt = async (row: string) => row !== 'a';
    await deliverDue({ claim, attempt, stopping: new AbortController().signal });
    expect(left).toEqual([['c']]);
  });

  it('is not claimed by a process that stops', async () => {
    const { claim, left } = claimOf(['a'], ['b']);
    const stopping = new AbortController();
    const attempt = async () => {
      stopping.abort();
      return true;
    };
    await deliverDue({ claim, attempt, stopping: stopping.signal });
    expect(left).toEqual([['b']]);
  });

  it('is tried again after pauses that double up to the longest', () => {
    expect([1, 2, 3, 9, 10, 400].map((attempts) => pauseAfter(attempts, 3600))).toEqual([
      10, 20, 40, 2560, 3600, 3600,
    ]);
    expect(pauseAfter(30, 300)).toBe(300);
  });
});

describe('rows that are taken care of each by itself', () => {
  async function failing(...bad: number[]) {
    const done: number[] = [];
    const failed: number[] = [];
    const act = async (row: number) => {
      if (bad.includes(row)) throw new Error(`No ${row}`);
      done.push(row);
    };
    const over = eachByItself([1, 2, 3, 4, 5], act, (row) => failed.push(row));
    const error = await over.then(
      () => undefined,
      ({ message }: Error) => message,
    );
    return { done, failed, error };
  }

  it('do not wait for one that fails', async () => {
    expect(await failing(1, 2, 4)).toEqual({ done: [3, 5], failed: [1, 2, 4], error: undefined });
  });

  it('are given up when three in a row fail', async () => {
    expect(await failing(2, 3, 4)).toEqual({ done: [1], failed: [2, 3], error: 'No 4' });
  });
});
