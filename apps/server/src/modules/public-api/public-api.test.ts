import {
  apiKeys,
  audit,
  type BodyInput,
  publicApi as endpoints,
  forPrograms,
  projects,
  suites,
} from '@parley/contract';
import { type DemoBot, startDemoBot } from '@parley/demo-bot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { botSuiteSource, createBotSuite, startRun, untilEnded } from '../../test/bot-suite.ts';
import type { TestCall } from '../../test/call-api.ts';
import { createTenant, type Member } from '../../test/tenant.ts';
import { startTestApp, type TestApp } from '../../test/test-app.ts';

let bot: DemoBot;
let app: TestApp;
let ada: Member;
let key: string;

beforeAll(async () => {
  bot = await startDemoBot();
  app = await startTestApp({ reachable: [new URL(bot.url).host] });
  ({ ada, key } = await newcomer());
});

afterAll(async () => {
  await app.close();
  await bot.close();
});

async function newcomer(organization: Parameters<typeof createTenant>[1] = {}) {
  const member = (await createTenant(app, organization)).owner;
  const { body } = await member.call(apiKeys.createApiKey, { body: { name: 'CI' } });
  return { ada: member, key: body.key };
}

const call = <const E extends Parameters<TestApp['call']>[0]>(
  endpoint: E,
  input: TestCall<E> = {},
) => app.call(endpoint, { token: key, ...input });

const suiteOfBot = () => createBotSuite(ada, { botUrl: bot.url });

describe('test suites', () => {
  it('are listed by name, page by page, each once', async () => {
    const { ada: owner, key: token } = await newcomer();
    const project = await owner.call(projects.createProject, { body: { name: 'Bank' } });
    const names = ['ähnlich', 'Beta', 'alpha', 'Zeta', 'beta'];
    for (const name of names) {
      const body = { name, projectId: project.body.id, platform: 'webchat' as const };
      expect((await owner.call(suites.createSuite, { body })).status).toBe(201);
    }
    const seen: string[] = [];
    let cursor: string | null | undefined;
    do {
      const query = { limit: 2, ...(cursor && { cursor }) };
      const { body } = await call(endpoints.readSuites, { token, query });
      seen.push(...body.items.map(({ name }) => name));
      cursor = body.nextCursor;
    } while (cursor);
    expect(seen.map((name) => name.toLowerCase())).toEqual([
      'ähnlich',
      'alpha',
      'beta',
      'beta',
      'zeta',
    ]);
    const found = await call(endpoints.readSuites, { token, query: { search: 'ZET' } });
    expect(found.body.items.map(({ name }) => name)).toEqual(['Zeta']);
    const listed = await call(endpoints.readProjects, { token });
    expect(listed.body.items).toEqual([
      { id: project.body.id, name: 'Bank', parentProjectId: null },
    ]);
  });

  it.each([
    'x',
    Buffer.from('["a"]').toString('base64url'),
    Buffer.from('{}').toString('base64url'),
  ])('refuse the cursor %j', async (cursor) => {
    const { status, error } = await call(endpoints.readSuites, { query: { cursor } });
    expect(status).toBe(400);
    expect(error?.problems?.[0]?.path).toBe('cursor');
  });

  it('and projects and monitors are listed on behind the longest name there is', async () => {
    const { ada: owner, key: token } = await newcomer({ planId: 'enterprise' });
    for (const last of ['あ', 'い']) {
      const name = `${'あ'.repeat(119)}${last}`;
      const project = await owner.call(projects.createProject, { body: { name } });
      const source = botSuiteSource({ botUrl: bot.url });
      const body = { name, projectId: project.body.id, source };
      const { body: suite } = await call(endpoints.addSuite, { token, body });
      const params = { suiteId: suite.id };
      await call(endpoints.writeMonitor, { token, params, body: { isMonitoring: true } });
    }
    for (const list of [endpoints.readProjects, endpoints.readSuites, endpoints.readMonitors]) {
      const first = await call(list, { token, query: { limit: 1 } });
      const cursor = first.body.nextCursor ?? '';
      const rest = await call(list, { token, query: { limit: 1, cursor } });
      expect(rest.status, rest.text).toBe(200);
      expect(rest.body.items).toHaveLength(1);
      expect(rest.body.nextCursor).toBeNull();
    }
  });

  it('are written and read as text, and a change that started from an old version is refused', async () => {
    const project = await ada.call(projects.createProject, { body: { name: 'Written' } });
    const source = botSuiteSource({ botUrl: bot.url });
    const added = await call(endpoints.addSuite, {
      body: { name: 'Hours', projectId: project.body.id, source },
    });
    expect(added.status).toBe(201);
    const params = { suiteId: added.body.id };
    expect((await call(endpoints.readSuite, { params })).body.source).toBe(source);
    const longer = botSuiteSource({ botUrl: bot.url, tests: 3 });
    const written = await call(endpoints.writeSuite, {
      params,
      body: { source: longer, version: 1 },
    });
    expect(written.body).toMatchObject({ testCount: 3, version: 2, name: 'Hours' });
    const late = await call(endpoints.writeSuite, { params, body: { source, version: 1 } });
    expect(late.error?.code).toBe('conflict');
    const broken = await call(endpoints.writeSuite, { params, body: { source: '- test: [' } });
    expect(broken.status).toBe(422);
    expect(broken.error?.problems?.[0]).toMatchObject({ path: 'source', line: expect.any(Number) });
    expect((await call(endpoints.readSuite, { params })).body.source).toBe(longer);
  });
});

