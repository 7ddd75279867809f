import { beforeEach, describe, expect, it } from 'vitest';
import { createSlowResults } from './keep-slow-results.ts';

let clock: number;
let computed: number;
let read: ReturnType<typeof createSlowResults<number>>;

/** Values above this stand for results of a large organization. */
const large = 0;

beforeEach(() => {
  clock = 0;
  computed = 0;
  read = createSlowResults({ isLarge: (value) => value > large, now: () => clock });
});

const taking = (ms: number) => async () => {
  computed += 1;
  const value = computed;
  await Promise.resolve();
  clock += ms;
  return value;
};

describe('results that are slow to compute', () => {
  it('are computed for each request while they are fast', async () => {
    expect(await read('a', taking(100))).toBe(1);
    expect(await read('a', taking(100))).toBe(2);
  });

  it('are shared for ten times the time that they took', async () => {
    await read('a', taking(600));
    clock += 5_900;
    expect(await read('a', taking(600))).toBe(1);
    clock += 200;
    expect(await read('a', taking(600))).toBe(2);
  });

  it('are shared for a minute at the longest', async () => {
    await read('a', taking(20_000));
    clock += 60_001;
    expect(await read('a', taking(600))).toBe(2);
  });

  it('are waited for together once they were slow', async () => {
    await read('a', taking(600));
    clock += 6_001;
    const [first, second] = await Promise.all([read('a', taking(600)), read('a', taking(600))]);
    expect([first, second]).toEqual([2, 2]);
  });

  it('are computed for each request again once they are fast', async () => {
    await read('a', taking(600));
    clock += 6_001;
    await read('a', taking(10));
    const [first, second] = await Promise.all([read('a', taking(10)), read('a', taking(10))]);
    expect([first, second]).toEqual([3, 4]);
  });

  it('are computed for each request if only the machine was slow', async () => {
    const small = createSlowResults<number>({ isLarge: () => false, now: () => clock });
    await small('a', taking(6_000));
    expect(await small('a', taking(6_000))).toBe(2);
  });

  it('of another organization are never given', async () => {
    await read('a', taking(600));
    expect(await read('b', taking(600))).toBe(2);
  });

  it('are computed again at once after a failure', async () => {
    await read('a', taking(600));
    clock += 6_001;
    await expect(read('a', () => Promise.reject(new Error('gone')))).rejects.toThrow('gone');
    expect(await read('a', taking(10))).toBe(2);
    expect(await read('a', taking(10))).toBe(3);
  });
});
