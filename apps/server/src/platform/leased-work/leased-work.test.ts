import { setTimeout as sleep } from 'node:timers/promises';
import { and, eq, inArray, sql } from 'drizzle-orm';
import { integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase } from '../../test/database-template.ts';
import type { TestDatabase } from '../../test/postgresql-database.ts';
import { readConfig } from '../config/config.ts';
import type { OpenDatabase } from '../database/db.ts';
import { openDatabase } from '../database/open-database.ts';
import { createLog } from '../observability/log.ts';
import { createLease } from './lease.ts';
import {
  type HeldWork,
  type LeasedWork,
  type LeasedWorker,
  startLeasedWork,
} from './leased-work.ts';

const tasks = pgTable('leased_tasks', {
  id: text('id').primaryKey(),
  status: text('status', { enum: ['queued', 'held', 'done'] }).notNull(),
  attempt: integer('attempt').notNull().default(0),
  leaseOwner: text('lease_owner'),
  leaseExpiresAt: timestamp('lease_expires_at', { withTimezone: true }),
});

type Task = typeof tasks.$inferSelect;

const leaseMs = 1000;
const lease = createLease(tasks, { ms: leaseMs, isHeld: eq(tasks.status, 'held') });
const log = createLog('silent');

let testDatabase: TestDatabase;
let database: OpenDatabase;
const workers: TestWorker[] = [];

/** Time functions that hide those of the database and are off by the `skew`. */
const skewedClock = `
  create schema skewed;
  create table skewed.skew (ms double precision not null);
  insert into skewed.skew values (0);
  create function skewed.now() returns timestamptz language sql stable
    as 'select pg_catalog.now() + (select ms from skewed.skew) * interval ''1 millisecond''';
  create function skewed.clock_timestamp() returns timestamptz language sql volatile
    as 'select pg_catalog.clock_timestamp() + (select ms from skewed.skew) * interval ''1 millisecond''';
  create table leased_tasks (id text primary key, status text not null, attempt int not null default 0,
    lease_owner text, lease_expires_at timestamptz);
  grant usage on schema skewed to public;
  grant all on all tables in schema skewed to public;
  grant all on leased_tasks to public`;

const searchPath = 'skewed, public, pg_catalog';

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  const config = readConfig(testDatabase.environment);
  database = await openDatabase(config, log);
  await database.pool.query(skewedClock);
  if (database.kind === 'embedded') await database.pool.query(`set search_path = ${searchPath}`);
  else {
    const { rows } = await database.pool.query('select current_database() as name');
    await database.pool.query(`alter database "${rows[0].name}" set search_path = ${searchPath}`);
    await database.close();
    database = await openDatabase(config, log);
  }
});

beforeEach(async () => {
  await database.db.delete(tasks);
  await database.pool.query('update skewed.skew set ms = 0');
});

afterEach(async () => {
  for (const worker of workers.splice(0)) await worker.end();
});

afterAll(async () => {
  await database.close();
  await testDatabase.drop();
});

async function queue(...ids: string[]): Promise<void> {
  await database.db.insert(tasks).values(ids.map((id) => ({ id, status: 'queued' as const })));
}

async function taskOf(id: string): Promise<Task> {
  const [task] = await database.db.select().from(tasks).where(eq(tasks.id, id));
  if (task === undefined) throw new Error(`There is no ${id}`);
  return task;
}

async function jump(ms: number): Promise<void> {
  await database.pool.query('update skewed.skew set ms = ms + $1', [ms]);
}

interface TestWorker {
  owner: string;
  /** Active tasks with their abort signals. */
  atWork: Map<string, AbortSignal>;
  calls: string[];
  /** Cuts the worker off from the database: every query waits until `mend`. */
  cut(): void;
  mend(): void;
  worker: LeasedWorker;
  end(): Promise<void>;
}

interface TestOptions extends Partial<LeasedWork<Task>> {
  workMs?: number;
  /** Called before a task starts. `onSweep` gets the owners of swept tasks. */
  onBegin?(worker: string, id: string): void;
  onSweep?(owners: string[]): void;
}

