import { audit, quarantines as endpoints, history, runs as runEndpoints } from '@parley/contract';
import { type DemoBot, startDemoBot } from '@parley/demo-bot';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { quarantines } from '../../db/schema/quarantines.ts';
import { testResults } from '../../db/schema/run-results.ts';
import { runs as runRows } from '../../db/schema/runs.ts';
import { newId } from '../../platform/security/ids.ts';
import { createBotSuite, startRun, untilEnded } from '../../test/bot-suite.ts';
import { createTenant, type Member } from '../../test/tenant.ts';
import { startTestApp, type TestApp } from '../../test/test-app.ts';

let bot: DemoBot;
let app: TestApp;
let ada: Member;
let suiteId: string;

beforeAll(async () => {
  bot = await startDemoBot();
  app = await startTestApp({ reachable: [new URL(bot.url).host] });
  ada = (await createTenant(app)).owner;
  const expected = 'at the weekend only';
  suiteId = await createBotSuite(ada, { botUrl: bot.url, tests: 2, expected });
});

afterAll(async () => {
  await app.close();
  await bot.close();
});

const begin = (test: string, body: { reason?: string; days?: number } = {}) =>
  ada.call(endpoints.beginQuarantine, {
    params: { suiteId },
    body: { test, reason: 'The opening hours are being reworked', days: 7, ...body },
  });

const runOnce = async () => untilEnded(ada, (await startRun(ada, suiteId)).id);

const listed = async () =>
  (await ada.call(endpoints.listQuarantines, { params: { suiteId } })).body.items;

