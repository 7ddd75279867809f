import { runs as endpoints, suites } from '@parley/contract';
import { type DemoBot, startDemoBot } from '@parley/demo-bot';
import { foldEvents, spellCounts } from '@parley/suite';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { organizations, runs } from '../../db/schema/index.ts';
import {
  botSuiteSource,
  createBotSuite,
  startRun,
  untilEnded,
  untilRun,
} from '../../test/bot-suite.ts';
import { createTenant, type Member } from '../../test/tenant.ts';
import { startTestApp, type TestApp } from '../../test/test-app.ts';
import { foldRecorded } from './log/fold-recorded.ts';
import type { RunRow } from './log/run-row.ts';

let bot: DemoBot;
let slowBot: DemoBot;
let app: TestApp;
let ada: Member;
let stranger: Member;
let suiteId: string;

beforeAll(async () => {
  bot = await startDemoBot();
  slowBot = await startDemoBot({ delayMs: 3000 });
  const reachable = [bot, slowBot].map(({ url }) => new URL(url).host);
  app = await startTestApp({ reachable });
  ada = (await createTenant(app)).owner;
  stranger = (await createTenant(app, { name: 'Other' })).owner;
  suiteId = await createBotSuite(ada, { botUrl: bot.url, tests: 3, turns: 2 });
});

afterAll(async () => {
  await app.close();
  await bot.close();
  await slowBot.close();
});

async function eventsOf(member: Member, runId: string) {
  const { body } = await member.call(endpoints.listRunEvents, { params: { runId } });
  return body.events;
}