describe('what a test suite needs', () => {
  const visitor = (name: string) => ({
    name,
    locale: 'en-US',
    settings: {
      platform: 'webchat' as const,
      browser: 'chrome-windows' as const,
      viewport: { width: 1440, height: 900 },
    },
  });

  it('is created from nothing: a project, a device, a suite that uses it, and a run', async () => {
    const { key: token } = await newcomer();
    const project = await call(endpoints.addProject, { token, body: { name: 'Support' } });
    expect(project.status).toBe(201);
    expect(project.body).toEqual({
      id: expect.any(String),
      name: 'Support',
      parentProjectId: null,
    });
    const device = await call(endpoints.addDevice, { token, body: visitor('Nora') });
    expect(device.status).toBe(201);
    const suite = await call(endpoints.addSuite, {
      token,
      body: {
        name: 'Hours',
        projectId: project.body.id,
        source: botSuiteSource({ botUrl: bot.url }),
        deviceId: device.body.id,
      },
    });
    expect(suite.body).toMatchObject({ deviceId: device.body.id });
    const params = { suiteId: suite.body.id };
    expect((await call(endpoints.beginRun, { token, params, body: {} })).status).toBe(202);
    const without = await call(endpoints.writeSuite, { token, params, body: { deviceId: null } });
    expect(without.body).toMatchObject({ deviceId: null, name: 'Hours' });
  });

  it('is created once for one Idempotency-Key', async () => {
    const { key: token } = await newcomer();
    const headers = { 'idempotency-key': 'set-up' };
    const add = () => call(endpoints.addProject, { token, headers, body: { name: 'Once' } });
    const [first, second] = [await add(), await add()];
    expect(second.status).toBe(201);
    expect(second.body).toEqual(first.body);
  });

  it('is found by its name where it is there already, sub-projects below their project', async () => {
    const { key: token } = await newcomer();
    const parent = await call(endpoints.addProject, { token, body: { name: 'Support' } });
    const again = await call(endpoints.addProject, { token, body: { name: 'SUPPORT' } });
    expect([again.status, again.error?.code]).toEqual([409, 'name_taken']);
    const below = { name: 'Cards', parentProjectId: parent.body.id };
    const child = await call(endpoints.addProject, { token, body: below });
    const found = await call(endpoints.readProjects, { token, query: { search: 'card' } });
    expect(found.body.items).toEqual([{ id: child.body.id, ...below }]);
    for (const name of ['Nora', 'Ivan'])
      await call(endpoints.addDevice, { token, body: visitor(name) });
    const first = await call(endpoints.readDevices, { token, query: { limit: 1 } });
    const cursor = first.body.nextCursor ?? '';
    const rest = await call(endpoints.readDevices, { token, query: { limit: 1, cursor } });
    expect([...first.body.items, ...rest.body.items].map(({ name }) => name)).toEqual([
      'Ivan',
      'Nora',
    ]);
    expect(rest.body.nextCursor).toBeNull();
    const phones = await call(endpoints.readDevices, { token, query: { platform: 'phone' } });
    expect(phones.body.items).toEqual([]);
  });

  it('is nothing of another organization', async () => {
    const { key: token } = await newcomer();
    const foreign = await call(endpoints.addProject, { body: { name: 'Foreign' } });
    const device = await call(endpoints.addDevice, { body: visitor('Foreign') });
    const own = await call(endpoints.addProject, { token, body: { name: 'Own' } });
    const source = botSuiteSource({ botUrl: bot.url });
    const body = { name: 'Hours', projectId: own.body.id, source, deviceId: device.body.id };
    expect((await call(endpoints.addSuite, { token, body })).status).toBe(404);
    const below = { name: 'Below', parentProjectId: foreign.body.id };
    expect((await call(endpoints.addProject, { token, body: below })).status).toBe(404);
    expect((await call(endpoints.readDevices, { token })).body.items).toEqual([]);
  });

  it('is not made by a key that only reads', async () => {
    const { ada: owner } = await newcomer();
    const readOnly = await owner.call(apiKeys.createApiKey, {
      body: { name: 'Reader', access: 'read' },
    });
    const token = readOnly.body.key;
    const project = await call(endpoints.addProject, { token, body: { name: 'No' } });
    const device = await call(endpoints.addDevice, { token, body: visitor('No') });
    expect([project.status, device.status]).toEqual([403, 403]);
    expect((await call(endpoints.readProjects, { token })).body.items).toEqual([]);
  });
});