async function start(
  owner: string,
  { workMs = 60_000, onBegin, onSweep, ...options }: TestOptions = {},
): Promise<TestWorker> {
  const { db } = database;
  const atWork = new Map<string, AbortSignal>();
  const calls: string[] = [];
  let away: PromiseWithResolvers<void> | undefined;
  let isGone = false;
  const ask = async <T>(name: string, act: () => Promise<T>): Promise<T> => {
    calls.push(name);
    await away?.promise;
    if (isGone) throw new Error('The worker has ended');
    return act();
  };
  const free = { status: 'queued' as const, ...lease.released };

  async function carryOut({ claimed, signal }: HeldWork<Task>): Promise<void> {
    onBegin?.(owner, claimed.id);
    atWork.set(claimed.id, signal);
    try {
      await sleep(workMs, undefined, { signal });
      const isOurs = and(
        eq(tasks.id, claimed.id),
        eq(tasks.attempt, claimed.attempt),
        eq(tasks.leaseOwner, owner),
      );
      await ask('settle', () =>
        db
          .update(tasks)
          .set({ status: 'done', ...lease.released })
          .where(isOurs),
      );
    } catch (error) {
      if (!signal.aborted) throw error;
    } finally {
      if (atWork.get(claimed.id) === signal) atWork.delete(claimed.id);
    }
  }

  const worker = await startLeasedWork<Task>({
    name: 'tasks',
    db,
    log,
    lease,
    isAlone: false,
    renewEveryMs: 100,
    sweepEveryMs: 100,
    stopMs: 500,
    places: 2,
    claim: (places) =>
      ask('claim', async () => {
        const due = db
          .select({ id: tasks.id })
          .from(tasks)
          .where(eq(tasks.status, 'queued'))
          .orderBy(tasks.id)
          .limit(places)
          .for('update', { skipLocked: true });
        return db
          .update(tasks)
          .set({
            status: 'held',
            attempt: sql`${tasks.attempt} + 1`,
            leaseOwner: owner,
            leaseExpiresAt: lease.end,
          })
          .where(sql`${tasks.id} = any(array(${due}))`)
          .returning();
      }),
    carryOut,
    renew: (asked) =>
      ask('renew', async () => {
        const ids = asked.map(({ claimed }) => claimed.id);
        const columns = { id: tasks.id, attempt: tasks.attempt };
        const held = await lease.renew(db, owner, inArray(tasks.id, ids), columns);
        return asked.filter(({ claimed }) =>
          held.some(({ id, attempt }) => id === claimed.id && attempt === claimed.attempt),
        );
      }),
    sweep: () =>
      ask('sweep', async () => {
        const expired = await db
          .select()
          .from(tasks)
          .where(lease.hasExpired)
          .for('update', { skipLocked: true });
        if (expired.length === 0) return 0;
        onSweep?.(expired.map(({ leaseOwner }) => leaseOwner ?? ''));
        const ids = expired.map(({ id }) => id);
        const swept = await db
          .update(tasks)
          .set(free)
          .where(and(inArray(tasks.id, ids), lease.hasExpired))
          .returning();
        return swept.length;
      }),
    handOver: () =>
      ask('handOver', async () => {
        const held = await db.update(tasks).set(free).where(lease.isHeldBy(owner)).returning();
        return held.length;
      }),
    listen: () => () => undefined,
    about: ({ id }) => ({ id }),
    texts: {
      notClaimed: 'Not claimed',
      broken: 'Broken',
      notRenewed: 'Not renewed',
      notSwept: 'Not swept',
      notHandedOver: 'Not handed over',
    },
    ...options,
  });
  const mend = () => {
    away?.resolve();
    away = undefined;
  };
  const started: TestWorker = {
    owner,
    atWork,
    calls,
    cut() {
      away ??= Promise.withResolvers();
    },
    mend,
    worker,
    async end() {
      isGone = true;
      mend();
      await worker.close();
    },
  };
  workers.push(started);
  return started;
}

const untilHeldBy = (id: string, owner: string, timeout = 5000) =>
  expect.poll(async () => (await taskOf(id)).leaseOwner, { timeout }).toBe(owner);

