import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { loadTests as endpoints, suites } from '@parley/contract';
import { type DemoBot, startDemoBot } from '@parley/demo-bot';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { organizations } from '../../db/schema/index.ts';
import { botSuiteSource, createBotSuite } from '../../test/bot-suite.ts';
import {
  requestLoadTest,
  startLoadTest,
  untilLoad,
  untilLoadEnded,
} from '../../test/load-suite.ts';
import { createTenant, type Member } from '../../test/tenant.ts';
import { startTestApp, type TestApp } from '../../test/test-app.ts';

let bot: DemoBot;
let app: TestApp;
let ada: Member;
let suiteId: string;
let host: string;

beforeAll(async () => {
  bot = await startDemoBot();
  host = new URL(bot.url).host;
  app = await startTestApp({
    settings: {
      PARLEY_EGRESS_ALLOW: '127.0.0.0/8:*',
      PARLEY_LOAD_TARGETS: host,
      PARLEY_LOAD_TESTING_FOR: 'example.org',
      PARLEY_LOAD_USERS: '40',
    },
  });
  ada = (await createTenant(app, { planId: 'enterprise' })).owner;
  suiteId = await createBotSuite(ada, { botUrl: bot.url, tests: 2, turns: 2 });
});

afterAll(async () => {
  await app.close();
  await bot.close();
});

const long = { profile: { kind: 'steady' as const, users: 12, durationS: 600 } };

async function exportOf(loadTestId: string, format: 'csv' | 'json' | 'junit'): Promise<string> {
  const answer = await ada.call(endpoints.exportLoadTest, {
    params: { loadTestId },
    query: { format },
  });
  expect(answer.status).toBe(200);
  return answer.text;
}