describe('a run', () => {
  it('is started, followed to its end and read as tests and as JUnit', async () => {
    const params = { suiteId: await suiteOfBot() };
    const { status, body: run } = await call(endpoints.beginRun, { params, body: {} });
    expect(status).toBe(202);
    expect(run).toMatchObject({ trigger: 'api', startedBy: 'Ada Lovelace', number: 1 });

    const ofRun = { runId: run.id };
    const types: string[] = [];
    for (let after = 0, isComplete = false; !isComplete; ) {
      const query = { after, waitSeconds: 20 };
      const { body } = await call(endpoints.readRunEvents, { params: ofRun, query });
      types.push(...body.events.map(({ event }) => event.type));
      after = body.events.at(-1)?.seq ?? after;
      isComplete = body.isComplete;
    }
    expect([types[0], types.at(-1)]).toEqual(['run.started', 'run.finished']);
    expect((await call(endpoints.readRun, { params: ofRun })).body.status).toBe('passed');

    const tests = await call(endpoints.readRunTests, { params: ofRun });
    expect(tests.body).toMatchObject({
      counts: { passed: 1 },
      nextCursor: null,
      items: [
        {
          index: 0,
          name: 'Test 1',
          outcome: 'passed',
          failure: null,
          interactions: [
            {
              outcome: 'passed',
              sent: 'When are you open?',
              reply: expect.stringContaining('Monday to Friday'),
            },
          ],
        },
      ],
    });
    const junit = await call(endpoints.readRunJunit, { params: ofRun });
    expect(junit.headers.get('content-type')).toContain('application/xml');
    expect(junit.text).toContain('<testcase name="Test 1" classname="Opening hours"');
  });

  it('is refused for an Idempotency-Key of another request', async () => {
    const params = { suiteId: await suiteOfBot() };
    const headers = { 'idempotency-key': 'build-18' };
    expect((await call(endpoints.beginRun, { params, body: {}, headers })).status).toBe(202);
    const body = { label: 'v2' };
    const other = await call(endpoints.beginRun, { params, body, headers });
    expect([other.status, other.error?.code]).toEqual([422, 'idempotency_key_used']);
    expect((await call(endpoints.readRuns, { query: params })).body.items).toHaveLength(1);
  });

  it('starts once for one Idempotency-Key, of each API key', async () => {
    const params = { suiteId: await suiteOfBot() };
    const headers = { 'idempotency-key': 'build-17' };
    const [first, second] = await Promise.all([
      call(endpoints.beginRun, { params, body: {}, headers }),
      call(endpoints.beginRun, { params, body: {}, headers }),
    ]);
    expect(second.body.id).toBe(first.body.id);
    const another = await ada.call(apiKeys.createApiKey, { body: { name: 'Another' } });
    const third = await call(endpoints.beginRun, {
      params,
      body: {},
      headers,
      token: another.body.key,
    });
    expect(third.body.id).not.toBe(first.body.id);
    const { body } = await call(endpoints.readRuns, { query: params });
    expect(body.items).toHaveLength(2);
  });

  it('is cancelled, and only while it is not over', async () => {
    const suiteId = await createBotSuite(ada, { botUrl: `${bot.url}?delayMs=60000` });
    const { id: runId } = await startRun(ada, suiteId);
    const cancelled = await call(endpoints.stopRun, { params: { runId } });
    expect(cancelled.status).toBe(202);
    expect((await untilEnded(ada, runId)).status).toBe('cancelled');
    const again = await call(endpoints.stopRun, { params: { runId } });
    expect(again.error?.code).toBe('run_finished');
  });

  it('appears in the list newest first, page by page', async () => {
    const params = { suiteId: await suiteOfBot() };
    const started: string[] = [];
    for (let count = 0; count < 3; count += 1) {
      started.push((await call(endpoints.beginRun, { params, body: {} })).body.id);
    }
    const query = { suiteId: params.suiteId, limit: 2 };
    const first = await call(endpoints.readRuns, { query });
    const cursor = first.body.nextCursor ?? '';
    const second = await call(endpoints.readRuns, { query: { ...query, cursor } });
    expect(second.body.nextCursor).toBeNull();
    const ids = [...first.body.items, ...second.body.items].map(({ id }) => id);
    expect(ids.toSorted()).toEqual(started.toSorted());
  });
});

