import { apiKeys, audit, runs as endpoints, projects, publicApi, suites } from '@parley/contract';
import { type DemoBot, startDemoBot } from '@parley/demo-bot';
import { foldEvents, spellCounts } from '@parley/suite';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runResults } from '../../../db/schema/run-results.ts';
import { createBotSuite, startRun, untilEnded } from '../../../test/bot-suite.ts';
import { createTenant, type Member, type Tenant } from '../../../test/tenant.ts';
import { startTestApp, type TestApp } from '../../../test/test-app.ts';

let bot: DemoBot;
let app: TestApp;
let tenant: Tenant;
let owner: Member;

beforeAll(async () => {
  bot = await startDemoBot();
  app = await startTestApp({ reachable: [new URL(bot.url).host] });
  tenant = await createTenant(app);
  owner = tenant.owner;
});

afterAll(async () => {
  await app.close();
  await bot.close();
});

/** Creates a run with two failed tests, because the bot gives another reply than expected. */
async function failedRun(member = owner): Promise<string> {
  const suiteId = await createBotSuite(member, {
    botUrl: bot.url,
    tests: 2,
    expected: 'around the clock',
  });
  const { id } = await startRun(member, suiteId);
  await untilEnded(member, id);
  return id;
}

interface Override {
  test: number;
  step?: number;
  outcome: 'passed' | 'failed' | 'error' | null;
  reason?: string;
}

function override(runId: string, body: Override, member = owner) {
  return member.call(endpoints.overrideVerdict, {
    params: { runId },
    body: { reason: 'The bank has new hours.', ...body },
  });
}

async function resultOf(runId: string) {
  const { body } = await owner.call(endpoints.listRunEvents, { params: { runId } });
  return foldEvents(body.events.map(({ event }) => event));
}