describe('a load test', () => {
  it('runs the tests of a suite with virtual users and reports how the bot performed', async () => {
    const queued = await startLoadTest(ada, {
      suiteId,
      thresholds: [
        { metric: 'errorRate', max: 0 },
        { metric: 'p95', max: 30_000 },
      ],
    });
    expect(queued).toMatchObject({ targetHost: host, suiteName: 'Opening hours', shares: 1 });
    const ended = await untilLoadEnded(ada, queued.id);
    expect(ended).toMatchObject({ status: 'passed', startedBy: 'Ada Lovelace', workers: 0 });
    const params = { loadTestId: queued.id };
    const { body: report } = await ada.call(endpoints.getLoadReport, { params });
    expect(report.counts.passed).toBeGreaterThan(3);
    expect(report.counts.failed).toBe(0);
    expect(report.counts.turns).toBeGreaterThanOrEqual(report.counts.passed * 2);
    expect(report.latency.p50).toBeGreaterThan(0);
    expect(report.latency.p50).toBeLessThanOrEqual(report.latency.p99);
    expect(report.thresholds.map(({ passed }) => passed)).toEqual([true, true]);
    expect(report.steps.map(({ test, step }) => `${test} ${step}`).toSorted()).toEqual([
      'Test 1 0',
      'Test 1 1',
      'Test 2 0',
      'Test 2 1',
    ]);
    expect(ended.summary).toMatchObject({ conversations: report.counts.passed, errorRate: 0 });
  });

  it('gives its seconds one after the other, and they add up to its result', async () => {
    const { id } = await startLoadTest(ada, { suiteId });
    await untilLoadEnded(ada, id);
    const { body: report } = await ada.call(endpoints.getLoadReport, {
      params: { loadTestId: id },
    });
    const points = [];
    let from = 0;
    for (let isComplete = false; !isComplete; ) {
      const query = { from, limit: 2 };
      const { body } = await ada.call(endpoints.listLoadPoints, {
        params: { loadTestId: id },
        query,
      });
      points.push(...body.points);
      expect(body.settledBefore > from || body.isComplete).toBe(true);
      from = body.settledBefore;
      isComplete = body.isComplete;
    }
    const seconds = points.map(({ second }) => second);
    expect(seconds).toEqual([...new Set(seconds)].toSorted((a, b) => a - b));
    expect(points.reduce((sum, { turns }) => sum + turns, 0)).toBe(report.counts.turns);
    expect(points.reduce((sum, { started }) => sum + started, 0)).toBe(report.counts.started);
  });

  it('fails by its thresholds and keeps conversations that failed', async () => {
    const wrong = await createBotSuite(ada, { botUrl: bot.url, expected: 'around the clock' });
    const { id } = await startLoadTest(ada, { suiteId: wrong, name: 'Wrong <answers>' });
    expect(await untilLoadEnded(ada, id)).toMatchObject({ status: 'failed' });
    const { body } = await ada.call(endpoints.getLoadReport, { params: { loadTestId: id } });
    expect(body).toMatchObject({
      errorRate: 1,
      errors: [{ class: 'wrong', code: 'mismatch' }],
      thresholds: [{ metric: 'errorRate', actual: 1, passed: false }],
    });
    expect(body.failures[0]).toMatchObject({
      failure: { class: 'wrong' },
      turns: [{ sent: 'When are you open?', reply: expect.stringContaining('Monday') }],
    });
    expect(body.failures.length).toBeLessThanOrEqual(4);

    const junit = await exportOf(id, 'junit');
    expect(junit).toContain('<testsuite name="Wrong &lt;answers&gt;" tests="1" failures="1"');
    expect(junit).toContain('It was 100%; the limit is 1%.');
    const [header, first] = (await exportOf(id, 'csv')).split('\r\n');
    expect(header).toMatch(/^second,active_conversations,/);
    expect(first?.split(',')).toHaveLength(header?.split(',').length ?? 0);
    const whole = JSON.parse(await exportOf(id, 'json')) as {
      seconds: { second: number; turns: number }[];
    };
    expect(whole).toMatchObject({ loadTest: { id }, report: { errorRate: 1 } });
    // Seconds without activity are left out.
    expect(whole.seconds.length).toBeGreaterThan(0);
    expect(whole.seconds.reduce((sum, { turns }) => sum + turns, 0)).toBe(body.counts.turns);
  });

  it('fails by its error rate when no conversation came to an end', async () => {
    const { id } = await startLoadTest(ada, { suiteId, thinkTimeMs: 600_000 });
    expect(await untilLoadEnded(ada, id)).toMatchObject({ status: 'failed' });
    const { body } = await ada.call(endpoints.getLoadReport, { params: { loadTestId: id } });
    expect(body).toMatchObject({
      counts: { passed: 0, failed: 0, unfinished: 4 },
      thresholds: [{ metric: 'errorRate', actual: null, passed: false }],
    });
    const junit = await exportOf(id, 'junit');
    expect(junit).toContain('It was not measured: no conversation got that far');
  });

  it('starts conversations by the clock if arrivals are given', async () => {
    const profile = { kind: 'arrivals' as const, perSecond: 10, usersMax: 20, durationS: 3 };
    const { id } = await startLoadTest(ada, { suiteId, profile, thinkTimeMs: 0 });
    await untilLoadEnded(ada, id);
    const { body } = await ada.call(endpoints.getLoadReport, { params: { loadTestId: id } });
    expect(body.counts.started + body.counts.dropped).toBe(30);
  });

  it('keeps the text as it was when it was started', async () => {
    const own = await createBotSuite(ada, { botUrl: bot.url });
    const { id } = await startLoadTest(ada, { suiteId: own });
    const source = botSuiteSource({ botUrl: bot.url, expected: 'something else' });
    await ada.call(suites.updateSuite, { params: { suiteId: own }, body: { source } });
    expect(await untilLoadEnded(ada, id)).toMatchObject({ status: 'passed' });
  });
});

describe('stopping a load test', () => {
  it('ends it within two seconds and keeps what was measured', async () => {
    const { id } = await startLoadTest(ada, { suiteId, ...long });
    await untilLoad(ada, id, ({ startsAt }) => Date.parse(startsAt ?? '') < Date.now() - 1500);
    const { body } = await ada.call(endpoints.stopLoadTest, { params: { loadTestId: id } });
    expect(body.stopRequested).toBe(true);
    const ended = await untilLoadEnded(ada, id);
    expect(ended).toMatchObject({ status: 'cancelled', workers: 0 });
    expect(ended.summary?.turns).toBeGreaterThan(0);
    expect(await exportOf(id, 'junit')).toContain(
      '<error message="The load test was cancelled before it ended." type="cancelled">',
    );
    const again = await ada.call(endpoints.stopLoadTest, { params: { loadTestId: id } });
    expect(again.error?.code).toBe('run_finished');
  });

  it('is needed before it can be deleted', async () => {
    const { id } = await startLoadTest(ada, { suiteId, ...long });
    const params = { loadTestId: id };
    const tooEarly = await ada.call(endpoints.deleteLoadTest, { params });
    expect(tooEarly.error?.code).toBe('conflict');
    await ada.call(endpoints.stopLoadTest, { params });
    await untilLoadEnded(ada, id);
    expect((await ada.call(endpoints.deleteLoadTest, { params })).status).toBe(204);
    expect((await ada.call(endpoints.getLoadTest, { params })).status).toBe(404);
  });
});

