import {
  history as endpoints,
  type QueryInput,
  runs as runEndpoints,
  suites as suiteEndpoints,
} from '@parley/contract';
import { type DemoBot, startDemoBot } from '@parley/demo-bot';
import { eq, type SQL, sql } from 'drizzle-orm';
import { unzipSync } from 'fflate';
import readWorkbook from 'read-excel-file/universal';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runs } from '../../db/schema/index.ts';
import { runDays } from '../../db/schema/run-results.ts';
import { botSuiteSource, createBotSuite, startRun, untilEnded } from '../../test/bot-suite.ts';
import { createTenant, type Member, scopeOf } from '../../test/tenant.ts';
import { startTestApp, type TestApp } from '../../test/test-app.ts';
import { listRuns } from '../runs/runs.ts';

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

const good = 'Monday to Friday';
const bad = 'at the weekend only';

const suiteWith = (member: Member, expected: string) =>
  createBotSuite(member, { botUrl: bot.url, tests: 2, expected });

const runOnce = async (member: Member, suiteId: string) =>
  untilEnded(member, (await startRun(member, suiteId)).id);

async function change(member: Member, suiteId: string, expected: string) {
  const source = botSuiteSource({ botUrl: bot.url, tests: 2, expected });
  const { status } = await member.call(suiteEndpoints.updateSuite, {
    params: { suiteId },
    body: { source },
  });
  expect(status).toBe(200);
}

/** Returns the mean duration, in milliseconds, of the runs that `listRuns` returns. */
async function meanDuration(member: Member): Promise<number> {
  const { body } = await member.call(runEndpoints.listRuns, { query: {} });
  const durations = body.items.map(({ startedAt, finishedAt }) =>
    startedAt && finishedAt ? Date.parse(finishedAt) - Date.parse(startedAt) : Number.NaN,
  );
  return durations.reduce((sum, ms) => sum + ms, 0) / durations.length;
}

const today = () => new Date().toISOString().slice(0, 10);

const daysAgo = (days: number) =>
  new Date(Date.now() - days * 24 * 3_600_000).toISOString().slice(0, 10);

