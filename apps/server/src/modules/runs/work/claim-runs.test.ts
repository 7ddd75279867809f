/**
 * Compares the order of claims with the rule, written as a single statement over all queued runs: slow but readable. Claims can
 * be wrong in both directions: a due run is not claimed, or a run is claimed before its turn.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '../../../platform/config/config.ts';
import { listMigrations, migrateAround } from '../../../platform/database/migrations.ts';
import { openDatabase } from '../../../platform/database/open-database.ts';
import { createLog } from '../../../platform/observability/log.ts';
import { createTestDatabase } from '../../../test/database-template.ts';
import { createTenant } from '../../../test/tenant.ts';
import { startTestApp, type TestApp } from '../../../test/test-app.ts';
import { claimRuns, removeIdleTurns } from './claim-runs.ts';
import { handOver } from './leases.ts';

let app: TestApp;
const organizationIds: string[] = [];

beforeAll(async () => {
  app = await startTestApp({ hasWorker: false });
  for (let count = 0; count < 4; count += 1)
    organizationIds.push((await createTenant(app)).organizationId);
  const { db } = app.platform;
  for (const [index, organizationId] of organizationIds.entries())
    for (const limit of [1, 3])
      await db.execute(sql`
        insert into devices (id, organization_id, name, platform, locale, settings, concurrency_limit)
        values (${deviceIdOf(index, limit)}, ${organizationId}, ${`Device ${limit}`}, 'webchat', 'en-US', '{}', ${limit})`);
});
afterEach(() => app.platform.db.execute(sql`delete from runs`));
afterAll(() => app.close());

const deviceIdOf = (organization: number, limit: number) => `device-${organization}-${limit}`;

interface Row {
  organization: number;
  status: 'queued' | 'running' | 'passed';
  /** Concurrency limit of the run's virtual device; 0 without a device. */
  device: 0 | 1 | 3;
  conversations: number;
  needsBrowser: boolean;
  /** Age in minutes, unique among the rows. */
  age: number;
  /** True if a worker has claimed the run before. */
  wasServed: boolean;
}

const anyRow = fc.record({
  organization: fc.integer({ min: 0, max: 3 }),
  status: fc.constantFrom('queued', 'queued', 'queued', 'running', 'passed'),
  device: fc.constantFrom(0, 0, 1, 3),
  conversations: fc.integer({ min: 1, max: 4 }),
  needsBrowser: fc.boolean(),
  // In minutes. Runs that were queued a day ago are no longer claimed.
  age: fc.integer({ min: 0, max: 1_200 }),
  wasServed: fc.boolean(),
}) as fc.Arbitrary<Row>;

const anyRows = fc.uniqueArray(anyRow, { selector: ({ age }) => age, minLength: 1, maxLength: 24 });

async function write(rows: Row[]): Promise<void> {
  const { db } = app.platform;
  await db.execute(sql`delete from runs`);
  await db.execute(sql`delete from waiting_organizations`);
  for (const [index, row] of rows.entries()) {
    const isTaken = row.status !== 'queued' || row.wasServed;
    // One minute more, because a run that started half a minute after it was queued must not start in the future, where it
    // would count as served after the runs claimed now.
    const at = sql`now() - make_interval(mins => ${row.age + 1})`;
    await db.execute(sql`
      insert into runs (id, organization_id, suite_name, project_name, platform, source, trigger, counts,
        status, device_id, conversations, conversations_held, needs, created_at, started_at)
      values (${`run-${index}`}, ${organizationIds[row.organization]}, 'Suite', 'Web', 'webchat', '', 'manual', '{}',
        ${row.status}, ${row.device === 0 ? null : deviceIdOf(row.organization, row.device)},
        ${row.conversations},
        ${row.status === 'running' ? Math.min(row.conversations, row.device) : null},
        ${row.needsBrowser ? sql`array['browser']` : sql`'{}'::text[]`}, ${at},
        ${isTaken ? sql`${at} + interval '30 seconds'` : null})`);
  }
  // As if the rows had been inserted one after another.
  await db.execute(sql`
    update waiting_organizations waiting set served_at = (
      select max(started_at) from runs where runs.organization_id = waiting.organization_id
    ), since = (
      select min(created_at) from run_queue
      where run_queue.organization_id = waiting.organization_id)`);
}

