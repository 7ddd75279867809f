import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { monitorSlots, suites } from '../../../db/schema/index.ts';
import { cleanUp, listCleanUps } from '../../../platform/queue/clean-up.ts';
import { createBotSuite } from '../../../test/bot-suite.ts';
import { createTenant } from '../../../test/tenant.ts';
import { startTestApp, type TestApp } from '../../../test/test-app.ts';
import { slotCleanUp } from './slot-clean-up.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ hasWorker: false });
});
afterAll(() => app.close());

/** Inserts more suites than one batch cleans up, each with a slot for every minute before a time. */
async function fill(perSuite: number): Promise<void> {
  const { owner } = await createTenant(app);
  const suiteId = await createBotSuite(owner, { botUrl: 'http://127.0.0.1:9/' });
  const { db } = app.platform;
  const [suite] = await db.select().from(suites).where(eq(suites.id, suiteId));
  if (suite === undefined) throw new Error('There is no suite');
  const { searchName: _, ...columns } = suite;
  const copies = Array.from({ length: 250 }, (_, index) => ({
    ...columns,
    id: `suite-${String(index).padStart(3, '0')}`,
  }));
  await db.insert(suites).values(copies);
  await db.execute(sql`
    insert into ${monitorSlots} (suite_id, slot, outcome, result)
    select suite.id, now() - interval '4 days' - make_interval(mins => minute), 'run', 'passed'
    from ${suites} suite, generate_series(1, ${perSuite}::int) minute
    where suite.id like 'suite-%'`);
}

it('removes old slots of all suites, and keeps the last 20 of each', async () => {
  const perSuite = 200;
  await fill(perSuite);
  const { db } = app.platform;
  const fresh = { outcome: 'run', result: 'passed' } as const;
  await db.insert(monitorSlots).values(
    Array.from({ length: 30 }, (_, index) => ({
      ...{ ...fresh, suiteId: 'suite-007' },
      slot: sql`now() - make_interval(mins => ${index})` as unknown as Date,
    })),
  );
  const stop = new AbortController();
  let batches = 0;
  const interrupted = {
    ...slotCleanUp,
    async *parts(...given: Parameters<typeof slotCleanUp.parts>) {
      for await (const part of slotCleanUp.parts(...given))
        yield {
          ...part,
          removeSome: async (...asked: Parameters<typeof part.removeSome>) => {
            const removed = await part.removeSome(...asked);
            batches += 1;
            if (batches === 3) stop.abort();
            return removed;
          },
        };
    },
  };
  const all = 250 * perSuite + 30;
  expect(await cleanUp(app.platform, [interrupted], stop.signal)).toBe(false);
  const removed = all - (await db.$count(monitorSlots));
  expect(removed).toBeGreaterThan(0);
  expect(removed).toBeLessThanOrEqual(3 * 5000);
  const [state] = await listCleanUps(db);
  // All slots of the first 200 suites, except those that are kept.
  expect(state?.left).toBe(200 * (perSuite - 20) + 20 - removed);

  expect(await cleanUp(app.platform, [slotCleanUp], AbortSignal.timeout(60_000))).toBe(true);
  const kept = await db
    .select({ suiteId: monitorSlots.suiteId, count: sql<number>`count(*)::int` })
    .from(monitorSlots)
    .groupBy(monitorSlots.suiteId);
  expect(kept).toHaveLength(250);
  for (const { suiteId, count } of kept) expect(count).toBe(suiteId === 'suite-007' ? 30 : 20);
});