describe('the figures', () => {
  let ada: Member;
  let passing: string;
  let failing: string;

  beforeAll(async () => {
    ada = (await createTenant(app)).owner;
    passing = await suiteWith(ada, good);
    failing = await suiteWith(ada, bad);
    for (const suiteId of [passing, passing, failing]) await runOnce(ada, suiteId);
  });

  const figures = async (query: Partial<QueryInput<typeof endpoints.getFigures>> = {}) => {
    const range = { from: daysAgo(13), to: today(), ...query };
    const { status, body } = await ada.call(endpoints.getFigures, { query: range });
    expect(status).toBe(200);
    return body;
  };

  it('tell of every day, with success and latencies', async () => {
    const { total, before, days, platforms, triggers, causes } = await figures();
    expect(total).toMatchObject({
      runs: 3,
      passed: 2,
      failed: 1,
      testsPassed: 4,
      testsFailed: 2,
      answers: 6,
      p50: expect.any(Number),
      durationMs: Math.round(await meanDuration(ada)),
    });
    expect(before).toMatchObject({ runs: 0, p95: null, durationMs: null });
    expect(days.map(({ day }) => day)).toEqual(
      Array.from({ length: 14 }, (_, index) => daysAgo(13 - index)),
    );
    expect(days.at(-1)).toMatchObject({ runs: 3, answers: 6 });
    expect(days.at(-2)).toMatchObject({ runs: 0, answers: 0, p50: null });
    expect(platforms).toMatchObject([{ platform: 'webchat', runs: 3, answers: 6 }]);
    expect(triggers).toMatchObject([{ trigger: 'manual', runs: 3, answers: 6 }]);
    expect(causes).toEqual([{ failureClass: 'wrong', runs: 1 }]);
  });

  it.each([
    ['a suite', () => ({ suiteId: failing }), 1],
    ['a trigger', () => ({ trigger: 'monitor' as const }), 0],
    ['a platform', () => ({ platform: 'webchat' as const }), 3],
    ['days without runs', () => ({ from: daysAgo(20), to: daysAgo(1) }), 0],
  ])('are narrowed down by %s, and the list alike', async (_, filter, count) => {
    expect((await figures(filter())).total.runs).toBe(count);
    const { body } = await ada.call(runEndpoints.listRuns, { query: filter() });
    expect(body.items).toHaveLength(count);
  });

  it.each([-9, 9])(
    'and the list have days of UTC, though the database is %s h off',
    async (zone) => {
      const { owner } = await createTenant(app);
      const { id } = await runOnce(owner, await suiteWith(owner, good));
      const { db } = app.platform;
      const createdAt = new Date(`2026-05-05T${zone < 0 ? '01' : '23'}:00:00Z`);
      await db.update(runs).set({ createdAt }).where(eq(runs.id, id));
      await db.transaction(async (tx) => {
        await tx.execute(sql`set local time zone ${sql.raw(String(zone))}`);
        const scope = { ...scopeOf(app, owner), db: tx };
        const listed = (from: string, to: string) => listRuns(scope, { from, to }, undefined, 9);
        expect(await listed('2026-05-05', '2026-05-05')).toHaveLength(1);
        expect(await listed('2026-05-03', '2026-05-04')).toEqual([]);
        expect(await listed('2026-05-06', '2026-05-07')).toEqual([]);
      });
    },
  );

  it.each([
    ['passed', { status: 'passed' }, 2],
    ['failed', { status: 'failed' }, 1],
    ['error', { status: 'error' }, 0],
    ['not over', { status: 'running' }, 0],
    ['a wrong answer', { failureClass: 'wrong' }, 1],
    ['no answer', { failureClass: 'silent' }, 0],
    ['failed for a cause that it has not', { status: 'failed', failureClass: 'silent' }, 0],
  ] as const)(
    'keep their rates where the list shows only runs with the result: %s',
    async (_, result, count) => {
      const all = await figures();
      expect(all.total).toMatchObject({ runs: 3, passed: 2, failed: 1 });
      // An older page sends such filters. They are ignored, because a rate among runs of one result would be 0 or 100%.
      expect(await figures(result as object)).toEqual(all);
      const { body } = await ada.call(runEndpoints.listRuns, { query: result });
      expect(body.items).toHaveLength(count);
    },
  );

  it('are narrowed down by a project', async () => {
    const suite = await ada.call(suiteEndpoints.getSuite, { params: { suiteId: passing } });
    expect((await figures({ projectId: suite.body.projectId })).total.runs).toBe(2);
  });

  it('have a mean duration without cancelled runs, even those that had not started', async () => {
    const { owner, organizationId } = await createTenant(app);
    await runOnce(owner, await suiteWith(owner, good));
    const ofDay = { organizationId, subject: organizationId, day: today() };
    const cancelled = { platform: 'webchat', trigger: 'manual', outcome: 'cancelled' } as const;
    const nothing = { failureClasses: [], testsPassed: 0, testsFailed: 0, latencies: [] };
    await app.platform.db
      .insert(runDays)
      .values({ ...ofDay, ...cancelled, ...nothing, runs: 3, durationMs: 0 });
    const query = { from: today(), to: today() };
    const { body } = await owner.call(endpoints.getFigures, { query });
    expect(body.total).toMatchObject({
      runs: 4,
      durationMs: Math.round(await meanDuration(owner)),
    });
  });

  it.each([
    ['that ends before it begins', { from: '2026-01-02', to: '2026-01-01' }],
    ['of more than a year', { from: '2024-01-01', to: '2025-12-31' }],
    ['that is none', { from: 'yesterday', to: '2026-01-01' }],
    ['before there were clocks of this kind', { from: '0001-01-01', to: '0001-01-02' }],
    ['in the year 0', { from: '0000-01-01', to: '0000-01-02' }],
    ['with a day that there is not', { from: '2026-02-30', to: '2026-03-01' }],
  ])('refuse a time %s', async (_, query) => {
    expect((await ada.call(endpoints.getFigures, { query })).status).toBe(400);
  });
});