/** Applies the rule to all queued runs and returns the next one due. Assumes that no other worker has more equipment. */
async function nextByRule(isLastPlace: boolean): Promise<string | undefined> {
  const { rows } = await app.platform.db.execute<{ id: string }>(sql`
    with busy as (
      select organization_id, count(*) as count from runs where status = 'running' group by 1
    ), served as (
      select organization_id, max(started_at) as at from runs where started_at is not null group by 1
    )
    select queued.id from runs queued
    left join busy on busy.organization_id = queued.organization_id
    left join served on served.organization_id = queued.organization_id
    left join devices device on device.id = queued.device_id
    where queued.status = 'queued' and (not ${isLastPlace} or busy.count is null)
      and (device.id is null or not exists (
        select from runs ahead where ahead.device_id = queued.device_id and ahead.status = 'queued'
          and (ahead.created_at, ahead.id) < (queued.created_at, queued.id)
      ) and least(queued.conversations, device.concurrency_limit) + coalesce((
        select sum(using_it.conversations_held) from runs using_it
        where using_it.device_id = queued.device_id and using_it.status = 'running'
      ), 0) <= device.concurrency_limit)
    order by coalesce(busy.count, 0), served.at nulls first, queued.created_at, queued.id
    limit 1`);
  return rows[0]?.id;
}

async function claim(places: number, isLastShared: boolean): Promise<string[]> {
  const { db, news } = app.platform;
  const taken = await claimRuns(db, news, { owner: 'me', places, isLastShared });
  return taken.map(({ id }) => id);
}

interface Turn {
  atWork: number;
  /** When the organization was last served; larger is later. Equal for organizations served in this claim. */
  served: number;
  /** Indexes of the queued rows, oldest first. */
  queued: number[];
}

/** Checks that runs without a device were claimed in the order of the rule. */
function isByRule(taken: string[], rows: Row[], places: number, isLastShared: boolean): boolean {
  const turns = turnsOf(rows);
  for (let place = 1; place <= places; place += 1) {
    const mayBeNext = turns.filter(
      ({ atWork, queued }) =>
        queued.length > 0 && (atWork === 0 || !isLastShared || place < places),
    );
    const order = (a: Turn, b: Turn) =>
      a.atWork - b.atWork || (a.served === b.served ? 0 : a.served - b.served);
    const [first] = mayBeNext.toSorted(order);
    const next = mayBeNext.find(({ queued }) => `run-${queued[0]}` === taken[place - 1]);
    if (first === undefined) return taken.length === place - 1;
    if (next === undefined || order(next, first) !== 0) return false;
    next.atWork += 1;
    next.served = Number.POSITIVE_INFINITY;
    next.queued.shift();
  }
  return taken.length === places;
}

function turnsOf(rows: Row[]): Turn[] {
  return organizationIds.map((_, organization) => {
    const own = rows
      .map((row, index) => ({ ...row, index }))
      .filter((row) => row.organization === organization);
    const queued = own
      .filter(({ status }) => status === 'queued')
      .toSorted((a, b) => b.age - a.age);
    const served = own.filter(({ status }) => status !== 'queued').map(({ age }) => -age);
    // Among organizations that were never served, the one that has waited longest comes first.
    const never = -1_000_000 - (queued[0]?.age ?? 0);
    return {
      atWork: own.filter(({ status }) => status === 'running').length,
      served: served.length === 0 ? never : Math.max(...served),
      queued: queued.map(({ index }) => index),
    };
  });
}

async function queueIsInStep(): Promise<boolean> {
  const { rows } = await app.platform.db.execute(sql`
    (select id from runs where status = 'queued' except select run_id from run_queue)
    union all
    (select run_id from run_queue except select id from runs where status = 'queued')
    union all
    (select organization_id from run_queue except select organization_id from waiting_organizations)`);
  return rows.length === 0;
}