describe('load tests', () => {
  it('are listed page by page, the newest first', async () => {
    const member = (await createTenant(app, { name: 'Pages' })).owner;
    const own = await createBotSuite(member, { botUrl: bot.url });
    const ids: string[] = [];
    for (let count = 0; count < 3; count += 1) {
      const { id } = await startLoadTest(member, { suiteId: own });
      await member.call(endpoints.stopLoadTest, { params: { loadTestId: id } });
      ids.unshift(id);
    }
    const first = await member.call(endpoints.listLoadTests, { query: { limit: 2 } });
    const query = { limit: 2, cursor: first.body.nextCursor ?? '' };
    const rest = await member.call(endpoints.listLoadTests, { query });
    expect([first, rest].map(({ body }) => body.items.map(({ id }) => id))).toEqual([
      ids.slice(0, 2),
      ids.slice(2),
    ]);
    expect(rest.body.nextCursor).toBeNull();
    for (const id of ids) await untilLoadEnded(member, id);
  });

  it.each(['nonsense', '["1","a\\u0000b"]', '["999999999999999","x"]'])(
    'are not listed behind the cursor %j',
    async (text) => {
      const cursor = Buffer.from(text).toString('base64url');
      const { status, error } = await ada.call(endpoints.listLoadTests, { query: { cursor } });
      expect(status).toBe(400);
      expect(error?.problems).toMatchObject([{ path: 'cursor' }]);
    },
  );
});

describe('starting a load test', () => {
  it.each([
    ['a ramp longer than the test', { kind: 'ramp', users: 5, rampS: 20, durationS: 10 }, 'rampS'],
    [
      'a spike that is none',
      { kind: 'spike', users: 5, spikeUsers: 5, spikeAtS: 2, spikeS: 2, durationS: 10 },
      'spikeUsers',
    ],
    ['no users', { kind: 'steady', users: 0, durationS: 10 }, 'users'],
    ['a week', { kind: 'steady', users: 1, durationS: 604_800 }, 'durationS'],
  ])('refuses %s', async (_, profile, path) => {
    const { status, error } = await requestLoadTest(ada, { suiteId, profile: profile as never });
    expect(status).toBe(400);
    expect(error?.problems?.map((problem) => problem.path)).toEqual([`profile.${path}`]);
  });

  it('refuses thresholds that make no sense', async () => {
    const percent = await requestLoadTest(ada, {
      suiteId,
      thresholds: [{ metric: 'errorRate', max: 5 }],
    });
    expect(percent.status).toBe(400);
    const upsideDown = await requestLoadTest(ada, {
      suiteId,
      thresholds: [
        { metric: 'p99', max: 100 },
        { metric: 'p50', max: 200 },
      ],
    });
    expect(upsideDown.error?.problems?.[0]?.message).toContain('p50 ≤ p95 ≤ p99');
  });

  it('refuses more virtual users than are free, of the organization and on the host', async () => {
    const profile = { kind: 'steady' as const, users: 30, durationS: 600 };
    const { id } = await startLoadTest(ada, { suiteId, profile });
    const own = await requestLoadTest(ada, { suiteId, profile });
    expect(own.error).toMatchObject({ code: 'load_limit', message: expect.stringContaining('10') });
    const other = (await createTenant(app, { name: 'Other' })).owner;
    const theirs = await createBotSuite(other, { botUrl: bot.url });
    const answer = await requestLoadTest(other, { suiteId: theirs, profile });
    expect(answer.error?.code).toBe('load_limit');
    const stopped = await ada.call(endpoints.stopLoadTest, { params: { loadTestId: id } });
    expect(stopped.status).toBe(202);
    await untilLoadEnded(ada, id);
  });

  it('refuses who is not switched on for it', async () => {
    const { owner, add } = await createTenant(app);
    const outsider = await add('member', { email: 'out@elsewhere.example' });
    const own = await createBotSuite(owner, { botUrl: bot.url });
    const answer = await requestLoadTest(outsider, { suiteId: own });
    expect(answer.status).toBe(403);
    expect(answer.error?.code).toBe('load_testing_off');
  });

  it('refuses a person who is enabled only by an unproven address', async () => {
    const { owner, add } = await createTenant(app);
    const squatter = await add('member', { email: 'boss@example.org', emailVerified: false });
    const own = await createBotSuite(owner, { botUrl: bot.url });
    const { status, error } = await requestLoadTest(squatter, { suiteId: own });
    expect([status, error?.message]).toEqual([
      403,
      'The email address of your account is not verified.',
    ]);
  });

  it('refuses tests that are not there, a suite of others and an ended subscription', async () => {
    const missing = await requestLoadTest(ada, { suiteId, tests: ['Nothing'] });
    expect(missing.error?.code).toBe('suite_not_runnable');
    const { owner, organizationId } = await createTenant(app, { name: 'Lapsed' });
    expect((await requestLoadTest(owner, { suiteId })).status).toBe(404);
    const own = await createBotSuite(owner, { botUrl: bot.url });
    await app.platform.db
      .update(organizations)
      .set({ subscriptionStatus: 'trialEnded' })
      .where(eq(organizations.id, organizationId));
    const lapsed = await requestLoadTest(owner, { suiteId: own });
    expect(lapsed.error?.code).toBe('subscription_inactive');
  });
});

