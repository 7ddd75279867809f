/** Tests that ended runs are merged into the rows of their day later, and that figures are the same before and after. */
import { history } from '@parley/contract';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { organizations } from '../../../db/schema/organizations.ts';
import { runDayChanges, runDays } from '../../../db/schema/run-results.ts';
import { createTenant, type Tenant } from '../../../test/tenant.ts';
import { startTestApp, type TestApp } from '../../../test/test-app.ts';
import { foldRunDays } from './fold-run-days.ts';

let app: TestApp;
let tenant: Tenant;
beforeAll(async () => {
  app = await startTestApp({ hasWorker: false });
});
beforeEach(async () => {
  tenant = await createTenant(app);
});
afterAll(() => app.close());

const today = () => new Date().toISOString().slice(0, 10);

const fold = () => foldRunDays(app.platform.db, AbortSignal.timeout(20_000));

type Change = Partial<typeof runDayChanges.$inferInsert>;

/** Creates the changes of this many runs of the organization, each with a row for all outcomes. */
function changes(count: number, change: Change = {}) {
  const { organizationId } = tenant;
  const row = {
    organizationId,
    subject: organizationId,
    day: today(),
    platform: 'webchat' as const,
    trigger: 'manual' as const,
    outcome: 'passed' as const,
    failureClasses: [],
    runs: 1,
    repeated: 0,
    testsPassed: 2,
    testsFailed: 0,
    durationMs: 3_000_000_000,
    latencies: [0, 1, 1],
    ...change,
  };
  return Array.from({ length: count }, () => [
    row,
    { ...row, outcome: 'any' as const, failureClasses: [] },
  ]).flat();
}

const end = (count: number, change?: Change) =>
  app.platform.db.insert(runDayChanges).values(changes(count, change));

/** Counts a run as servers of the previous release do. */
async function endAsBefore(): Promise<void> {
  for (const row of changes(1))
    await app.platform.db
      .insert(runDays)
      .values(row)
      .onConflictDoUpdate({
        target: [
          runDays.organizationId,
          runDays.subject,
          runDays.day,
          runDays.platform,
          runDays.trigger,
          runDays.outcome,
          runDays.failureClasses,
        ],
        set: {
          runs: sql`${runDays.runs} + excluded.runs`,
          testsPassed: sql`${runDays.testsPassed} + excluded.tests_passed`,
          durationMs: sql`${runDays.durationMs} + excluded.duration_ms`,
          latencies: sql`(
            select coalesce(array_agg(coalesce(old, 0) + coalesce(new, 0) order by place), '{}')
            from unnest(${runDays.latencies}, excluded.latencies)
              with ordinality as bucket(old, new, place))`,
        },
      });
}

async function figures() {
  const query = { from: today(), to: today() };
  return (await tenant.owner.call(history.getFigures, { query })).body;
}

const left = () => app.platform.db.$count(runDayChanges);

describe('runs that ended', () => {
  it('read the same before they are added to their day and after, whichever release counted them', async () => {
    await endAsBefore();
    await end(3);
    await end(2, { outcome: 'failed', failureClasses: ['wrong'], latencies: [5], testsFailed: 1 });
    // The verdict of one run was changed.
    await end(1, { runs: -1, testsPassed: -2, durationMs: -3_000_000_000, latencies: [0, -1, -1] });
    const before = await figures();
    expect(before.total).toMatchObject({ runs: 5, passed: 3, failed: 2, testsPassed: 10 });
    expect(before.causes).toEqual([{ failureClass: 'wrong', runs: 2 }]);
    await fold();
    expect(await left()).toBe(0);
    expect(await figures()).toEqual(before);
    await endAsBefore();
    await end(1);
    const more = await figures();
    expect(more.total).toMatchObject({ runs: 7, passed: 5, testsPassed: 14 });
    await fold();
    expect(await figures()).toEqual(more);
  });

  it('have no figures once all of them were overridden', async () => {
    await end(1, { outcome: 'failed', failureClasses: ['wrong'] });
    await end(1, {
      outcome: 'failed',
      failureClasses: ['wrong'],
      runs: -1,
      latencies: [0, -1, -1],
    });
    const { causes, platforms, triggers } = await figures();
    expect([causes, platforms, triggers]).toEqual([[], [], []]);
  });

  it('are added once, by however many processes and however many there are', async () => {
    for (let part = 0; part < 5; part += 1) await end(500);
    await Promise.all([fold(), fold(), endAsBefore(), end(3), fold()]);
    await fold();
    expect(await left()).toBe(0);
    expect((await figures()).total).toMatchObject({ runs: 2504, testsPassed: 5008 });
    const rows = await app.platform.db
      .select({ latencies: runDays.latencies, outcome: runDays.outcome })
      .from(runDays)
      .where(eq(runDays.organizationId, tenant.organizationId));
    expect(rows.map(({ latencies }) => latencies)).toEqual(Array(2).fill([0, 2504, 2504]));
  });

  it.runIf(process.env.PARLEY_TEST_DATABASE_URL)(
    'wait where their organization is being deleted, and keep nobody else waiting',
    async () => {
      const { db } = app.platform;
      await end(1);
      const busy = tenant;
      tenant = await createTenant(app);
      await end(1);
      await db.transaction(async (tx) => {
        await tx
          .select()
          .from(organizations)
          .where(eq(organizations.id, busy.organizationId))
          .for('update');
        await fold();
        const rest = await db
          .selectDistinct({ id: runDayChanges.organizationId })
          .from(runDayChanges);
        expect(rest).toEqual([{ id: busy.organizationId }]);
      });
      await fold();
      expect(await left()).toBe(0);
    },
  );
});
