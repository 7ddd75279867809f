import { getPriority, platform } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import type * as work from '../../test/pooled.ts';
import { createLog } from '../observability/log.ts';
import { type PoolLimits, pooledWork, startWorkPool, type WorkPool } from './work-pool.ts';

const pooled = <Name extends keyof typeof work>(name: Name) =>
  pooledWork<(typeof work)[Name]>('../../test/pooled.ts', import.meta.url, name);

const by = (organizationId: string, userId?: string) => ({
  organizationId,
  ...(userId !== undefined && { actor: { userId } }),
});

const pools: WorkPool[] = [];

function poolOf(limits: Partial<PoolLimits> = {}): WorkPool {
  const roomy = { processes: 1, workMs: 60_000, waitMs: 60_000, waitingPerUser: 8, memoryMb: 64 };
  const pool = startWorkPool(createLog('silent'), { ...roomy, ...limits });
  pools.push(pool);
  return pool;
}

afterEach(async () => {
  for (const pool of pools.splice(0)) await pool.close();
});

describe('the pool', () => {
  it('carries work out, in the same process again, behind everybody else', async () => {
    const pool = poolOf();
    expect(await pool.run(pooled('double'), 21, by('acme'))).toBe(42);
    const process = await pool.run(pooled('processId'), undefined as never, by('acme'));
    expect(await pool.run(pooled('processId'), undefined as never, by('other'))).toBe(process);
    expect(getPriority(process)).toBeGreaterThan(getPriority());
  });

  it("exposes nothing of the server's environment", async () => {
    process.env.PARLEY_TEST_SECRET = 'shh';
    const names = await poolOf().run(pooled('environmentNames'), undefined as never, by('acme'));
    delete process.env.PARLEY_TEST_SECRET;
    expect(names.filter((name) => name.startsWith('PARLEY'))).toEqual([]);
  });

  it.each(['neverEnd', 'useUpMemory'] as const)(
    'ends work that would %s, says so, and goes on',
    async (name) => {
      const pool = poolOf(name === 'neverEnd' ? { workMs: 500 } : {});
      const ended = pool.run(pooled(name), undefined as never, by('acme'));
      const next = pool.run(pooled('double'), 4, by('acme'));
      await expect(ended).rejects.toMatchObject({ code: 'too_much_work' });
      expect(await next).toBe(8);
    },
  );

  it.runIf(platform() === 'linux')(
    'counts what the work uses, not what it waits, up to three times as long',
    async () => {
      const pool = poolOf({ workMs: 500 });
      expect(await pool.run(pooled('waitFor'), 900, by('acme'))).toBe('waited');
      const long = pool.run(pooled('waitFor'), 30_000, by('acme'));
      await expect(long).rejects.toMatchObject({ code: 'too_much_work' });
    },
  );

  it('reports a failure, and continues', async () => {
    const pool = poolOf();
    await expect(pool.run(pooled('fail'), 'No.', by('acme'))).rejects.toThrow('fail failed: No.');
    expect(await pool.run(pooled('double'), 4, by('acme'))).toBe(8);
  });

  it('keeps the event loop free, and gives others their turn', async () => {
    const pool = poolOf();
    const order: string[] = [];
    const add = (name: string, party: string) =>
      pool.run(pooled('work'), 50, by(party)).then(() => order.push(name));
    await pool.run(pooled('double'), 1, by('first'));
    const all = [...['a1', 'a2', 'a3'].map((name) => add(name, 'a')), add('b1', 'b')];
    let beats = 0;
    const timer = setInterval(() => (beats += 1), 5);
    await Promise.all(all);
    clearInterval(timer);
    expect(order).toEqual(['a1', 'b1', 'a2', 'a3']);
    expect(beats).toBeGreaterThan(5);
  });

  it('gives the people of an organization equal turns, however much each has waiting', async () => {
    const pool = poolOf();
    const order: string[] = [];
    const add = (name: string, userId?: string) =>
      pool.run(pooled('double'), 1, by('acme', userId)).then(() => order.push(name));
    await Promise.all([
      ...['ann1', 'ann2', 'ann3', 'ann4'].map((name) => add(name, 'ann')),
      add('bob1', 'bob'),
      add('bob2', 'bob'),
      add('worker1'),
    ]);
    expect(order).toEqual(['ann1', 'bob1', 'worker1', 'ann2', 'bob2', 'ann3', 'ann4']);
  });

  it('limits the waiting work of one person, and continues for the others', async () => {
    const pool = poolOf({ waitingPerUser: 2 });
    const run = (userId: string) => pool.run(pooled('double'), 4, by('acme', userId));
    const taken = [run('ann'), run('ann'), run('ann')];
    await expect(run('ann')).rejects.toMatchObject({ code: 'too_many_requests' });
    expect(await run('bob')).toBe(8);
    expect(await Promise.all(taken)).toEqual([8, 8, 8]);
    expect(await run('ann')).toBe(8);
  });

  it('refuses work that waits too long for a turn', async () => {
    const pool = poolOf({ waitMs: 50 });
    await pool.run(pooled('double'), 1, by('a'));
    const first = pool.run(pooled('work'), 500, by('a'));
    await expect(pool.run(pooled('double'), 1, by('b'))).rejects.toMatchObject({
      code: 'unavailable',
    });
    await first;
  });

  it('ends its processes with itself', async () => {
    const pool = poolOf();
    const process = await pool.run(pooled('processId'), undefined as never, by('acme'));
    await pool.close();
    for (let tries = 0; tries < 100 && isThere(process); tries += 1) await sleep(50);
    expect(isThere(process)).toBe(false);
  });
});

function isThere(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