describe('a lease', () => {
  it('is renewed for as long as the work takes', async () => {
    await queue('a');
    await start('one');
    await start('two');
    await sleep(2.5 * leaseMs);
    expect(await taskOf('a')).toMatchObject({ attempt: 1, status: 'held', leaseOwner: 'one' });
  });

  it('that is not renewed in time stops its work before another worker has it', async () => {
    await queue('a');
    const one = await start('one');
    const signal = one.atWork.get('a');
    one.cut();
    const seen: unknown[] = [];
    await start('two', { onBegin: () => seen.push(signal?.reason) });
    await untilHeldBy('a', 'two');
    await expect.poll(() => seen).toEqual(['lease-lost']);
  });

  it('that another worker has taken stops the work at the next renewal', async () => {
    await queue('a');
    const one = await start('one');
    const signal = one.atWork.get('a');
    await database.db.update(tasks).set({ leaseOwner: 'two' });
    await expect.poll(() => signal?.reason).toBe('lease-lost');
  });

  it('of a lost worker is swept, and the work is claimed again', async () => {
    await queue('a');
    const one = await start('one');
    one.cut();
    await start('two', { workMs: 10 });
    await expect
      .poll(() => taskOf('a'), { timeout: 5000 })
      .toMatchObject({ attempt: 2, status: 'done' });
  });

  it('from before the start ends if no other process can hold one', async () => {
    await queue('a');
    await database.db.update(tasks).set({
      status: 'held',
      leaseOwner: 'before',
      leaseExpiresAt: sql`now() + interval '1 hour'`,
    });
    await start('one', { isAlone: true });
    expect((await taskOf('a')).leaseOwner).toBe('one');
  });
});

it('work is stopped by its module, with a reason of its own', async () => {
  await queue('a');
  const reasons: unknown[] = [];
  await start('one', {
    async carryOut({ signal, stop }: HeldWork<Task, string>) {
      stop('cancelled');
      reasons.push(signal.reason);
    },
  });
  expect(reasons).toEqual(['cancelled']);
});

describe('when the clock of the database jumps', () => {
  it('ahead, live work stays with its worker', async () => {
    await queue('a', 'b');
    // Many sweeps happen before the next renewal.
    const seldom = { places: 1, renewEveryMs: 400, sweepEveryMs: 50 };
    await start('one', seldom);
    await start('two', seldom);
    await untilHeldBy('a', 'one');
    await untilHeldBy('b', 'two');
    await jump(3_600_000);
    await sleep(2 * leaseMs);
    expect([await taskOf('a'), await taskOf('b')]).toMatchObject([
      { attempt: 1, leaseOwner: 'one' },
      { attempt: 1, leaseOwner: 'two' },
    ]);
  });

  it('ahead, work of a lost worker is taken over anyway', async () => {
    await queue('a');
    const one = await start('one');
    const two = await start('two');
    await sleep(200);
    one.cut();
    await jump(3_600_000);
    await untilHeldBy('a', two.owner);
  });

  it('back, work of a lost worker does not wait for as long as the jump', async () => {
    await queue('a', 'b');
    const one = await start('one', { places: 1 });
    await start('two', { places: 2 });
    await sleep(200);
    one.cut();
    await jump(-3_600_000);
    await untilHeldBy('a', 'two');
    expect(await taskOf('b')).toMatchObject({ attempt: 1, leaseOwner: 'two' });
  });
});

describe('a worker that is closed', () => {
  it('hands over its work, and another worker continues', async () => {
    await queue('a');
    const one = await start('one');
    const signal = one.atWork.get('a');
    await one.worker.close();
    expect(signal?.reason).toBe('handed-over');
    expect(await taskOf('a')).toMatchObject({ status: 'queued', leaseOwner: null });
  });

  it('lets short work end', async () => {
    await queue('a');
    const one = await start('one', { workMs: 300, drainMs: 5000 });
    await one.worker.close();
    expect(await taskOf('a')).toMatchObject({ status: 'done', attempt: 1 });
  });

  it('renews work that takes long to end, so that no other worker takes it', async () => {
    await queue('a');
    const one = await start('one', { stopMs: 5000, carryOut: () => sleep(2.5 * leaseMs) });
    const swept: string[] = [];
    await start('two', { onSweep: (owners) => swept.push(...owners) });
    await one.worker.close();
    expect(swept).toEqual([]);
  });

  it('does not wait for work that ignores its signal', async () => {
    await queue('a');
    const one = await start('one', { carryOut: () => new Promise(() => undefined) });
    await one.worker.close();
    expect((await taskOf('a')).status).toBe('queued');
  });

  it('does not wait for a database that does not answer', async () => {
    await queue('a');
    const one = await start('one');
    one.cut();
    await one.worker.close();
  });

  it('hands over work claimed at that moment, and does not start it', async () => {
    const begun: string[] = [];
    const one = await start('one', { onBegin: (_, id) => begun.push(id) });
    one.cut();
    await expect.poll(() => one.calls.filter((name) => name === 'sweep').length).toBeGreaterThan(1);
    const closing = one.worker.close();
    await queue('a');
    one.mend();
    await closing;
    expect(begun).toEqual([]);
    expect((await taskOf('a')).status).toBe('queued');
  });

  it('stores what a renewal settles before it hands over', async () => {
    await queue('a');
    const renewed: boolean[] = [];
    let hasEnded = false;
    const one = await start('one', {
      renewEveryMs: 60_000,
      settlesByRenewal: true,
      async carryOut() {
        hasEnded = true;
      },
      async renew(asked) {
        renewed.push(hasEnded && asked.length === 1);
        await database.db.update(tasks).set({ status: 'done', ...lease.released });
        return [];
      },
    });
    await one.worker.close();
    expect(renewed).toEqual([true]);
    expect((await taskOf('a')).status).toBe('done');
  });
});