describe('starting a run', () => {
  it('starts it or finds nothing when the suite is deleted at that moment', async () => {
    for (let round = 0; round < 10; round += 1) {
      const params = { suiteId: await createBotSuite(ada, { botUrl: bot.url }) };
      const answers = await Promise.all([
        ada.call(suites.deleteSuite, { params }),
        ada.call(endpoints.startRun, { params, body: {} }),
        ada.call(endpoints.startRun, { params, body: {} }),
      ]);
      const [deleted, ...started] = answers.map(({ status }) => status);
      expect(deleted).toBe(204);
      for (const status of started) expect([202, 404]).toContain(status);
    }
  });

  it('answers at once with the queued run, and carries it out', async () => {
    const queued = await startRun(ada, suiteId);
    expect(queued).toMatchObject({ status: 'queued', suiteId, counts: { total: 3, pending: 3 } });
    const ended = await untilEnded(ada, queued.id);
    expect(ended).toMatchObject({
      status: 'passed',
      counts: { total: 3, passed: 3, failed: 0, error: 0, unsure: 0, skipped: 0, pending: 0 },
      startedBy: 'Ada Lovelace',
      suiteName: 'Opening hours',
      projectName: expect.stringMatching(/^Bank/),
    });
    expect(ended.startedAt).not.toBeNull();
    expect(ended.finishedAt).not.toBeNull();
  });

  it('fails a run whose bot says something else', async () => {
    const other = await createTenant(app);
    const id = await createBotSuite(other.owner, { botUrl: bot.url, expected: 'around the clock' });
    const { id: runId } = await startRun(other.owner, id);
    expect(await untilEnded(other.owner, runId)).toMatchObject({
      status: 'failed',
      counts: { failed: 1 },
    });
  });

  it('runs the selected tests alone', async () => {
    const body = { tests: ['Test 2'] };
    const started = await ada.call(endpoints.startRun, { params: { suiteId }, body });
    expect(await untilEnded(ada, started.body.id)).toMatchObject({
      counts: { total: 1, passed: 1 },
    });
  });

  it('answers a repeated request with the same run', async () => {
    const call = { params: { suiteId }, body: {}, headers: { 'idempotency-key': 'click-1' } };
    const answers = await Promise.all([
      ada.call(endpoints.startRun, call),
      ada.call(endpoints.startRun, call),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([202, 202]);
    expect(answers[0].body.id).toBe(answers[1].body.id);
  });

  it('refuses the key of another request', async () => {
    const headers = { 'idempotency-key': 'click-2' };
    await ada.call(endpoints.startRun, { params: { suiteId }, body: {}, headers });
    const body = { tests: ['Test 1'] };
    const answer = await ada.call(endpoints.startRun, { params: { suiteId }, body, headers });
    expect(answer.error?.code).toBe('idempotency_key_used');
  });

  it('refuses tests that the suite does not have', async () => {
    const body = { tests: ['Test 1', 'Nothing'] };
    const { status, error } = await ada.call(endpoints.startRun, { params: { suiteId }, body });
    expect(status).toBe(422);
    expect(error).toMatchObject({
      code: 'suite_not_runnable',
      problems: [{ path: 'tests', message: 'There is no test “Nothing”.' }],
    });
  });

  it('refuses a body of another shape', async () => {
    const body = { tests: 'Test 1' } as never;
    const { status, error } = await ada.call(endpoints.startRun, { params: { suiteId }, body });
    expect(status).toBe(400);
    expect(error?.problems).toMatchObject([{ path: 'tests' }]);
  });

  const past = new Date('2026-01-01');
  const future = new Date('2999-01-01');

  it.each([
    ['A-189', 'trial', future, 202],
    ['A-190', 'trial', null, 202],
    ['A-191', 'trial', past, 'subscription_inactive'],
    ['A-192', 'enabled', future, 202],
    ['A-193', 'enabled', null, 202],
    ['A-194', 'enabled', past, 'subscription_inactive'],
    ['A-195', 'disabled', future, 'subscription_inactive'],
    ['A-195', 'disabled', null, 'subscription_inactive'],
    ['A-196', 'trialEnded', future, 'subscription_inactive'],
    ['A-196', 'trialEnded', null, 'subscription_inactive'],
  ] as const)(
    '[%s] answers an organization with the status %s until %s by %s',
    async (_, subscriptionStatus, subscriptionEndsAt, expected) => {
      const { owner, organizationId } = await createTenant(app);
      const id = await createBotSuite(owner, { botUrl: bot.url });
      await app.platform.db
        .update(organizations)
        .set({ subscriptionStatus, subscriptionEndsAt })
        .where(eq(organizations.id, organizationId));
      const params = { suiteId: id };
      const { status, error } = await owner.call(endpoints.startRun, { params, body: {} });
      expect(error?.code ?? status).toBe(expected);
      expect(status).toBe(error ? 403 : 202);
    },
  );

  it('finds no suite of another organization', async () => {
    const answer = await stranger.call(endpoints.startRun, { params: { suiteId }, body: {} });
    expect(answer.status).toBe(404);
  });

  it('keeps the text as it was when the run was queued', async () => {
    const owner = (await createTenant(app)).owner;
    const id = await createBotSuite(owner, { botUrl: bot.url, tests: 2 });
    const { id: runId } = await startRun(owner, id);
    await owner.call(suites.updateSuite, {
      params: { suiteId: id },
      body: { source: botSuiteSource({ botUrl: bot.url, expected: 'something else' }) },
    });
    expect(await untilEnded(owner, runId)).toMatchObject({
      status: 'passed',
      counts: { total: 2 },
    });
  });
});

describe('the events of a run', () => {
  it('are numbered without a gap and fold to its counts', async () => {
    const { id } = await startRun(ada, suiteId);
    const { counts } = await untilEnded(ada, id);
    const events = await eventsOf(ada, id);
    expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1));
    const folded = foldEvents(events.map(({ event }) => event));
    expect(spellCounts(folded.counts)).toEqual(counts);
  });

  it('are given page by page', async () => {
    const { id: runId } = await startRun(ada, suiteId);
    await untilEnded(ada, runId);
    const all = await eventsOf(ada, runId);
    const seqs: number[] = [];
    for (let after = 0, isComplete = false; !isComplete; ) {
      const query = { after, limit: 4 };
      const page = await ada.call(endpoints.listRunEvents, { params: { runId }, query });
      expect(page.body.events.length).toBeLessThanOrEqual(4);
      seqs.push(...page.body.events.map(({ seq }) => seq));
      after = seqs.at(-1) ?? 0;
      isComplete = page.body.isComplete;
    }
    expect(seqs).toEqual(all.map(({ seq }) => seq));
  });

  it('refuse a position that is not a number', async () => {
    const { id: runId } = await startRun(ada, suiteId);
    const query = { after: 'x' as never };
    const { status } = await ada.call(endpoints.listRunEvents, { params: { runId }, query });
    expect(status).toBe(400);
  });
});