describe('the run before', () => {
  it('is the last of the same suite that came to a result', async () => {
    const { owner } = await createTenant(app);
    const suiteId = await suiteWith(owner, good);
    const first = await runOnce(owner, suiteId);
    const cancelled = await runOnce(owner, suiteId);
    await app.platform.db
      .update(runs)
      .set({ status: 'cancelled' })
      .where(eq(runs.id, cancelled.id));
    const last = await runOnce(owner, suiteId);
    const previous = async (runId: string) =>
      (await owner.call(runEndpoints.getPreviousRun, { params: { runId } })).body.run;
    expect((await previous(last.id))?.id).toBe(first.id);
    expect(await previous(first.id)).toBeNull();
  });
});

describe('the reliability of a suite', () => {
  it('shows which test flips although its text stays the same', async () => {
    const { owner } = await createTenant(app);
    const suiteId = await suiteWith(owner, good);
    for (let count = 0; count < 6; count += 1) await runOnce(owner, suiteId);
    await change(owner, suiteId, bad);
    await runOnce(owner, suiteId);
    // A test that failed now and then with the previous text.
    await app.platform.db.execute(sql`
      update test_results set outcome = 'failed' where name = 'Test 2' and run_id in (
        select id from runs where suite_id = ${suiteId} order by created_at limit 4 offset 2)
        and run_id not in (
        select id from runs where suite_id = ${suiteId} order by created_at limit 1 offset 3)`);
    const { body } = await owner.call(endpoints.getReliability, { params: { suiteId } });
    expect(body.runs.map(({ isChanged }) => isChanged)).toEqual([
      ...Array.from({ length: 6 }, () => false),
      true,
    ]);
    expect(body.tests).toMatchObject([
      {
        name: 'Test 2',
        outcomes: ['passed', 'passed', 'failed', 'passed', 'failed', 'failed', 'failed'],
        flakiness: { flips: 3, pairs: 5, score: 0.6 },
        passed: 3,
        failed: 4,
      },
      { name: 'Test 1', flakiness: { flips: 0, pairs: 5, score: 0 }, passed: 6, failed: 1 },
    ]);
  });

  it('shows each step of a test: outcomes, latencies and wordings', async () => {
    const { owner } = await createTenant(app);
    const suiteId = await suiteWith(owner, good);
    await runOnce(owner, suiteId);
    await change(owner, suiteId, bad);
    await runOnce(owner, suiteId);
    const { body } = await owner.call(endpoints.getCourse, {
      params: { suiteId },
      query: { test: 'Test 1' },
    });
    expect(body.runs.map(({ isChanged }) => isChanged)).toEqual([false, true]);
    expect(body.steps).toMatchObject([
      {
        said: 'When are you open?',
        results: [
          { outcome: 'passed', failureClass: null, wording: 0, latencyMs: expect.any(Number) },
          { outcome: 'failed', failureClass: 'wrong', wording: 0 },
        ],
        wordings: [expect.stringContaining('Monday to Friday')],
        flakiness: { score: null },
      },
    ]);
    const unknown = { params: { suiteId }, query: { test: 'Nobody' } };
    expect((await owner.call(endpoints.getCourse, unknown)).body).toEqual({ runs: [], steps: [] });
  });

  it('has how fast each step was answered, day by day, by platform and by trigger', async () => {
    const { owner } = await createTenant(app);
    const suiteId = await suiteWith(owner, good);
    for (let number = 0; number < 2; number += 1) await runOnce(owner, suiteId);
    const query = { test: 'Test 1', step: 0, from: daysAgo(2), to: today() };
    const ask = (wish: Partial<QueryInput<typeof endpoints.getStepDays>> = {}) =>
      owner.call(endpoints.getStepDays, { params: { suiteId }, query: { ...query, ...wish } });

    const { body } = await ask();
    const empty = { answers: 0, p50: null, p90: null, p95: null, p99: null };
    const two = { answers: 2, p50: expect.any(Number), p99: expect.any(Number) };
    expect(body.days).toMatchObject([
      { day: daysAgo(2), ...empty },
      { day: daysAgo(1), ...empty },
      { day: today(), ...two },
    ]);
    expect(body.total).toMatchObject(two);
    expect(body.platforms).toMatchObject([{ platform: 'webchat', ...two }]);
    expect(body.triggers).toMatchObject([{ trigger: 'manual', ...two }]);

    for (const none of [{ trigger: 'monitor' }, { platform: 'phone' }, { step: 7 }] as const)
      expect((await ask(none)).body.total).toEqual(empty);
    expect((await ask({ from: today(), to: daysAgo(1) })).status).toBe(400);
    const foreign = { params: { suiteId }, query };
    const { owner: stranger } = await createTenant(app);
    expect((await stranger.call(endpoints.getStepDays, foreign)).status).toBe(404);
  });

  it('shows metrics by day, with what is missing counted apart, for more runs than it lists', async () => {
    const { owner } = await createTenant(app);
    const suiteId = await suiteWith(owner, good);
    const { id } = await runOnce(owner, suiteId);
    await runOnce(owner, suiteId);
    const figures = (mean: number | null, measured: number, missing: number) =>
      JSON.stringify([
        {
          name: 'score',
          measured,
          missing,
          tests: mean === null ? 0 : 1,
          mean,
          least: mean,
          most: mean,
        },
      ]);
    const set = (metrics: string, where: SQL) =>
      app.platform.db.execute(
        sql`update test_results set metrics = ${metrics}::jsonb where suite_id = ${suiteId} and ${where}`,
      );
    await set(figures(0.5, 2, 0), sql`name = 'Test 1'`);
    await set(figures(null, 0, 3), sql`name = 'Test 2'`);
    await set(figures(0.9, 1, 1), sql`name = 'Test 1' and run_id = ${id}`);
    const ask = async (days?: number) =>
      (
        await owner.call(endpoints.getMetricDays, {
          params: { suiteId },
          query: days === undefined ? {} : { days },
        })
      ).body.metrics;
    const today = new Date().toISOString().slice(0, 10);
    const both = { runs: 2, measured: 3, missing: 7, mean: 0.7, least: 0.5, most: 0.9 };
    expect(await ask()).toEqual([{ name: 'score', days: [{ day: today, ...both }] }]);
    await app.platform.db.execute(
      sql`update test_results set at = at - interval '100 days' where run_id = ${id}`,
    );
    expect((await ask())[0]?.days).toMatchObject([{ day: today, runs: 1, mean: 0.5, missing: 3 }]);
    expect((await ask(366))[0]?.days).toMatchObject([
      { runs: 1, mean: 0.9, missing: 4 },
      { day: today, mean: 0.5 },
    ]);
    await set('[]', sql`true`);
    expect(await ask(366)).toEqual([]);
    const { owner: stranger } = await createTenant(app);
    const foreign = { params: { suiteId }, query: {} };
    expect((await stranger.call(endpoints.getMetricDays, foreign)).status).toBe(404);
  });

  it('is empty for a suite that never ran', async () => {
    const { owner } = await createTenant(app);
    const suiteId = await suiteWith(owner, good);
    const { body } = await owner.call(endpoints.getReliability, { params: { suiteId } });
    expect(body).toEqual({ runs: [], tests: [], metrics: [] });
  });
});