describe('monitors', () => {
  it('are switched on and off and listed while they are on', async () => {
    const params = { suiteId: await suiteOfBot() };
    const on = await call(endpoints.writeMonitor, { params, body: { isMonitoring: true } });
    expect(on.body).toMatchObject({ ...params, suiteName: 'Opening hours', isMonitoring: true });
    expect((await call(endpoints.readMonitors)).body.items).toEqual([on.body]);
    await call(endpoints.writeMonitor, { params, body: { isMonitoring: false } });
    expect((await call(endpoints.readMonitors)).body.items).toEqual([]);
    expect((await call(endpoints.readMonitor, { params })).body.isMonitoring).toBe(false);
  });

  it('are given a schedule and switched on by one call, or neither', async () => {
    const { ada: owner, key: token } = await newcomer({ subscriptionStatus: 'enabled' });
    const params = { suiteId: await createBotSuite(owner, { botUrl: bot.url }) };
    const write = (body: BodyInput<typeof endpoints.writeMonitor>) =>
      call(endpoints.writeMonitor, { token, params, body });
    const read = async () => (await call(endpoints.readMonitor, { token, params })).body;

    const never = await write({ isMonitoring: true, schedule: { cron: '0 9 30 2 *' } });
    expect([never.status, never.error?.code]).toEqual([422, 'schedule_invalid']);
    expect(await read()).toMatchObject({ isMonitoring: false, schedule: null });

    const schedule = { cron: '0 9 * * 1-5', timeZone: 'Europe/Berlin', retries: 1 };
    const written = await write({ isMonitoring: true, schedule });
    expect(written.body).toMatchObject({ isMonitoring: true, schedule });
    expect((await write({ isMonitoring: false })).body).toMatchObject({
      isMonitoring: false,
      schedule,
    });
    expect((await write({ schedule: null })).body.schedule).toBeNull();
    const stored = await owner.call(suites.getSuite, { params });
    expect(stored.body.monitoringConfig).toBeNull();
    const log = await owner.call(audit.listAudit, { query: { topic: 'monitoring' } });
    expect(log.body.items.map(({ action }) => action)).toEqual([
      'monitoring.scheduled',
      'monitoring.off',
      'monitoring.scheduled',
      'monitoring.on',
    ]);
  });

  it.each([
    ['a trial', { subscriptionStatus: 'trial', planId: 'enterprise' }, 200],
    ['the plan Startup', { subscriptionStatus: 'enabled', planId: 'startup' }, 403],
  ] as const)('have no custom schedule on %s', async (_, organization, isSwitched) => {
    const { ada: owner, key: token } = await newcomer(organization);
    const params = { suiteId: await createBotSuite(owner, { botUrl: bot.url }) };
    const write = (body: BodyInput<typeof endpoints.writeMonitor>) =>
      call(endpoints.writeMonitor, { token, params, body });
    const custom = await write({ schedule: { cron: '0 9 * * 1-5' } });
    expect([custom.status, custom.error?.code]).toEqual([403, 'not_allowed']);
    const interval = { isMonitoring: true, schedule: { everyMinutes: 15 as const } };
    expect((await write(interval)).status).toBe(isSwitched);
  });
});