describe('the list of runs', () => {
  it('[S-003] goes from the newest to the oldest, page by page, each run once', async () => {
    const { owner } = await createTenant(app);
    const id = await createBotSuite(owner, { botUrl: bot.url });
    const started: string[] = [];
    for (let count = 0; count < 5; count += 1) started.push((await startRun(owner, id)).id);
    const listed: string[] = [];
    for (let cursor: string | undefined; ; ) {
      const { body } = await owner.call(endpoints.listRuns, { query: { limit: 2, cursor } });
      listed.push(...body.items.map((run) => run.id));
      if (body.nextCursor === null) break;
      cursor = body.nextCursor;
    }
    expect(listed).toEqual(started.toReversed());
  });

  it('filters by suite, project and status', async () => {
    const { owner } = await createTenant(app);
    const id = await createBotSuite(owner, { botUrl: bot.url });
    const { id: runId, projectId } = await startRun(owner, id);
    await untilEnded(owner, runId);
    const found = async (query: object) =>
      (await owner.call(endpoints.listRuns, { query })).body.items.map((run) => run.id);
    expect(await found({ suiteId: id, projectId, status: 'passed' })).toEqual([runId]);
    expect(await found({ status: 'failed' })).toEqual([]);
    expect(await found({ suiteId: 'another' })).toEqual([]);
  });

  it.each([
    'x',
    Buffer.from('no cursor').toString('base64url'),
    Buffer.from('["999999999999999","x"]').toString('base64url'),
  ])('refuses the cursor %s', async (cursor) => {
    const { status, error } = await ada.call(endpoints.listRuns, { query: { cursor } });
    expect(status).toBe(400);
    expect(error?.problems).toMatchObject([{ path: 'cursor' }]);
  });

  it('shows nothing of another organization', async () => {
    expect((await stranger.call(endpoints.listRuns)).body.items).toEqual([]);
  });
});

