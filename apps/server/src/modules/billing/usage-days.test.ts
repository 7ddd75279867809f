import { billing, runs } from '@parley/contract';
import { eq, sql } from 'drizzle-orm';
import { register } from 'prom-client';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { uncountedDays, usageDays, usageEvents } from '../../db/schema/index.ts';
import { createBotSuite, startRun } from '../../test/bot-suite.ts';
import { listenToQueries, type OverheardQuery } from '../../test/listen-to-queries.ts';
import { createTenant, type Tenant } from '../../test/tenant.ts';
import { startTestApp, type TestApp } from '../../test/test-app.ts';
import { countUsage } from './count-usage.ts';
import { countOlderDays, reconcileUsage } from './reconcile-usage.ts';
import { warnOfQuotas } from './warn-of-quotas.ts';

const asked = listenToQueries(/usage_(events|days)/);
const today = sql`(now() at time zone 'utc')::date`;
const { signal } = new AbortController();

let app: TestApp;
let tenant: Tenant;

beforeAll(async () => {
  app = await startTestApp({ hasWorker: false });
});

afterAll(() => app.close());

beforeEach(async () => {
  tenant = await createTenant(app);
});

const scope = () => ({ db: app.platform.db, organizationId: tenant.organizationId });

/** Writes usage events as a worker of any release does. */
function writeEvents(count: number, db = app.platform.db): Promise<unknown> {
  return db.execute(sql`
    insert into usage_events (organization_id, kind, source, quantity)
    select ${tenant.organizationId}, kind, 'run:' || n, 2
    from generate_series(1, ${count}) n, unnest(array['interactions', 'call-seconds']) kind
    on conflict (organization_id, day, kind, source)
    do update set quantity = usage_events.quantity + excluded.quantity`);
}

async function used() {
  const { meters, days } = (await tenant.owner.call(billing.getBilling)).body;
  const ofKind = (kind: string) => meters.find((meter) => meter.kind === kind)?.used;
  const figures = { interactions: ofKind('interactions'), callMinutes: ofKind('callMinutes') };
  expect(days.at(-1)).toMatchObject(figures);
  return figures;
}

const counters = () =>
  app.platform.db
    .select()
    .from(usageDays)
    .where(eq(usageDays.organizationId, tenant.organizationId));

interface Explained {
  'QUERY PLAN': { Plan: { 'Shared Hit Blocks': number; 'Shared Read Blocks': number } }[];
}

/** Counts the database pages that these queries touch when they run again. */
async function pagesOf(queries: OverheardQuery[]): Promise<number> {
  let pages = 0;
  for (const { text, values } of queries) {
    const { rows } = await query(`explain (analyze, buffers, format json) ${text}`, values);
    const plan = rows[0]?.['QUERY PLAN'][0]?.Plan;
    pages += (plan?.['Shared Hit Blocks'] ?? 0) + (plan?.['Shared Read Blocks'] ?? 0);
  }
  return pages;
}

function query(text: string, values: unknown[]) {
  const { session } = app.platform.db as unknown as {
    session: { client: { query(config: object): Promise<{ rows: Explained[] }> } };
  };
  return session.client.query({ text, values });
}

/** Restores the state of the database before there were counters. */
async function forgetCounters(): Promise<void> {
  const { db } = app.platform;
  await db.delete(usageDays);
  await db
    .insert(uncountedDays)
    .select(
      db
        .selectDistinct({ day: usageEvents.day, countedTo: sql<string>`''`.as('counted_to') })
        .from(usageEvents),
    );
}