describe('the next run', () => {
  it('follows the rule, whatever is queued and active', { timeout: 120_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(anyRows, fc.boolean(), async (rows, isLast) => {
        await write(rows);
        const expected = await nextByRule(isLast);
        expect(await claim(1, isLast)).toEqual(expected === undefined ? [] : [expected]);
        expect(await queueIsInStep()).toBe(true);
      }),
      { numRuns: 60, endOnFailure: true },
    );
  });

  it('stays so when several are taken at once', { timeout: 120_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(
        anyRows,
        fc.integer({ min: 2, max: 8 }),
        fc.boolean(),
        async (rows, places, isLastShared) => {
          // Only one run per device is due at a time; the next one is due for the next claim.
          const simple = rows.map((row) => ({ ...row, device: 0 as const, wasServed: false }));
          await write(simple);
          expect(await claim(places, isLastShared)).toSatisfy((taken: string[]) =>
            isByRule(taken, simple, places, isLastShared),
          );
        },
      ),
      { numRuns: 60, endOnFailure: true },
    );
  });

  it('is found repeatedly until none is due', { timeout: 120_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(anyRows, async (rows) => {
        await write(rows);
        for (;;) {
          if ((await claim(4, false)).length === 0) break;
        }
        expect(await nextByRule(false)).toBeUndefined();
      }),
      { numRuns: 30, endOnFailure: true },
    );
  });
});

describe('the queue', () => {
  it('follows the state of a run, whoever changes it', async () => {
    await write([row({ age: 3 }), row({ age: 2 }), row({ age: 1, organization: 1 })]);
    const { db, news } = app.platform;
    const isWaiting = async (organization: number) => {
      const { rows } = await db.execute(
        sql`select from waiting_organizations where organization_id = ${organizationIds[organization]}`,
      );
      return rows.length === 1;
    };
    await db.execute(sql`update runs set status = 'cancelled' where id = 'run-0'`);
    expect([await queueIsInStep(), await isWaiting(0)]).toEqual([true, true]);
    await db.execute(sql`delete from runs where id = 'run-1'`);
    await removeIdleTurns(db);
    expect([await queueIsInStep(), await isWaiting(0), await isWaiting(1)]).toEqual([
      true,
      false,
      true,
    ]);
    expect(await claim(1, false)).toEqual(['run-2']);
    expect(await isWaiting(1)).toBe(false);
    await handOver(db, news, 'me');
    expect([await queueIsInStep(), await isWaiting(1)]).toEqual([true, true]);
    expect(await claim(1, false)).toEqual(['run-2']);
  });

  it('keeps a run in the queue once its device is deleted', async () => {
    await write([row({ device: 1, age: 2 }), row({ device: 1, age: 1 })]);
    const { db } = app.platform;
    await db.execute(sql`update runs set device_id = null`);
    await db.execute(sql`update run_queue set device_id = 'gone'`);
    expect(await claim(1, false)).toEqual(['run-0']);
    expect(await claim(1, false)).toEqual(['run-1']);
  });

  it('gives each run to one of many concurrent claims, and every claim gets one', async () => {
    const rows = Array.from({ length: 120 }, (_, age) => row({ age, organization: age % 2 }));
    await write(rows);
    const { db, news } = app.platform;
    const takers = Array.from({ length: 6 }, async (_, index) => {
      const taken: string[] = [];
      for (let places = 1 + (index % 3); ; ) {
        const claimed = await claimRuns(db, news, {
          owner: `worker ${index}`,
          places,
          isLastShared: false,
        });
        if (claimed.length === 0) return taken;
        taken.push(...claimed.map(({ id }) => id));
      }
    });
    const taken = (await Promise.all(takers)).flat();
    expect(taken.toSorted()).toEqual(rows.map((_, index) => `run-${index}`).toSorted());
  });

  it('delays neither queueing nor claiming while both happen', async () => {
    const { db, news } = app.platform;
    const all = 60;
    let isOver = false;
    const queueing = (async () => {
      for (let index = 0; index < all; index += 1) {
        await db.execute(sql`
          insert into runs (id, organization_id, suite_name, project_name, platform, source, trigger,
            counts, status)
          values (${`late-${index}`}, ${organizationIds[index % 3]}, 'Suite', 'Web', 'webchat', '',
            'manual', '{}', 'queued')`);
      }
      isOver = true;
    })();
    const taken: string[] = [];
    const claiming = Array.from({ length: 3 }, async (_, index) => {
      const claim = { owner: `worker ${index}`, places: 2, isLastShared: false };
      for (;;) {
        const wasOver = isOver;
        const claimed = await claimRuns(db, news, claim);
        taken.push(...claimed.map(({ id }) => id));
        if (wasOver && claimed.length === 0) return;
      }
    });
    await Promise.all([queueing, ...claiming]);
    expect(new Set(taken).size).toBe(all);
    expect(taken).toHaveLength(all);
  });

  it.runIf(process.env.PARLEY_TEST_DATABASE_URL)(
    'gives the next run to a worker while another is just taking the one before it',
    async () => {
      await write([row({ age: 2 }), row({ age: 1 })]);
      const { db, news } = app.platform;
      const claim = { owner: 'me', places: 1, isLastShared: false };
      let mine: ReturnType<typeof claimRuns> | undefined;
      await db.transaction(async (tx) => {
        await tx.execute(
          sql`update runs set status = 'running', started_at = now() where id = 'run-0'`,
        );
        mine = claimRuns(db, news, claim);
        await sleep(30);
      });
      expect(await mine).toMatchObject([{ id: 'run-1' }]);
    },
  );

  it('keeps runs that were taken before a claim failed', async () => {
    await write([row({ age: 2 }), row({ age: 1 })]);
    const { db, news } = app.platform;
    let asked = 0;
    const breaking = new Proxy(db, {
      get(target, name) {
        if (name !== 'execute') return Reflect.get(target, name).bind(target);
        return (query: ReturnType<typeof sql>) => {
          asked += 1;
          if (asked > 1) throw new Error('The connection was lost');
          return target.execute(query);
        };
      },
    });
    const claim = { owner: 'me', places: 2, isLastShared: false };
    expect(await claimRuns(breaking, news, claim)).toMatchObject([{ id: 'run-0' }]);
    await expect(claimRuns(breaking, news, claim)).rejects.toThrow('The connection was lost');
  });

  it('is the same for a worker of the release before, which reads the runs themselves', async () => {
    await write(Array.from({ length: 30 }, (_, age) => row({ age })));
    const { db } = app.platform;
    const before = async () => {
      const taken: string[] = [];
      for (;;) {
        const { rows } = await db.execute<{ id: string }>(sql`
          update runs set status = 'running', started_at = now(), lease_owner = 'before' where id = (
            select id from runs where status = 'queued' order by created_at, id limit 1
            for update skip locked
          ) returning id`);
        if (rows.length === 0) return taken;
        taken.push(...rows.map(({ id }) => id));
      }
    };
    const now = async () => {
      const taken: string[] = [];
      for (;;) {
        const claimed = await claim(2, false);
        if (claimed.length === 0) return taken;
        taken.push(...claimed);
      }
    };
    const taken = (await Promise.all([before(), now()])).flat();
    expect(taken.toSorted()).toEqual(Array.from({ length: 30 }, (_, i) => `run-${i}`).toSorted());
    expect(await queueIsInStep()).toBe(true);
  });
});