describe('judging a run again', () => {
  it('evaluates the current suite, or another text, without contacting the bot', async () => {
    const { owner } = await createTenant(app);
    const silent = await startDemoBot();
    const at = (expected: string) =>
      botSuiteSource({ botUrl: bot.url, expected }).replaceAll(bot.url, silent.url);
    const id = await createBotSuite(owner, { botUrl: bot.url, expected: 'around the clock' });
    const { id: runId } = await startRun(owner, id);
    await untilEnded(owner, runId);
    await silent.close();
    const params = { runId };
    const judge = async (body: { source?: string }) =>
      (await owner.call(endpoints.reevaluateRun, { params, body })).body.result;
    expect(await judge({})).toMatchObject({ status: 'failed' });
    expect(await judge({ source: at('Monday') })).toMatchObject({
      status: 'passed',
      tests: [{ steps: [{ outcome: 'passed', reply: { text: expect.any(String) } }] }],
    });
    await owner.call(suites.updateSuite, {
      params: { suiteId: id },
      body: { source: botSuiteSource({ botUrl: bot.url, expected: 'Monday' }) },
    });
    expect(await judge({})).toMatchObject({ status: 'passed' });
    const { body } = await owner.call(endpoints.getRun, { params });
    expect(body.status).toBe('failed');
  });

  it('evaluates each play of a repeated step, which no other reader keeps', async () => {
    const { owner, organizationId } = await createTenant(app);
    const sourceFor = (expected: string) =>
      `configuration: { channel: { kind: http, url: "${bot.url}" } }\n---\n- test: A\n- Balance:\n  - prompt: ${expected}\n  - prompt: Which goto Balance\n`;
    const id = await createBotSuite(owner, { botUrl: bot.url });
    const edited = { source: sourceFor('know that account') };
    await owner.call(suites.updateSuite, { params: { suiteId: id }, body: edited });
    const { id: runId } = await startRun(owner, id);
    await untilEnded(owner, runId);
    const again = async (body: { source: string }) =>
      (await owner.call(endpoints.reevaluateRun, { params: { runId }, body })).body.result.status;
    expect(await again(edited)).toBe('failed');
    expect(await again({ source: sourceFor('[know that account, Which]') })).toBe('passed');
    const { db } = app.platform;
    const [run] = await db.select().from(runs).where(eq(runs.organizationId, organizationId));
    const result = await foldRecorded(db, (run as RunRow).id);
    expect(result.tests[0]).toMatchObject({ outcome: 'failed', steps: [{ sent: 'Balance' }] });
    expect(result.tests[0]?.steps[0]).not.toHaveProperty('earlierPlays');
  });

  it('refuses an active run, a text with errors, and deleted items', async () => {
    const { owner } = await createTenant(app);
    const id = await createBotSuite(owner, { botUrl: slowBot.url });
    const { id: runId } = await startRun(owner, id);
    const params = { runId };
    const going = await owner.call(endpoints.reevaluateRun, { params, body: {} });
    expect(going).toMatchObject({ status: 409, error: { code: 'run_going' } });
    await owner.call(endpoints.cancelRun, { params });
    await untilEnded(owner, runId);
    const broken = await owner.call(endpoints.reevaluateRun, { params, body: { source: 'a' } });
    expect(broken.error).toMatchObject({ code: 'suite_invalid', problems: [{ line: 1 }] });
    await owner.call(suites.deleteSuite, { params: { suiteId: id } });
    const gone = await owner.call(endpoints.reevaluateRun, { params, body: {} });
    expect(gone.status).toBe(404);
    expect((await stranger.call(endpoints.reevaluateRun, { params, body: {} })).status).toBe(404);
  });
});

describe('cancelling a run', () => {
  it('stops a running one within two seconds', async () => {
    const { owner } = await createTenant(app);
    const id = await createBotSuite(owner, { botUrl: slowBot.url, tests: 3, turns: 5 });
    const { id: runId } = await startRun(owner, id);
    await untilRun(owner, runId, ({ status }) => status === 'running');
    const answer = await owner.call(endpoints.cancelRun, { params: { runId } });
    expect(answer.status).toBe(202);
    expect(answer.body.cancelRequested).toBe(true);
    expect(await untilEnded(owner, runId, 2000)).toMatchObject({ status: 'cancelled' });
    const last = (await eventsOf(owner, runId)).at(-1);
    expect(last?.event).toMatchObject({ type: 'run.finished', status: 'cancelled' });
  });

  it('refuses a run that has ended', async () => {
    const { id: runId } = await startRun(ada, suiteId);
    await untilEnded(ada, runId);
    const { status, error } = await ada.call(endpoints.cancelRun, { params: { runId } });
    expect(status).toBe(409);
    expect(error?.code).toBe('run_finished');
  });
});

describe('a run of another organization', () => {
  it('is not found by any call', async () => {
    const { id: runId } = await startRun(ada, suiteId);
    for (const endpoint of [endpoints.getRun, endpoints.listRunEvents, endpoints.cancelRun])
      expect((await stranger.call(endpoint, { params: { runId } })).status).toBe(404);
    expect((await untilEnded(ada, runId)).status).toBe('passed');
  });
});