describe('overriding a verdict', () => {
  it('changes the test, the counts and, with the last failure, the run; the trail says who and why', async () => {
    const runId = await failedRun();
    const first = await override(runId, { test: 0, outcome: 'passed' });
    expect(first.body).toMatchObject({ status: 'failed', counts: { passed: 1, failed: 1 } });
    const second = await override(runId, { test: 1, step: 0, outcome: 'passed' });
    expect(second.body).toMatchObject({
      status: 'passed',
      counts: { passed: 2, failed: 0 },
      overriddenAt: expect.any(String),
    });
    const result = await resultOf(runId);
    expect(result).toMatchObject({ status: 'passed', measured: 'failed' });
    expect(result.tests[1]).toMatchObject({
      measured: 'failed',
      overrides: [
        {
          step: 0,
          from: 'failed',
          to: 'passed',
          reason: 'The bank has new hours.',
          by: { id: owner.userId, name: 'Ada Lovelace' },
        },
      ],
    });
    const { body } = await owner.call(audit.listAudit, { query: { topic: 'runs', limit: 1 } });
    expect(body.items[0]).toMatchObject({
      action: 'run.verdict-overridden',
      detail: '“Test 2”, step 1, from failed to passed: The bank has new hours.',
    });
  });

  it('can be withdrawn, which restores the measured run', async () => {
    const runId = await failedRun();
    await override(runId, { test: 0, outcome: 'passed' });
    const back = await override(runId, { test: 0, outcome: null, reason: 'A slip.' });
    expect(back.body).toMatchObject({
      status: 'failed',
      counts: { failed: 2 },
      overriddenAt: null,
    });
    const { overrides } = (await resultOf(runId)).tests[0] ?? {};
    expect(overrides?.map(({ isTakenBack }) => isTakenBack)).toEqual([false, true]);
  });

  it('shows in lists, in the public API and in JUnit', async () => {
    const runId = await failedRun();
    await override(runId, { test: 0, outcome: 'passed' });
    await override(runId, { test: 1, outcome: 'passed' });
    const [row] = await app.platform.db
      .select()
      .from(runResults)
      .where(eq(runResults.runId, runId));
    expect(row).toMatchObject({ outcome: 'passed', testsPassed: 2, failureClasses: [] });
    const listed = await owner.call(endpoints.listRuns, { query: { status: 'passed', limit: 1 } });
    expect(listed.body.items[0]?.id).toBe(runId);
    const { body } = await owner.call(apiKeys.createApiKey, {
      body: { name: 'CI', access: 'read' },
    });
    const params = { params: { runId }, token: body.key };
    const tests = await app.call(publicApi.readRunTests, params);
    expect(tests.body.items.map(({ outcome }) => outcome)).toEqual(['passed', 'passed']);
    expect((await app.call(publicApi.readRunJunit, params)).text).toContain('failures="0"');
  });

  it('keeps the numbers of the events without a gap, however many override at once', async () => {
    const runId = await failedRun();
    await Promise.all([
      override(runId, { test: 0, outcome: 'passed' }),
      override(runId, { test: 1, outcome: 'error' }),
      override(runId, { test: 1, step: 0, outcome: 'passed' }),
    ]);
    const { body } = await owner.call(endpoints.listRunEvents, { params: { runId } });
    expect(body.events.map(({ seq }) => seq)).toEqual(body.events.map((_, index) => index + 1));
    expect(body.isComplete).toBe(true);
    const run = await owner.call(endpoints.getRun, { params: { runId } });
    const { status, counts } = foldEvents(body.events.map(({ event }) => event));
    expect(run.body).toMatchObject({ status, counts: spellCounts(counts) });
  });

  it.each<[string, Override]>([
    ['a verdict that it is already', { test: 0, outcome: 'failed' }],
    ['taking back what nobody overrode', { test: 0, outcome: null }],
    ['a test that the run does not have', { test: 9, outcome: 'passed' }],
    ['a step that the test does not have', { test: 0, step: 9, outcome: 'passed' }],
  ])('refuses %s', async (_, body) => {
    const runId = await failedRun();
    const { status, error } = await override(runId, body);
    expect([status, error?.code]).toEqual([409, 'verdict_not_open']);
  });

  it('refuses one without a reason', async () => {
    const runId = await failedRun();
    const { status, error } = await override(runId, { test: 0, outcome: 'passed', reason: '  ' });
    expect(status).toBe(400);
    expect(error?.problems).toMatchObject([{ path: 'reason' }]);
  });

  it('refuses an active run', async () => {
    const idle = await startTestApp({ hasWorker: false });
    const { owner: waiting } = await createTenant(idle);
    const suiteId = await createBotSuite(waiting, { botUrl: bot.url });
    const { id } = await startRun(waiting, suiteId);
    const answer = await override(id, { test: 0, outcome: 'passed' }, waiting);
    expect(answer.error?.code).toBe('verdict_not_open');
    await idle.close();
  });

  it('is for administrators, and for nobody of another organization', async () => {
    const runId = await failedRun();
    const member = await tenant.add('member');
    const admin = await tenant.add('admin');
    const stranger = (await createTenant(app, { name: 'Other' })).owner;
    const body = { test: 0, outcome: 'passed' as const };
    expect((await override(runId, body, member)).status).toBe(403);
    expect((await override(runId, body, stranger)).status).toBe(404);
    expect((await override(runId, body, admin)).status).toBe(200);
  });
});

describe('the environment of a run', () => {
  it('shows channel, versions and selection from the start of the run, with secrets masked', async () => {
    const project = await owner.call(projects.createProject, { body: { name: 'Keys' } });
    const source = [
      'configuration:',
      '  platform: webchat',
      '  channel:',
      '    kind: http',
      `    url: ${bot.url}?key=s3cret`,
      '    headers:',
      '      X-Api-Key: s3cret',
      '---',
      '- test: Hours',
      '- When are you open?: Monday',
      '',
    ].join('\n');
    const suite = await owner.call(suites.createSuite, {
      body: { name: 'Keys', projectId: project.body.id, platform: 'webchat', source },
    });
    const suiteId = suite.body.id;
    const started = await owner.call(endpoints.startRun, {
      params: { suiteId },
      body: { tests: ['Hours'] },
    });
    const params = { runId: started.body.id };
    await untilEnded(owner, started.body.id);
    await owner.call(suites.updateSuite, { params: { suiteId }, body: { source: `${source}\n` } });
    const { text, body } = await owner.call(endpoints.getRunEnvironment, { params });
    expect(text).not.toContain('s3cret');
    expect(body).toMatchObject({
      suiteVersion: 1,
      suiteVersionNow: 2,
      selectedTests: ['Hours'],
      channel: expect.arrayContaining([
        { name: 'kind', value: 'http' },
        { name: 'url', value: `${bot.url}?key=•••` },
        { name: 'headers.X-Api-Key', value: '•••' },
      ]),
      device: [],
      workerVersion: expect.stringMatching(/^\d+\.\d+/),
      workers: 1,
    });
  });
});