describe('usage', () => {
  it('counts the runs of this month', async () => {
    const { ada: owner, key: token } = await newcomer();
    await startRun(owner, await createBotSuite(owner, { botUrl: bot.url }));
    const { body } = await call(endpoints.readUsage, { token });
    expect(body).toMatchObject({ testRuns: 1, projects: 1, testSuites: 1 });
  });
});

describe('the description of the API', () => {
  it('has every endpoint that a key opens, and no other', async () => {
    const document = (await (await fetch(`${app.url}/docs/json`)).json()) as {
      openapi: string;
      paths: Record<string, unknown>;
    };
    expect(document.openapi).toBe('3.1.0');
    const paths = Object.values({ ...endpoints, ...forPrograms }).flatMap((exported) =>
      typeof exported === 'object' && 'path' in exported
        ? [exported.path.slice('/api/v1'.length)]
        : [],
    );
    expect(Object.keys(document.paths).toSorted()).toEqual([...new Set(paths)].toSorted());
    expect((await fetch(`${app.url}/docs`)).status).toBe(200);
    const asked = await fetch(`${app.url}/docs?from=mail`);
    expect([asked.status, asked.url]).toEqual([200, `${app.url}/docs`]);
  });
});

describe('exclusion calendars', () => {
  const window = {
    kind: 'once' as const,
    reason: 'Release 2.0',
    start: '2026-03-01T08:00:00.000Z',
    end: '2026-03-01T10:00:00.000Z',
  };
  const release = { name: 'Releases', timeZone: 'Europe/Berlin', windows: [window], holidays: [] };

  it('are made once, written, listed and deleted', async () => {
    const { key: token } = await newcomer();
    const add = { token, body: release, headers: { 'idempotency-key': 'release-2' } };
    const made = await call(endpoints.addCalendar, add);
    const again = await call(endpoints.addCalendar, add);
    expect([made.status, again.status]).toEqual([201, 201]);
    expect(again.body.id).toBe(made.body.id);
    const params = { calendarId: made.body.id };
    const body = { ...release, windows: [] };
    const written = await call(endpoints.writeCalendar, { token, params, body });
    expect(written.body).toMatchObject({ name: 'Releases', windows: [] });
    const listed = await call(endpoints.readCalendars, { token });
    expect(listed.body.map(({ id }) => id)).toEqual([made.body.id]);
    expect((await call(endpoints.removeCalendar, { token, params })).status).toBe(204);
    expect((await call(endpoints.readCalendars, { token })).body).toEqual([]);
  });

  it('are refused where the name is taken or a window ends before it starts', async () => {
    const { key: token } = await newcomer();
    await call(endpoints.addCalendar, { token, body: release });
    const taken = await call(endpoints.addCalendar, { token, body: release });
    expect(taken.error?.code).toBe('name_taken');
    const backwards = { ...release, windows: [{ ...window, end: '2026-02-01T00:00:00.000Z' }] };
    const refused = await call(endpoints.addCalendar, { token, body: backwards });
    expect(refused.status).toBe(400);
    expect(refused.error?.problems).toMatchObject([{ message: 'The end is before the start.' }]);
    const zone = { ...release, name: 'Mars', timeZone: 'Mars/Base' };
    const unknown = await call(endpoints.addCalendar, { token, body: zone });
    expect(unknown.error?.code).toBe('schedule_invalid');
  });
});

describe('a refusal', () => {
  const ask = async (path: string, init: RequestInit = {}) => {
    const response = await fetch(`${app.url}/api/v1${path}`, init);
    expect(response.headers.get('content-type')).toBe('application/problem+json; charset=utf-8');
    const body = (await response.json()) as Record<string, unknown>;
    expect(body).toMatchObject({
      status: response.status,
      requestId: response.headers.get('x-request-id'),
    });
    return body;
  };

  it('is a problem by RFC 9457, and says the same as in earlier releases', async () => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const sent = { name: 1, source: 'a', projectId: 'p' };
    const body = JSON.stringify(sent);
    const refused = await ask('/suites', { method: 'POST', headers, body });
    const problems = [{ path: 'name', pointer: '#/name', message: expect.any(String) }];
    expect(refused).toMatchObject({
      type: '/guide/errors#invalid_request',
      title: 'The request is not valid.',
      status: 400,
      detail: 'The request is not valid.',
      code: 'invalid_request',
      problems,
      error: { code: 'invalid_request', message: 'The request is not valid.', problems },
    });
  });

  it('points to what is deep in a body, and into no body where a query is wrong', async () => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const body = JSON.stringify({ isMonitoring: true, schedule: { retries: 'x' } });
    const deep = await ask('/monitors/7qkWz0xJ3vYh2m4nPq8RtA', { method: 'PUT', headers, body });
    expect(deep.problems).toContainEqual(
      expect.objectContaining({ path: 'schedule.retries', pointer: '#/schedule/retries' }),
    );
    const { problems } = await ask('/runs?limit=none', { headers });
    expect(problems).toEqual([{ path: 'limit', message: expect.any(String) }]);
  });

  it.each([
    ['without a key', '/suites', {}, 401, 'invalid_api_key'],
    ['of a path that there is not', '/nothing', {}, 404, 'not_found'],
    ['of a method that a path lacks', '/usage', { method: 'DELETE' }, 405, 'method_not_allowed'],
  ])('%s is one, too', async (_, path, init, status, code) => {
    expect(await ask(path, init)).toMatchObject({ status, code, type: `/guide/errors#${code}` });
  });
});