describe('a test in quarantine', () => {
  it('still runs and is reported, but does not make its run fail', async () => {
    await begin('Test 1');
    const half = await runOnce();
    expect(half).toMatchObject({ status: 'failed', counts: { failed: 1, quarantined: 1 } });

    await begin('Test 2');
    const run = await runOnce();
    // No test that could fail is left, so nothing was tested.
    expect(run).toMatchObject({
      status: 'error',
      counts: { total: 2, failed: 0, error: 0, quarantined: 2 },
    });
    const { body } = await ada.call(history.getFigures, {
      query: { from: run.createdAt.slice(0, 10), to: run.createdAt.slice(0, 10) },
    });
    expect(body.total).toMatchObject({ runs: 2, passed: 0, failed: 2 });
    const blamed = await ada.call(runEndpoints.listRuns, { query: { failureClass: 'wrong' } });
    expect(blamed.body.items.map(({ id }) => id)).toEqual([half.id]);
  });

  it('counts again automatically as soon as the time is over', async () => {
    await begin('Test 1', { days: 1 });
    await begin('Test 2', { days: 1 });
    await app.platform.db
      .update(quarantines)
      .set({ expiresAt: sql`now() - interval '1 second'` })
      .where(eq(quarantines.suiteId, suiteId));
    expect((await runOnce()).status).toBe('failed');
    const { body } = await ada.call(history.getReliability, { params: { suiteId } });
    expect(body.tests.map(({ quarantine }) => quarantine)).toEqual([null, null]);
  });

  it('counts again when it is ended, and the audit log has both changes', async () => {
    const begun = await begin('Test 1');
    expect(begun.status).toBe(201);
    expect(begun.body).toMatchObject({ test: 'Test 1', createdBy: 'Ada Lovelace', endedAt: null });
    const params = { suiteId, quarantineId: begun.body.id };
    expect((await ada.call(endpoints.endQuarantine, { params })).status).toBe(204);
    expect((await ada.call(endpoints.endQuarantine, { params })).status).toBe(404);
    expect((await listed())[0]).toMatchObject({ id: begun.body.id, endedAt: expect.any(String) });
    const { body } = await ada.call(audit.listAudit, { query: { topic: 'suites', limit: 2 } });
    expect(body.items).toMatchObject([
      { action: 'quarantine.ended', target: 'Opening hours: Test 1' },
      {
        action: 'quarantine.begun',
        target: 'Opening hours: Test 1',
        detail: expect.stringMatching(/^until \d{4}-\d\d-\d\d: The opening hours/),
      },
    ]);
  });

  it('has one quarantine at a time: a new one takes the place of the old', async () => {
    const first = (await begin('Test 2')).body;
    const second = (await begin('Test 2', { days: 30, reason: 'Longer' })).body;
    const [newest, older] = await listed();
    expect(newest).toMatchObject({ id: second.id, reason: 'Longer', endedAt: null });
    expect(older).toMatchObject({ id: first.id, endedAt: expect.any(String) });
  });

  it('says of a test that is listed by its old name how it is found', async () => {
    const { error } = await ada.call(endpoints.beginQuarantine, {
      params: { suiteId },
      body: { test: 'Test 0', reason: 'Known', days: 7 },
    });
    expect(error).toMatchObject({
      message: expect.stringContaining('renamed or removed'),
      hint: expect.stringContaining('new name'),
    });
  });

  it('is offered on evidence, and so is its end', async () => {
    const { db } = app.platform;
    const eve = (await createTenant(app)).owner;
    const suite = await createBotSuite(eve, { botUrl: bot.url, tests: 1 });
    const params = { suiteId: suite };
    const evidence = async () =>
      (await eve.call(history.getReliability, { params })).body.tests[0]?.evidence;
    const { id } = await untilEnded(eve, (await startRun(eve, suite)).id);
    const [run] = await db.select().from(runRows).where(eq(runRows.id, id));
    const [result] = await db.select().from(testResults).where(eq(testResults.runId, id));
    if (!run || !result) throw new Error('The run has no result.');
    await db.delete(runRows).where(eq(runRows.id, id));
    let at = run.createdAt.getTime() - 86_400_000;
    /** Copies the run once for each letter, with this outcome of its test. */
    const runs = async (outcomes: string, isQuarantined = false) => {
      if (isQuarantined) at = Math.max(at, Date.now());
      const copies = [...outcomes].map((letter) => {
        at += 1000;
        const outcome: 'passed' | 'failed' = letter === 'F' ? 'failed' : 'passed';
        return { id: newId(), createdAt: new Date(at), outcome };
      });
      await db
        .insert(runRows)
        .values(copies.map(({ outcome: _, ...copy }) => ({ ...run, ...copy, number: null })));
      await db.insert(testResults).values(
        copies.map(({ id: runId, createdAt, outcome }) => ({
          ...result,
          runId,
          at: createdAt,
          outcome,
          isQuarantined,
        })),
      );
    };
    await runs('PFPFPFFPFP');
    expect(await evidence()).toBeNull();
    await runs('F');
    expect(await evidence()).toEqual({
      offer: 'quarantine',
      why: 'It failed in 6 of 11 runs without being edited, in 5 spells with passes in between: it seems to be flaky.',
    });
    await app.platform.db.execute(
      sql`update runs set overridden_at = now() where suite_id = ${suite}
        and id in (select run_id from test_results where outcome = 'failed')`,
    );
    expect(await evidence()).toBeNull();
    const body = { test: 'Test 1', reason: 'Flaky', days: 7 };
    const begun = await eve.call(endpoints.beginQuarantine, { params, body });
    expect(await evidence()).toEqual({ offer: null, why: 'Passes in a row: 0 of 22.' });
    await runs('PFPP', true);
    expect(await evidence()).toEqual({ offer: null, why: 'Passes in a row: 2 of 22.' });
    await app.platform.db.execute(
      sql`update test_results set is_doubtful = true where suite_id = ${suite} and is_quarantined`,
    );
    expect(await evidence()).toMatchObject({ why: 'Passes in a row: 0 of 22.' });
    await runs('P'.repeat(22), true);
    expect(await evidence()).toMatchObject({ offer: 'release' });
    await eve.call(endpoints.endQuarantine, {
      params: { ...params, quarantineId: begun.body.id },
    });
    expect(await evidence()).toBeNull();
  });

  it.each([
    ['a test that is not in the suite', { test: 'Nobody' }],
    ['no reason', { reason: '  ' }],
    ['no time', { days: 0 }],
    ['more than 90 days', { days: 91 }],
  ])('is refused with %s', async (_, wrong) => {
    const body = { test: 'Test 1', reason: 'Known', days: 7, ...wrong };
    const { status } = await ada.call(endpoints.beginQuarantine, { params: { suiteId }, body });
    expect(status).toBe(400);
  });
});
