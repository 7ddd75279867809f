/** Tests that each failed run gets failure rows, whichever release executed it. */
import { runs as endpoints } from '@parley/contract';
import { type DemoBot, startDemoBot } from '@parley/demo-bot';
import { asc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runFailures, testResults } from '../../../db/schema/run-results.ts';
import { runEvents, runs } from '../../../db/schema/runs.ts';
import { found } from '../../../platform/errors/found.ts';
import { createBotSuite, startRun, untilEnded } from '../../../test/bot-suite.ts';
import { createTenant, type Member } from '../../../test/tenant.ts';
import { startTestApp, type TestApp } from '../../../test/test-app.ts';
import { runColumns } from '../log/run-row.ts';
import { addMissingFailures, completeFailures } from './keep-failures.ts';
import { refreshResults } from './keep-results.ts';

let bot: DemoBot;
let app: TestApp;
let ada: Member;

beforeAll(async () => {
  bot = await startDemoBot();
  app = await startTestApp({ reachable: [new URL(bot.url).host] });
  ada = (await createTenant(app)).owner;
});

afterAll(async () => {
  await app.close();
  await bot.close();
});

async function runOnce(expected: string) {
  const suiteId = await createBotSuite(ada, { botUrl: bot.url, tests: 2, turns: 2, expected });
  return untilEnded(ada, (await startRun(ada, suiteId)).id);
}

/** Adds a raw reply to the first step that no reader of failures needs. */
async function makeLong(runId: string): Promise<void> {
  const { db } = app.platform;
  const [first] = await db.select().from(runEvents).where(eq(runEvents.runId, runId));
  const lines = found(first).lines.replace(
    '"payload":',
    `"payload":"${'x'.repeat(200_000)}","was":`,
  );
  await db.update(runEvents).set({ lines }).where(eq(runEvents.runId, runId));
}

const rowsOf = (runId: string) =>
  app.platform.db
    .select()
    .from(runFailures)
    .where(eq(runFailures.runId, runId))
    .orderBy(asc(runFailures.place));

describe('failures of a run', () => {
  it('have a row for each cause in each test, alike for the same cause', async () => {
    const run = await runOnce('at the weekend only');
    const rows = await rowsOf(run.id);
    expect(rows).toMatchObject([
      { place: 0, testName: 'Test 1', title: 'Test 1', step: 1, failureClass: 'wrong' },
      { place: 1, testName: 'Test 2', said: 'When are you open?' },
    ]);
    expect(rows[0]).toMatchObject({
      suiteId: run.suiteId,
      at: new Date(run.createdAt),
      expected: expect.stringContaining('at the weekend only'),
      got: expect.stringContaining('Monday to Friday'),
    });
    expect(new Set(rows.map(({ signature }) => signature)).size).toBe(1);
  });

  it('have none once somebody judged that they passed, and again when that is taken back', async () => {
    const run = await runOnce('at the weekend only');
    const override = (test: number, outcome: 'passed' | null) =>
      ada.call(endpoints.overrideVerdict, {
        params: { runId: run.id },
        body: { test, outcome, reason: 'The wording is fine.' },
      });
    await override(0, 'passed');
    expect((await rowsOf(run.id)).map(({ testName }) => testName)).toEqual(['Test 2']);
    await override(1, 'passed');
    expect(await rowsOf(run.id)).toEqual([]);
    await override(0, null);
    expect((await rowsOf(run.id)).map(({ testName }) => testName)).toEqual(['Test 1']);
  });

  it('have none in a run that passed', async () => {
    expect(await rowsOf((await runOnce('Monday to Friday')).id)).toEqual([]);
  });

  it('get their rows later in runs of earlier releases, each once', async () => {
    const run = await runOnce('at the weekend only');
    const rows = await rowsOf(run.id);
    const { db } = app.platform;
    await db.delete(runFailures).where(eq(runFailures.runId, run.id));
    await db.update(runs).set({ hasFailureRows: false }).where(eq(runs.id, run.id));
    const add = () => addMissingFailures(app.platform, AbortSignal.timeout(10_000));
    await Promise.all([add(), add()]);
    await add();
    expect(await rowsOf(run.id)).toEqual(rows);
    const [kept] = await db.select().from(runs).where(eq(runs.id, run.id));
    expect(kept?.hasFailureRows).toBe(true);
  });

  it('get their rows after the end of a long run, alike', async () => {
    const run = await runOnce('at the weekend only');
    const rows = await rowsOf(run.id);
    const { db } = app.platform;
    await makeLong(run.id);
    const [row] = await db.select(runColumns).from(runs).where(eq(runs.id, run.id));
    await db.transaction((tx) => refreshResults(tx, found(row)));
    expect(await rowsOf(run.id)).toEqual([]);
    await completeFailures(app.platform, run.id);
    expect(await rowsOf(run.id)).toEqual(rows);
  });

  it('go with their run', async () => {
    const run = await runOnce('at the weekend only');
    await app.platform.db.delete(runs).where(eq(runs.id, run.id));
    expect(await rowsOf(run.id)).toEqual([]);
  });
});

describe('a test of a run', () => {
  it('keeps what it asked and expected, also when its verdict is overridden', async () => {
    const [failing, passing] = [await runOnce('at the weekend'), await runOnce('Monday')];
    const prints = async (runId: string) => {
      const rows = await app.platform.db
        .select({ fingerprint: testResults.fingerprint })
        .from(testResults)
        .where(eq(testResults.runId, runId));
      return rows.map(({ fingerprint }) => fingerprint);
    };
    const before = await prints(failing.id);
    expect(before).toEqual([expect.stringMatching(/^1-/), before[0]]);
    expect(await prints(passing.id)).not.toContain(before[0]);
    await ada.call(endpoints.overrideVerdict, {
      params: { runId: failing.id },
      body: { test: 0, outcome: 'passed', reason: 'The wording is fine.' },
    });
    expect(await prints(failing.id)).toEqual(before);
  });
});

it('a run says what it tested and where, as it was told', async () => {
  const suiteId = await createBotSuite(ada, { botUrl: bot.url });
  const start = (body: object) => ada.call(endpoints.startRun, { params: { suiteId }, body });
  const named = await start({ label: ' v2.14.0 ', environment: 'staging' });
  expect(named.body).toMatchObject({ label: 'v2.14.0', environment: 'staging' });
  expect((await start({})).body).toMatchObject({ label: null, environment: null });
  expect((await start({ label: 'two\nlines' })).status).toBe(400);
});