it('a start that fails leaves nothing running', async () => {
  const calls: string[] = [];
  const failing = start('one', {
    listen() {
      throw new Error('No news');
    },
    sweep: async () => calls.push('sweep'),
    renew: async () => {
      calls.push('renew');
      return [];
    },
  });
  await expect(failing).rejects.toThrow('No news');
  await sleep(400);
  expect(calls).toEqual([]);
});

const event = fc.record({
  afterMs: fc.integer({ min: 50, max: 500 }),
  kind: fc.constantFrom('kill' as const, 'cut' as const, 'jump' as const),
  worker: fc.nat({ max: 1 }),
  jumpMs: fc.constantFrom(-3_600_000, -5000, 5000, 86_400_000),
});

describe('whatever happens to two workers', () => {
  it('each task has one worker at a time, is taken from no live one, and ends', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(event, { minLength: 2, maxLength: 5 }), async (events) => {
        const wrong = await play(events);
        expect(wrong).toEqual([]);
      }),
      { numRuns: 6, endOnFailure: true },
    );
  }, 120_000);

  async function play(events: (typeof event extends fc.Arbitrary<infer E> ? E : never)[]) {
    await database.db.delete(tasks);
    await queue('a', 'b', 'c', 'd');
    const wrong: string[] = [];
    const alive = new Map<string, TestWorker>();
    /** When each worker was last cut off or its clock changed. */
    const cutAt = new Map<string, number>();
    let jumpedAt = Number.NEGATIVE_INFINITY;
    let number = 0;
    async function add(): Promise<TestWorker> {
      number += 1;
      const owner = `worker ${number}`;
      const worker = await start(owner, {
        workMs: 700,
        renewEveryMs: 250,
        sweepEveryMs: 60,
        onBegin(_, id) {
          for (const other of alive.values())
            if (other.owner !== owner && other.atWork.get(id)?.aborted === false)
              wrong.push(`${id} is with ${owner} and ${other.owner}`);
        },
        onSweep(owners) {
          // A jump between the check of the clock and the sweep goes unnoticed.
          if (performance.now() - jumpedAt < 100) return;
          for (const from of owners)
            if (alive.has(from) && !cutAt.has(from)) wrong.push(`${from} lives, and was swept`);
        },
      });
      alive.set(owner, worker);
      return worker;
    }
    let pair = [await add(), await add()];
    for (const { afterMs, kind, worker: place, jumpMs } of events) {
      await sleep(afterMs);
      const hit = pair[place] as TestWorker;
      if (kind === 'jump') {
        await jump(jumpMs);
        jumpedAt = performance.now();
      } else if (kind === 'kill') {
        hit.cut();
        alive.delete(hit.owner);
        pair = pair.with(place, await add());
      } else {
        hit.cut();
        cutAt.set(hit.owner, performance.now());
        setTimeout(() => hit.mend(), 1.5 * leaseMs);
      }
    }
    await expect
      .poll(() => database.db.$count(tasks, eq(tasks.status, 'done')), { timeout: 15_000 })
      .toBe(4);
    for (const worker of workers.splice(0)) await worker.end();
    return wrong;
  }
});