describe('what was used in a month', () => {
  it.each(['a bill', 'the start of a run', 'the look for quotas that run out'])(
    'takes %s no more to read after many runs than after a few',
    async (what) => {
      const suiteId = await createBotSuite(tenant.owner, { botUrl: 'http://127.0.0.1:9' });
      for (let open = 0; open < 3; open += 1) await startRun(tenant.owner, suiteId);
      const read = async () => {
        asked.length = 0;
        if (what === 'a bill') await tenant.owner.call(billing.getBilling);
        else if (what === 'the start of a run')
          await tenant.owner.call(runs.startRun, { params: { suiteId }, body: {} });
        else await warnOfQuotas({ ...app.platform, tellsOfStop: async () => false });
        return pagesOf(asked.splice(0));
      };
      await writeEvents(10);
      const afterFew = await read();
      await writeEvents(3000);
      const afterMany = await read();
      expect(afterFew).toBeGreaterThan(0);
      expect(afterMany).toBeLessThan(afterFew + 60);
    },
  );

  it('is counted whichever release writes, changes or removes an event', async () => {
    const { db } = app.platform;
    await writeEvents(300);
    expect(await used()).toEqual({ interactions: 600, callMinutes: 10 });
    await writeEvents(150);
    expect(await used()).toEqual({ interactions: 900, callMinutes: 15 });
    await db
      .update(usageEvents)
      .set({ day: sql`${today} - 40` })
      .where(sql`source = 'run:1'`);
    expect(await used()).toEqual({ interactions: 896, callMinutes: 15 });
    await db.delete(usageEvents).where(sql`source = 'run:2'`);
    expect(await used()).toEqual({ interactions: 892, callMinutes: 15 });
  });

  it('is read from events until they are counted, and stays the same then', async () => {
    await writeEvents(300);
    await forgetCounters();
    expect(await used()).toEqual({ interactions: 600, callMinutes: 10 });
    await writeEvents(150);
    expect(await used()).toEqual({ interactions: 900, callMinutes: 15 });
    await countOlderDays(app.platform.db, signal);
    expect(await app.platform.db.select().from(uncountedDays)).toEqual([]);
    expect(await used()).toEqual({ interactions: 900, callMinutes: 15 });
    await writeEvents(30);
    expect(await used()).toEqual({ interactions: 960, callMinutes: 16 });
  });

  it('is counted from where an earlier start stopped, in any number of pages', async () => {
    await writeEvents(6000);
    await createTenant(app).then((other) => {
      tenant = other;
    });
    await writeEvents(30);
    await forgetCounters();
    const ended = new AbortController();
    ended.abort();
    await countOlderDays(app.platform.db, ended.signal);
    expect(await counters()).toEqual([]);
    await countOlderDays(app.platform.db, signal);
    expect(await used()).toEqual({ interactions: 60, callMinutes: 1 });
    const [most] = await app.platform.db
      .select({ most: sql`max(interactions)::int` })
      .from(usageDays);
    expect(most).toEqual({ most: 12_000 });
  });
});

describe('the reconciliation', () => {
  const mendedDays = async () => {
    const metric = await register.getSingleMetric('parley_usage_mended_total')?.get();
    return metric?.values[0]?.value ?? 0;
  };

  it('corrects counters that differ from their events, and says so', async () => {
    await writeEvents(300);
    await app.platform.db.update(usageDays).set({ interactions: 7, callSeconds: 0 });
    await app.platform.db
      .insert(usageDays)
      .values({ ...scope(), day: '2020-01-01', shard: 1, interactions: 1, callSeconds: 1 });
    const said: unknown[] = [];
    const log = { ...app.platform.log, warn: (what: object) => said.push(what) };
    const before = await mendedDays();
    await reconcileUsage({ db: app.platform.db, log: log as never }, signal);
    expect(await used()).toEqual({ interactions: 600, callMinutes: 10 });
    expect(said).toContainEqual(
      expect.objectContaining({
        ...{ organizationId: tenant.organizationId },
        interactions: 593,
        callSeconds: 600,
      }),
    );
    expect(await mendedDays()).toBeGreaterThan(before);
    said.length = 0;
    await reconcileUsage({ db: app.platform.db, log: log as never }, signal);
    expect(said).toEqual([]);
  });

  it('merges the rows of a past day into one', async () => {
    await writeEvents(30);
    await app.platform.db.update(usageEvents).set({ day: sql`${today} - 1` });
    const day = sql`${today} - 1`;
    await app.platform.db
      .update(usageDays)
      .set({ shard: 1, interactions: 10, callSeconds: 10 })
      .where(
        sql`${usageDays.organizationId} = ${tenant.organizationId} and ${usageDays.day} = ${day}`,
      );
    await app.platform.db.execute(sql`
      insert into usage_days values (${tenant.organizationId}, ${day}, 2, 50, 50)`);
    await reconcileUsage(app.platform, signal);
    const rows = await counters();
    expect(rows.filter(({ interactions }) => interactions !== 0)).toMatchObject([
      { shard: 0, interactions: 60, callSeconds: 60 },
    ]);
  });
});

it.runIf(process.env.PARLEY_TEST_DATABASE_URL)(
  'transactions that count at the same time do not wait for each other',
  async () => {
    const { db } = app.platform;
    const count = (tx: typeof db, source: string) =>
      countUsage({ db: tx, organizationId: tenant.organizationId }, source, {
        interactions: 5,
        callSeconds: 0,
      });
    await count(db, 'run:0');
    await db.transaction(async (one) => {
      await count(one, 'run:1');
      await db.transaction(async (other) => {
        await other.execute(sql`set local lock_timeout = 1`);
        await count(other, 'run:2');
      });
    });
    expect(await used()).toMatchObject({ interactions: 15 });
  },
);