describe('tags of responses', () => {
  const ask = (path: string, init: RequestInit = {}) =>
    fetch(`${app.url}/api/v1${path}`, {
      ...init,
      headers: { authorization: `Bearer ${key}`, ...init.headers },
    });
  const change = (id: string, tag: string, body: object) =>
    ask(`/suites/${id}`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json', 'if-match': tag },
      body: JSON.stringify(body),
    });
  const tagOf = async (path: string) => (await ask(path)).headers.get('etag') ?? '';

  it('spare a body that the caller has already, until it changes', async () => {
    const id = await suiteOfBot();
    for (const path of [`/suites/${id}`, '/suites', '/projects']) {
      const tag = await tagOf(path);
      expect(tag).toMatch(/^"[\w.-]{27,40}"$/);
      for (const known of [tag, `W/${tag}`, `"other", ${tag}`, '*']) {
        const again = await ask(path, { headers: { 'if-none-match': known } });
        expect([again.status, again.headers.get('etag'), await again.text()]).toEqual([
          304,
          tag,
          '',
        ]);
      }
    }
    const before = await tagOf(`/suites/${id}`);
    await call(endpoints.writeSuite, { params: { suiteId: id }, body: { description: 'New' } });
    const after = await ask(`/suites/${id}`, { headers: { 'if-none-match': before } });
    expect([after.status, (await after.json()).description]).toEqual([200, 'New']);
  });

  it('of others spare nothing and tell nothing', async () => {
    const path = `/suites/${await suiteOfBot()}`;
    const tag = await tagOf(path);
    const { key: otherKey } = await newcomer();
    const headers = { 'if-none-match': tag, authorization: `Bearer ${otherKey}` };
    expect((await ask(path, { headers })).status).toBe(404);
  });

  it('that are known keep no change from being answered', async () => {
    const id = await suiteOfBot();
    const answer = await ask(`/suites/${id}`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json', 'if-none-match': '*' },
      body: JSON.stringify({ description: 'New' }),
    });
    expect([answer.status, (await answer.json()).description]).toEqual([200, 'New']);
  });

  it('keep a change from a version that another one was made of', async () => {
    const id = await suiteOfBot();
    const read = await tagOf(`/suites/${id}`);
    const first = await change(id, read, { description: 'First' });
    expect(first.status).toBe(200);
    const late = await change(id, read, { description: 'Late' });
    expect([late.status, (await late.json()).code]).toEqual([412, 'precondition_failed']);
    const { body } = await call(endpoints.readSuite, { params: { suiteId: id } });
    expect(body.description).toBe('First');
    // The response to the change has the tag of the new version.
    const next = await change(id, first.headers.get('etag') ?? '', { description: 'Next' });
    expect(next.status).toBe(200);
  });

  it.each([['"abc"'], ['nothing'], [''], ['"1.a", "2.b"'], ['"99999999999.a"']])(
    'that name no version change nothing: %s',
    async (tag) => {
      const id = await suiteOfBot();
      expect((await change(id, tag, { description: 'Lost' })).status).toBe(412);
    },
  );

  it('that contradict the version of the body change nothing', async () => {
    const id = await suiteOfBot();
    const tag = await tagOf(`/suites/${id}`);
    expect((await change(id, tag, { description: 'Lost', version: 7 })).status).toBe(412);
    expect((await change(id, '*', { description: 'Kept' })).status).toBe(200);
  });
});