describe('an upgrade', () => {
  it('adds runs queued before it to the queue', async () => {
    const test = await createTestDatabase();
    const database = await openDatabase(readConfig(test.environment), createLog('silent'));
    try {
      const { pool } = database;
      await pool.query('drop schema public cascade');
      const before = listMigrations().find(({ tag }) => tag === '0008_shared_run_views_index');
      await migrateAround(drizzle(pool), before?.when ?? 0, async () => {
        await pool.query(`
          insert into organizations (id, name, subscription_status, plan_id) values ('acme', 'Acme', 'trial', 'trial');
          insert into runs (id, organization_id, suite_name, project_name, platform, source, trigger, counts, status, started_at)
          select status, 'acme', 'Suite', 'Web', 'webchat', '', 'manual', '{}', status,
            case when status = 'passed' then timestamptz '2026-01-01' end
          from unnest(array['queued', 'running', 'passed']) status`);
      });
      const { rows } = await pool.query(
        'select run_id, lane, served_at from run_queue join waiting_organizations using (organization_id)',
      );
      expect(rows).toEqual([
        { run_id: 'queued', lane: 'needs:', served_at: new Date('2026-01-01') },
      ]);
    } finally {
      await database.close();
      await test.drop();
    }
  });
});

function row(change: Partial<Row>): Row {
  return {
    organization: 0,
    status: 'queued',
    device: 0,
    conversations: 1,
    needsBrowser: false,
    age: 0,
    wasServed: false,
    ...change,
  };
}