describe('the export', () => {
  let eve: Member;
  const name = '=cmd|"/c calc"!A1';

  beforeAll(async () => {
    eve = (await createTenant(app)).owner;
    const suiteId = await suiteWith(eve, good);
    await eve.call(suiteEndpoints.renameSuite, { params: { suiteId }, body: { name } });
    await runOnce(eve, suiteId);
    await runOnce(eve, await suiteWith(eve, bad));
  });

  const exported = (query: QueryInput<typeof endpoints.exportRuns>) =>
    eve.call(endpoints.exportRuns, { query });

  it('as CSV has a line for each run, none of them a formula', async () => {
    const { headers, text } = await exported({ format: 'csv' });
    expect(headers.get('content-type')).toContain('text/csv');
    expect(headers.get('content-disposition')).toBe('attachment; filename=runs.csv');
    const [head, newest, oldest, ...rest] = text.split('\r\n');
    expect(head).toMatch(
      /^run,queued_at,started_at,finished_at,duration_ms,project,suite,.*,tests_skipped,run_number$/,
    );
    expect(newest).toMatch(/,Opening hours,webchat,,manual,Ada Lovelace,failed,wrong,2,0,2,.*,1$/);
    expect(oldest).toContain(`,"'=cmd|""/c calc""!A1",webchat,`);
    expect(rest).toEqual(['']);
  });

  it('counts tests that were too uncertain to judge', async () => {
    const { owner } = await createTenant(app);
    const { id, counts } = await runOnce(owner, await suiteWith(owner, good));
    await app.platform.db
      .update(runs)
      .set({ counts: { ...counts, passed: 1, unsure: 1 } })
      .where(eq(runs.id, id));
    const { text } = await owner.call(endpoints.exportRuns, { query: { format: 'json' } });
    expect(JSON.parse(text)).toMatchObject([{ tests: 2, tests_passed: 1, tests_unsure: 1 }]);
  });

  it('as JSON is an array of the runs that the filter lets through', async () => {
    const { text } = await exported({ format: 'json', status: 'passed' });
    expect(JSON.parse(text)).toMatchObject([{ suite: name, result: 'passed', tests: 2 }]);
    const none = await exported({ format: 'json', status: 'cancelled' });
    expect(JSON.parse(none.text)).toEqual([]);
  });

  it('as workbook opens in a spreadsheet, with names as text and figures as numbers', async () => {
    const path = `/internal/v1/users/${eve.userId}/organizations/${eve.organizationId}/history/export`;
    const headers = { authorization: `Bearer ${eve.token}` };
    const answer = await fetch(`${app.url}${path}?format=xlsx`, { headers });
    const bytes = new Uint8Array(await answer.arrayBuffer());
    const [sheet] = await readWorkbook(bytes.buffer as ArrayBuffer);
    const [head = [], newest = [], oldest = []] = sheet?.data ?? [];
    const cell = (row: readonly unknown[], column: string) => row[head.indexOf(column)];
    expect(sheet?.sheet).toBe('Runs');
    expect(cell(oldest, 'suite')).toBe(name);
    expect(cell(newest, 'tests_failed')).toBe(2);
    const [first] = JSON.parse((await exported({ format: 'json' })).text);
    for (const column of ['queued_at', 'started_at', 'finished_at']) {
      expect(typeof first[column]).toBe('string');
      // A spreadsheet counts in days, so the last milliseconds can be lost.
      const written = cell(newest, column);
      expect(written).toBeInstanceOf(Date);
      expect(Math.abs(Number(written) - Date.parse(first[column]))).toBeLessThan(1000);
    }
    const xml = new TextDecoder().decode(unzipSync(bytes)['xl/worksheets/sheet1.xml']);
    expect(xml).not.toContain('<f>');
    expect(xml).toContain('t="inlineStr"');
  });

  it('of steps has a line for each', async () => {
    const { headers, text } = await exported({ format: 'csv', rows: 'steps', status: 'failed' });
    expect(headers.get('content-disposition')).toBe('attachment; filename=steps.csv');
    const lines = text.trim().split('\r\n');
    expect(lines).toHaveLength(3);
    expect(lines[1]).toContain(',Test 1,1,failed,wrong,');
  });
});
