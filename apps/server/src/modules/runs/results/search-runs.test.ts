import { runs as endpoints, history, suites } from '@parley/contract';
import { type DemoBot, startDemoBot } from '@parley/demo-bot';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runs } from '../../../db/schema/runs.ts';
import { newId } from '../../../platform/security/ids.ts';
import { botSuiteSource, createBotSuite, startRun, untilEnded } from '../../../test/bot-suite.ts';
import { createTenant, type Member, scopeOf } from '../../../test/tenant.ts';
import { startTestApp, type TestApp } from '../../../test/test-app.ts';
import { pageRuns } from './page-runs.ts';

let bot: DemoBot;
let app: TestApp;
let ada: Member;
let stranger: Member;
/** IDs of runs of the same suite: one that failed, then one with other tests that passed. */
let failed: string;
let passed: string;

const sourceOf = (test: string, message: string, expected: string) =>
  botSuiteSource({ botUrl: bot.url, expected })
    .replace('Test 1', test)
    .replace('When are you open?', message);

beforeAll(async () => {
  bot = await startDemoBot();
  app = await startTestApp({ reachable: [new URL(bot.url).host] });
  ada = (await createTenant(app)).owner;
  stranger = (await createTenant(app, { name: 'Other' })).owner;
  const suiteId = await createBotSuite(ada, { botUrl: bot.url });
  const run = async (source: string) => {
    const { status, text } = await ada.call(suites.updateSuite, {
      params: { suiteId },
      body: { source },
    });
    expect(status, text).toBe(200);
    const ended = await untilEnded(ada, (await startRun(ada, suiteId)).id);
    return ended;
  };
  const first = await run(sourceOf('Öffnungszeiten', 'When are you open?', 'at the weekend only'));
  expect(first.status).toBe('failed');
  failed = first.id;
  const second = await run(
    sourceOf('Hours 100 %', 'When are you open on Monday?', 'Monday to Friday'),
  );
  expect(second.status).toBe('passed');
  passed = second.id;
});

afterAll(async () => {
  await app.close();
  await bot.close();
});

const find = async (search: string, query: object = {}, member = ada) => {
  const { status, body } = await member.call(endpoints.listRuns, { query: { search, ...query } });
  expect(status).toBe(200);
  return body.items.map(({ id }) => id);
};

it('finds runs by the name of a test, without case and accents', async () => {
  expect(await find('offnungs')).toEqual([failed]);
  expect(await find('ÖFFNUNGSZEITEN')).toEqual([failed]);
  expect(await find('hours 100 %')).toEqual([passed]);
  expect(await find('%')).toEqual([passed]);
  expect(await find('_')).toEqual([]);
});

it('finds runs by what a step says, also where it passed', async () => {
  expect(await find('you open on mon')).toEqual([passed]);
  expect(await find('are you open')).toEqual([passed, failed]);
});

it('finds runs by what a failure expected and got', async () => {
  expect(await find('weekend only')).toEqual([failed]);
  // Both replies contain this text, but only one run failed.
  expect(await find('Monday to Friday')).toEqual([failed]);
});

it('does not take names of stored fields for texts', async () => {
  for (const name of ['latencyMs', 'outcome', 'null', '":"']) expect(await find(name)).toEqual([]);
});

it('goes along with other filters, and with blanks alone lists all', async () => {
  expect(await find('are you open', { status: 'failed' })).toEqual([failed]);
  expect(await find('are you open', { failureClass: 'silent' })).toEqual([]);
  expect(await find('are you open', { to: '2020-01-01' })).toEqual([]);
  expect(await find('  ')).toEqual([passed, failed]);
});

it('finds nothing of another organization', async () => {
  expect(await find('are you open', {}, stranger)).toEqual([]);
});

it('exports what was found', async () => {
  const { status, text } = await ada.call(history.exportRuns, {
    query: { search: 'weekend only', format: 'csv' },
  });
  expect(status).toBe(200);
  expect(text).toContain(failed);
  expect(text).not.toContain(passed);
});

it('finds each run once, page by page', async () => {
  const first = await ada.call(endpoints.listRuns, { query: { search: 'are you open', limit: 1 } });
  expect(first.body.items.map(({ id }) => id)).toEqual([passed]);
  expect(first.body.searchedTo).toBeUndefined();
  const cursor = first.body.nextCursor ?? '';
  expect(await find('are you open', { limit: 1, cursor })).toEqual([failed]);
});

it('stops when its time is over, says how far it has come, and goes on from there', async () => {
  const { organizationId } = scopeOf(app, ada);
  // Delete the runs of a previous attempt of this test.
  await app.platform.db.delete(runs).where(eq(runs.suiteName, 'Later'));
  const since = Date.now() + 60_000;
  await app.platform.db.insert(runs).values(
    Array.from({ length: 120 }, (_, index) => ({
      id: newId(),
      organizationId,
      suiteName: 'Later',
      projectName: 'Bank',
      platform: 'webchat' as const,
      source: '',
      trigger: 'manual' as const,
      status: 'passed' as const,
      isComplete: true,
      counts: {} as never,
      createdAt: new Date(since + index * 1000),
    })),
  );
  const pages: { found: string[]; searchedTo: Date | undefined }[] = [];
  for (let cursor: string | undefined; ; ) {
    const page = await pageRuns(scopeOf(app, ada), { search: 'weekend', limit: 10, cursor }, 0);
    pages.push({ found: page.rows.map(({ id }) => id), searchedTo: page.searchedTo });
    if (page.nextCursor === null) break;
    cursor = page.nextCursor;
  }
  expect(pages).toEqual([
    { found: [], searchedTo: new Date(since + 70_000) },
    { found: [], searchedTo: new Date(since + 20_000) },
    { found: [failed], searchedTo: undefined },
  ]);
  // On a busy machine, it takes more than one page to get this far.
  let query: { search: string; cursor?: string } = { search: 'weekend' };
  for (;;) {
    const { body } = await ada.call(endpoints.listRuns, { query });
    if (body.items.length > 0 || body.nextCursor === null) {
      expect(body.items.map(({ id }) => id)).toEqual([failed]);
      return;
    }
    query = { ...query, cursor: body.nextCursor };
  }
});