describe('a host that nobody has proven to be theirs', () => {
  it('takes five turns per second, and more once a file on it shows who controls it', async () => {
    let proof = '';
    const web = createServer((request, response) => {
      const isFile = request.url === '/.well-known/parley-load-test.txt';
      response.end(isFile ? proof : JSON.stringify({ text: 'Monday to Friday' }));
    });
    web.listen(0, '127.0.0.1');
    await once(web, 'listening');
    const botUrl = `http://127.0.0.1:${(web.address() as AddressInfo).port}/message`;
    try {
      const params = { suiteId: await createBotSuite(ada, { botUrl }) };
      const fast = await requestLoadTest(ada, params);
      expect(fast.error?.code).toBe('target_not_proven');
      const slow = await startLoadTest(ada, { ...params, thinkTimeMs: 1000 });
      const second = await requestLoadTest(ada, { ...params, thinkTimeMs: 1000 });
      expect(second.error?.code).toBe('load_limit');
      expect(await untilLoadEnded(ada, slow.id)).toMatchObject({ status: 'passed' });

      const unproven = await ada.call(endpoints.checkLoadTarget, { params });
      expect(unproven.body).toMatchObject({ isProven: false, provenBy: null, dns: null });
      proof = `${unproven.body.file.content}\n`;
      expect(unproven.body.file.url).toBe(
        new URL('/.well-known/parley-load-test.txt', botUrl).href,
      );
      const proven = await ada.call(endpoints.checkLoadTarget, { params });
      expect(proven.body).toMatchObject({ isProven: true, provenBy: 'file' });
      const { id } = await startLoadTest(ada, params);
      expect(await untilLoadEnded(ada, id)).toMatchObject({ status: 'passed' });

      proof = 'somebody else';
      await ada.call(endpoints.checkLoadTarget, { params });
      expect((await requestLoadTest(ada, params)).error?.code).toBe('target_not_proven');
    } finally {
      web.closeAllConnections();
      web.close();
    }
  });

  it('stays available to others while one organization loads it without a proof', async () => {
    let proof = '';
    const web = createServer((request, response) => {
      const isFile = request.url === '/.well-known/parley-load-test.txt';
      response.end(isFile ? proof : JSON.stringify({ text: 'Monday to Friday' }));
    });
    web.listen(0, '127.0.0.1');
    await once(web, 'listening');
    const botUrl = `http://127.0.0.1:${(web.address() as AddressInfo).port}/message`;
    const crowd = { kind: 'steady' as const, users: 40, durationS: 600 };
    const stop = async (member: Member, loadTestId: string) => {
      await member.call(endpoints.stopLoadTest, { params: { loadTestId } });
      await untilLoadEnded(member, loadTestId);
    };
    try {
      const ownerOf = async (name: string) => (await createTenant(app, { name })).owner;
      const [squatter, other, host] = [await ownerOf('A'), await ownerOf('B'), await ownerOf('C')];
      const suiteFor = (member: Member) => createBotSuite(member, { botUrl });
      const slow = { profile: crowd, thinkTimeMs: 10_000 };
      const squatted = await startLoadTest(squatter, {
        ...slow,
        suiteId: await suiteFor(squatter),
      });
      const beside = await requestLoadTest(other, { ...slow, suiteId: await suiteFor(other) });
      expect(beside.status, beside.text).toBe(202);

      const params = { suiteId: await suiteFor(host) };
      const asked = await host.call(endpoints.checkLoadTarget, { params });
      proof = `${asked.body.file.content}\n`;
      await host.call(endpoints.checkLoadTarget, { params });
      const own = await requestLoadTest(host, { ...params, profile: crowd });
      expect(own.status, own.text).toBe(202);
      await stop(squatter, squatted.id);
      await stop(other, beside.body.id);
      await stop(host, own.body.id);
    } finally {
      web.closeAllConnections();
      web.close();
    }
  });

  it('accepts no more for arrivals or for simultaneous starts', async () => {
    const web = createServer((_, response) => response.end('{"text":"Monday to Friday"}'));
    web.listen(0, '127.0.0.1');
    await once(web, 'listening');
    const botUrl = `http://127.0.0.1:${(web.address() as AddressInfo).port}/message`;
    try {
      const own = { suiteId: await createBotSuite(ada, { botUrl }), thinkTimeMs: 600_000 };
      const crowd = { kind: 'arrivals' as const, perSecond: 10_000, usersMax: 40, durationS: 10 };
      const refused = await requestLoadTest(ada, { ...own, profile: crowd });
      expect(refused.error?.code).toBe('target_not_proven');
      const profile = { kind: 'steady' as const, users: 40, durationS: 2 };
      const { id } = await startLoadTest(ada, { ...own, profile, thinkTimeMs: 10_000 });
      await untilLoadEnded(ada, id);
      const { body } = await ada.call(endpoints.getLoadReport, { params: { loadTestId: id } });
      expect(body.counts.turns).toBeGreaterThan(0);
      // Four per second.
      expect(body.counts.turns).toBeLessThanOrEqual(8);
    } finally {
      web.closeAllConnections();
      web.close();
    }
  });

  it('is not reached by way of a redirect', async () => {
    const web = createServer((_, response) => response.writeHead(302, { location: bot.url }).end());
    web.listen(0, '127.0.0.1');
    await once(web, 'listening');
    const botUrl = `http://127.0.0.1:${(web.address() as AddressInfo).port}/message`;
    try {
      const own = await createBotSuite(ada, { botUrl });
      const { id } = await startLoadTest(ada, { suiteId: own, thinkTimeMs: 1000 });
      await untilLoadEnded(ada, id);
      const { body } = await ada.call(endpoints.getLoadReport, { params: { loadTestId: id } });
      expect(body.errors).toMatchObject([{ class: 'configuration', code: 'egress-refused' }]);
    } finally {
      web.closeAllConnections();
      web.close();
    }
  });

  it('is named with what proves it; one of the operator needs no proof', async () => {
    const { body } = await ada.call(endpoints.getLoadTarget, { params: { suiteId } });
    expect(body).toMatchObject({ host, isProven: true, provenBy: 'operator', usersMax: 40 });
    const elsewhere = await createBotSuite(ada, { botUrl: 'https://bot.example/message' });
    const named = await ada.call(endpoints.getLoadTarget, { params: { suiteId: elsewhere } });
    expect(named.body).toMatchObject({
      host: 'bot.example:443',
      isProven: false,
      file: { url: 'https://bot.example/.well-known/parley-load-test.txt' },
      dns: { name: '_parley-load-test.bot.example', value: named.body.file.content },
    });
  });
});
