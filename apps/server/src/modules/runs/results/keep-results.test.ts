import { type DemoBot, startDemoBot } from '@parley/demo-bot';
import { asc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runs } from '../../../db/schema/index.ts';
import { runDays, runResults, stepDays, testResults } from '../../../db/schema/run-results.ts';
import type { Database } from '../../../platform/database/db.ts';
import { found } from '../../../platform/errors/found.ts';
import { createBotSuite, startRun, untilEnded } from '../../../test/bot-suite.ts';
import { createTenant, type Member } from '../../../test/tenant.ts';
import { startTestApp, type TestApp } from '../../../test/test-app.ts';
import { insertEvents } from '../log/event-rows.ts';
import { foldRunDays } from './fold-run-days.ts';
import { refreshResults } from './keep-results.ts';

/** Refreshes the results as a changed verdict does. */
async function refreshAgain(db: Database, runId: string): Promise<void> {
  const [run] = await db.select().from(runs).where(eq(runs.id, runId));
  await refreshResults(db, found(run));
}

let bot: DemoBot;
let app: TestApp;

beforeAll(async () => {
  bot = await startDemoBot();
  app = await startTestApp({ reachable: [new URL(bot.url).host] });
});

afterAll(async () => {
  await app.close();
  await bot.close();
});

async function runOnce(member: Member, expected: string) {
  const suiteId = await createBotSuite(member, { botUrl: bot.url, tests: 2, turns: 2, expected });
  const run = await untilEnded(member, (await startRun(member, suiteId)).id);
  return { suiteId, run };
}

async function daysOf(organizationId: string, subject: string) {
  const { db } = app.platform;
  await foldRunDays(db, AbortSignal.timeout(10_000));
  const rows = await db.select().from(runDays).where(eq(runDays.subject, subject));
  return rows.filter(
    (row) => row.organizationId === organizationId && row.runs > 0 && row.outcome !== 'any',
  );
}

describe('a run that has ended', () => {
  it('leaves a row for each test and step', async () => {
    const { owner } = await createTenant(app);
    const { run, suiteId } = await runOnce(owner, 'at the weekend only');
    const { db } = app.platform;
    const tests = await db
      .select()
      .from(testResults)
      .where(eq(testResults.runId, run.id))
      .orderBy(asc(testResults.test));
    expect(tests).toMatchObject([
      { test: 0, name: 'Test 1', suiteId, outcome: 'failed', failureClass: 'wrong', attempt: 1 },
      { test: 1, name: 'Test 2', suiteId, outcome: 'failed', isQuarantined: false },
    ]);
    expect(tests.flatMap(({ steps }) => steps)).toHaveLength(4);
    expect(tests[0]?.steps[0]).toMatchObject({
      step: 0,
      outcome: 'failed',
      failureClass: 'wrong',
      said: 'When are you open?',
      reply: expect.stringContaining('Monday to Friday'),
      latencyMs: expect.any(Number),
    });
    const [row] = await db.select().from(runs).where(eq(runs.id, run.id));
    expect(row?.failureClasses).toEqual(['wrong']);
  });

  it('is added to its day for the organization, the project and the suite', async () => {
    const { owner, organizationId } = await createTenant(app);
    const { run, suiteId } = await runOnce(owner, 'Monday to Friday');
    for (const subject of [organizationId, run.projectId ?? '', suiteId]) {
      const [day, ...others] = await daysOf(organizationId, subject);
      expect(others).toEqual([]);
      expect(day).toMatchObject({
        day: run.createdAt.slice(0, 10),
        trigger: 'manual',
        platform: 'webchat',
        outcome: 'passed',
        failureClasses: [],
        runs: 1,
        testsPassed: 2,
        testsFailed: 0,
      });
      expect(day?.latencies.reduce((sum, count) => sum + count, 0)).toBe(4);
    }
  });

  it('is counted once, however often its results are rewritten, by its latest state', async () => {
    const { owner, organizationId } = await createTenant(app);
    const { run, suiteId } = await runOnce(owner, 'at the weekend only');
    const { db } = app.platform;
    const [before] = await daysOf(organizationId, organizationId);
    await db.transaction((tx) => refreshAgain(tx, run.id));
    expect(await daysOf(organizationId, organizationId)).toEqual([before]);
    const steps = await db.select().from(stepDays).where(eq(stepDays.suiteId, suiteId));
    expect(steps).toHaveLength(4);
    for (const { latencies } of steps)
      expect(latencies.reduce((sum, count) => sum + count, 0)).toBe(1);

    await db.transaction(async (tx) => {
      const passed = { type: 'test.finished', at: 1, attempt: 1, outcome: 'passed' } as const;
      const events = [0, 1].map((test) => ({ ...passed, test }));
      await insertEvents(tx, run.id, 1000, events);
      await tx.update(runs).set({ status: 'passed' }).where(eq(runs.id, run.id));
      await refreshAgain(tx, run.id);
    });
    const [after, ...others] = await daysOf(organizationId, organizationId);
    expect(others).toEqual([]);
    expect(after).toMatchObject({ outcome: 'passed', failureClasses: [], testsPassed: 2, runs: 1 });
    expect(after?.latencies).toEqual(before?.latencies);
  });

  it.runIf(process.env.PARLEY_TEST_DATABASE_URL)(
    'does not wait for another one of its organization that is just ending, and both count',
    async () => {
      const { owner, organizationId } = await createTenant(app);
      const { run } = await runOnce(owner, 'Monday to Friday');
      const { db } = app.platform;
      await db.transaction(async (tx) => {
        await tx.update(runs).set({ status: 'error' }).where(eq(runs.id, run.id));
        await refreshAgain(tx, run.id);
        await runOnce(owner, 'Monday to Friday');
        await runOnce(owner, 'at the weekend only');
      });
      const ended = await daysOf(organizationId, organizationId);
      expect(ended.map(({ outcome, runs: count }) => [outcome, count]).sort()).toEqual([
        ['error', 1],
        ['failed', 1],
        ['passed', 1],
      ]);
    },
  );

  it('takes its rows with it when it is deleted', async () => {
    const { owner } = await createTenant(app);
    const { run } = await runOnce(owner, 'Monday to Friday');
    const { db } = app.platform;
    await db.delete(runs).where(eq(runs.id, run.id));
    for (const table of [testResults, runResults]) {
      expect(await db.select().from(table).where(eq(table.runId, run.id))).toEqual([]);
    }
  });
});
