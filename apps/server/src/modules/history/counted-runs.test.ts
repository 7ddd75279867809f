import {
  history as endpoints,
  type QueryInput,
  runs as runEndpoints,
  suites as suiteEndpoints,
} from '@parley/contract';
import { type DemoBot, startDemoBot } from '@parley/demo-bot';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runs } from '../../db/schema/index.ts';
import { createBotSuite, startRun, untilEnded, untilRun } from '../../test/bot-suite.ts';
import { createTenant, type Member } from '../../test/tenant.ts';
import { startTestApp, type TestApp } from '../../test/test-app.ts';

type Filter = Omit<QueryInput<typeof runEndpoints.listRuns>, 'cursor' | 'limit'>;

let bot: DemoBot;
let app: TestApp;
let ada: Member;
let passing: string;
let failing: string;
let slow: string;

const slowness = '?delayMs=60000';
const bad = 'at the weekend only';
const today = () => new Date().toISOString().slice(0, 10);
const beforeMidnight = '2026-05-05T23:59:59.999Z';
const midnight = '2026-05-06T00:00:00.000Z';

beforeAll(async () => {
  bot = await startDemoBot();
  app = await startTestApp({ reachable: [new URL(bot.url).host] });
  ada = (await createTenant(app)).owner;
  passing = await createBotSuite(ada, { botUrl: bot.url });
  failing = await createBotSuite(ada, { botUrl: bot.url, expected: bad });
  slow = await createBotSuite(ada, { botUrl: `${bot.url}${slowness}` });
  const refused = await createBotSuite(ada, { botUrl: 'http://192.0.2.1/' });

  for (const suiteId of [passing, passing, failing, refused])
    await untilEnded(ada, (await startRun(ada, suiteId)).id);
  const overridden = await untilEnded(ada, (await startRun(ada, failing)).id);
  const { status } = await ada.call(runEndpoints.overrideVerdict, {
    params: { runId: overridden.id },
    body: { test: 0, outcome: 'passed', reason: 'The bot is right.' },
  });
  expect(status).toBe(200);
  await cancel((await startRun(ada, slow)).id);
  for (const createdAt of [beforeMidnight, midnight]) {
    const { id } = await startRun(ada, slow);
    await app.platform.db
      .update(runs)
      .set({ createdAt: new Date(createdAt) })
      .where(eq(runs.id, id));
    await cancel(id);
  }
  // The earlier run still belongs to the project that the suite was in.
  const { projectId } = (await ada.call(suiteEndpoints.getSuite, { params: { suiteId: failing } }))
    .body;
  await ada.call(suiteEndpoints.moveSuite, { params: { suiteId: passing }, body: { projectId } });
  await untilEnded(ada, (await startRun(ada, passing)).id);
  // A run that is active while the others are counted.
  const { id } = await startRun(ada, slow);
  await untilRun(ada, id, (run) => run.status === 'running');
}, 120_000);

afterAll(async () => {
  await app.close();
  await bot.close();
});

async function cancel(runId: string) {
  await untilRun(ada, runId, (run) => run.status === 'running');
  await ada.call(runEndpoints.cancelRun, { params: { runId } });
  await untilEnded(ada, runId);
}

async function figures(filter: QueryInput<typeof endpoints.getFigures>) {
  const { status, body } = await ada.call(endpoints.getFigures, { query: filter });
  expect(status).toBe(200);
  return body;
}

/** Lists the runs of all pages, which are small. */
async function listed(filter: Filter) {
  const found: { status: string; id: string }[] = [];
  for (let cursor: string | undefined; ; ) {
    const query = { ...filter, limit: 2, ...(cursor !== undefined && { cursor }) };
    const { status, body } = await ada.call(runEndpoints.listRuns, { query });
    expect(status).toBe(200);
    found.push(...body.items);
    if (body.nextCursor === null) return found;
    cursor = body.nextCursor;
  }
}

async function countsOf(filter: Filter) {
  const [ended, passed, failed] = await Promise.all(
    (['ended', 'passed', 'failing'] as const).map(
      async (status) => (await listed({ ...filter, status })).length,
    ),
  );
  return { runs: ended, passed, failed };
}

const countsIn = ({ runs: all, passed, failed }: Awaited<ReturnType<typeof figures>>['total']) => ({
  runs: all,
  passed,
  failed,
});

describe('the runs that a number of the figures counts', () => {
  it('are all that ended, those that passed as overridden, and those that failed or ended in an error', async () => {
    const day = { from: today(), to: today() };
    const { total } = await figures(day);
    expect(countsIn(total)).toEqual({ runs: 7, passed: 4, failed: 2 });
    expect(await countsOf(day)).toEqual(countsIn(total));
    const states = async (status: 'ended' | 'failing') =>
      (await listed({ ...day, status })).map((run) => run.status).toSorted();
    expect(await states('failing')).toEqual(['error', 'failed']);
    expect(await states('ended')).toEqual([
      'cancelled',
      'error',
      'failed',
      ...Array.from({ length: 4 }, () => 'passed'),
    ]);
    expect(await listed(day)).toHaveLength(8);
  });

  it('are those of each day, platform, trigger and cause', async () => {
    const range = { from: today(), to: today() };
    const { days, platforms, triggers, causes } = await figures(range);
    expect(causes.map(({ runs: count }) => count)).toEqual([1, 1]);
    for (const { day, ...one } of days)
      expect(await countsOf({ from: day, to: day })).toEqual(countsIn(one));
    for (const { platform, ...one } of platforms)
      expect(await countsOf({ ...range, platform })).toEqual(countsIn(one));
    for (const { trigger, ...one } of triggers)
      expect(await countsOf({ ...range, trigger })).toEqual(countsIn(one));
    for (const { failureClass, runs: count } of causes)
      expect(await listed({ ...range, failureClass, status: 'failing' })).toHaveLength(count);
  });

  it('belong to the day in UTC on which they were queued', async () => {
    const { days } = await figures({ from: '2026-05-04', to: '2026-05-07' });
    expect(days.map(({ runs: count }) => count)).toEqual([0, 1, 1, 0]);
    for (const { day, ...one } of days)
      expect(await countsOf({ from: day, to: day })).toEqual(countsIn(one));
  });

  it('are all of a suite, also those from before it was moved', async () => {
    const range = { from: today(), to: today() };
    for (const suiteId of [passing, failing, slow]) {
      const { projectId } = (await ada.call(suiteEndpoints.getSuite, { params: { suiteId } })).body;
      const { total } = await figures({ ...range, projectId, suiteId });
      expect(await countsOf({ ...range, suiteId })).toEqual(countsIn(total));
      const ofProject = await figures({ ...range, projectId });
      expect(await countsOf({ ...range, projectId })).toEqual(countsIn(ofProject.total));
    }
    expect(countsIn((await figures({ ...range, suiteId: passing })).total).runs).toBe(3);
  });

  it('are exported by the same filter', async () => {
    const query = { from: today(), to: today(), status: 'failing', format: 'json' } as const;
    const { text } = await ada.call(endpoints.exportRuns, { query });
    const results = JSON.parse(text).map(({ result }: { result: string }) => result);
    expect(results.toSorted()).toEqual(['error', 'failed']);
  });
});
