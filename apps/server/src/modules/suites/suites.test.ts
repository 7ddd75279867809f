import {
  audit,
  type Endpoint,
  monitoring,
  projects,
  runs,
  type StoredSuite,
  suites,
} from '@parley/contract';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { organizations } from '../../db/schema/index.ts';
import { seedLargeOrganization } from '../../db/seed/seed-large-organization.ts';
import type { TestCall } from '../../test/call-api.ts';
import { createTenant, type Member, scopeOf, type Tenant } from '../../test/tenant.ts';
import { startTestApp, type TestApp } from '../../test/test-app.ts';
import { changeSuite } from './change-suite.ts';

let app: TestApp;
let acme: Tenant;
let ada: Member;
let stranger: Member;

beforeAll(async () => {
  app = await startTestApp();
  acme = await createTenant(app);
  ada = await acme.add('member');
  stranger = (await createTenant(app, { name: 'Other' })).owner;
});

afterAll(() => app.close());

const greeting = `---
configuration:
  platform: webchat
---
- test: Greets
- hello: welcome
`;

const twoTests = `${greeting}---
- test: Says goodbye
- bye: see you
`;

/** A suite with an error: its second document is not a list, so it is not a test. */
const broken = `${greeting}---
just a sentence
`;

async function createProject(member: Member, name = `Project ${Math.random()}`): Promise<string> {
  return (await member.call(projects.createProject, { body: { name } })).body.id;
}

async function createSuite(
  member: Member,
  suite: {
    name?: string;
    projectId?: string;
    platform?: 'webchat' | 'phone';
    source?: string;
  } = {},
): Promise<StoredSuite> {
  const projectId = suite.projectId ?? (await createProject(member));
  const body = { name: 'Suite', platform: 'webchat' as const, ...suite, projectId };
  const answer = await member.call(suites.createSuite, { body });
  expect(answer.status, answer.text).toBe(201);
  return answer.body;
}

async function readSuite(member: Member, suiteId: string): Promise<StoredSuite> {
  return (await member.call(suites.getSuite, { params: { suiteId } })).body;
}

async function suiteCount(member: Member, projectId: string): Promise<number> {
  return (await member.call(projects.getProject, { params: { projectId } })).body.testSuiteCount;
}

/** Expects 401 without a session, 404 for members of another organization with any IDs, and no change. */
async function expectClosed<const E extends Endpoint>(
  endpoint: E,
  call: TestCall<E>,
  suite: StoredSuite,
): Promise<void> {
  const inAcme = { userId: ada.userId, orgId: acme.organizationId, ...call.params };
  const anonymous = await app.call(endpoint, { ...call, params: inAcme as never });
  expect(anonymous.status).toBe(401);
  const inOwn = await stranger.call(endpoint, call);
  expect(inOwn.status).toBe(404);
  const inOurs = { ...call.params, orgId: acme.organizationId };
  expect((await stranger.call(endpoint, { ...call, params: inOurs as never })).status).toBe(404);
  const asOurs = { ...inOurs, userId: ada.userId };
  expect((await stranger.call(endpoint, { ...call, params: asOurs as never })).status).toBe(404);
  expect(await readSuite(ada, suite.id)).toEqual(suite);
}

describe('the project of a suite', () => {
  it('[S-195] lists the platforms of its suites', async () => {
    const projectId = await createProject(ada);
    const platforms = async () =>
      (await ada.call(projects.getProject, { params: { projectId } })).body.platforms;
    expect(await platforms()).toEqual([]);
    const phone = await createSuite(ada, { projectId, platform: 'phone' });
    expect(await platforms()).toEqual(['phone']);
    await createSuite(ada, { projectId });
    expect(await platforms()).toEqual(['webchat', 'phone']);
    await ada.call(suites.deleteSuite, { params: { suiteId: phone.id } });
    expect(await platforms()).toEqual(['webchat']);
  });
});

describe('GET testsuites', () => {
  it('[S-243, S-300] gives ten suites by name as a plain list', async () => {
    const projectId = await createProject(ada);
    for (const name of ['zulu', 'Ähre', 'bravo', 'alpha', ...'cdefghi'])
      await createSuite(ada, { name, projectId });
    const answer = await ada.call(suites.listSuites, { query: { projectId } });
    expect(answer.status).toBe(200);
    expect(answer.body.map(({ name }) => name)).toEqual(['Ähre', 'alpha', 'bravo', ...'cdefghi']);
    const next = await ada.call(suites.listSuites, { query: { projectId, page: 2 } });
    expect(next.body.map(({ name }) => name)).toEqual(['zulu']);
    const two = await ada.call(suites.listSuites, { query: { projectId, pageSize: 2 } });
    expect(two.body.map(({ name }) => name)).toEqual(['Ähre', 'alpha']);
  });

  it('leaves the text out', async () => {
    const { projectId } = await createSuite(ada);
    const { body } = await ada.call(suites.listSuites, { query: { projectId } });
    expect(body[0]).not.toHaveProperty('source');
  });

  it.each([{ page: 0 }, { pageSize: 101 }, { platform: 'fax' }, { search: 'a\u0000' }])(
    'refuses the query %j',
    async (query) => {
      const answer = await ada.call(suites.listSuites, { query: query as never });
      expect(answer.status).toBe(400);
    },
  );

  it('is closed to others', async () => {
    const suite = await createSuite(ada);
    await expectClosed(suites.listSuites, { query: { projectId: suite.projectId } }, suite);
    const { body } = await stranger.call(suites.listSuites);
    expect(body).toEqual([]);
  });
});

describe('GET testsuites/list', () => {
  it('[S-245, S-246, S-152] returns twelve items with their position in the list', async () => {
    const projectId = await createProject(ada);
    for (let number = 1; number <= 13; number += 1)
      await createSuite(ada, { name: `Suite ${String(number).padStart(2, '0')}`, projectId });
    const first = await ada.call(suites.pageSuites, { query: { projectId } });
    expect(first.body.items).toHaveLength(12);
    expect(first.body.pagination).toEqual({ page: 1, pageSize: 12, total: 13 });
    const second = await ada.call(suites.pageSuites, { query: { projectId, page: 2 } });
    expect(second.body.items.map(({ name }) => name)).toEqual(['Suite 13']);
    expect(second.body.pagination).toEqual({ page: 2, pageSize: 12, total: 13 });
    const five = { projectId, page: 3, pageSize: 5 };
    const third = await ada.call(suites.pageSuites, { query: five });
    expect(third.body.items.map(({ name }) => name)).toEqual(['Suite 11', 'Suite 12', 'Suite 13']);
    expect(third.body.pagination).toEqual({ page: 3, pageSize: 5, total: 13 });
    const beyond = await ada.call(suites.pageSuites, { query: { projectId, page: 1_000_000 } });
    expect(beyond.body).toEqual({
      items: [],
      pagination: { page: 1_000_000, pageSize: 12, total: 13 },
    });
  });

  it('[S-243, S-245, S-151] narrows by platform, text and project', async () => {
    const member = (await createTenant(app)).owner;
    const projectId = await createProject(member);
    await createSuite(member, { name: 'Order by phone', projectId, platform: 'phone', source: '' });
    await createSuite(member, { name: 'Order 100 %', projectId });
    await createSuite(member, { name: 'Elsewhere' });
    const find = async (query: object) => {
      const { body } = await member.call(suites.pageSuites, { query });
      expect(body.pagination.total).toBe(body.items.length);
      const names = body.items.map(({ name }) => name);
      const { body: plain } = await member.call(suites.listSuites, { query });
      expect(plain.map(({ name }) => name)).toEqual(names);
      return names;
    };
    expect(await find({})).toEqual(['Elsewhere', 'Order 100 %', 'Order by phone']);
    expect(await find({ platform: 'all' })).toHaveLength(3);
    for (const platform of ['all', 'alexa']) {
      const body = { name: 'Neither', projectId, platform } as never;
      expect((await member.call(suites.createSuite, { body })).status).toBe(400);
    }
    const { body: stored } = await member.call(suites.listSuites, { query: { platform: 'all' } });
    expect(stored.map(({ platform }) => platform)).toEqual(['webchat', 'webchat', 'phone']);
    expect(await find({ platform: 'phone' })).toEqual(['Order by phone']);
    expect(await find({ platform: 'webchat' })).toEqual(['Elsewhere', 'Order 100 %']);
    expect(await find({ search: 'ORDER' })).toEqual(['Order 100 %', 'Order by phone']);
    expect(await find({ search: '%' })).toEqual(['Order 100 %']);
    expect(await find({ search: '_' })).toEqual([]);
    expect(await find({ search: '\\' })).toEqual([]);
    expect(await find({ projectId, search: 'e', platform: 'phone' })).toEqual(['Order by phone']);
  });

  it('[S-151] stores no suite as one for all platforms, whatever its text says', async () => {
    const member = (await createTenant(app)).owner;
    const suite = await createSuite(member);
    const params = { suiteId: suite.id };
    for (const platform of ['all', 'alexa']) {
      const source = greeting.replace('platform: webchat', `platform: ${platform}`);
      await member.call(suites.updateSuite, { params, body: { source } });
      expect((await member.call(suites.getSuite, { params })).body.platform).toBe('webchat');
      const { body } = await member.call(suites.listSuites, { query: { platform: 'all' } });
      expect(body.map((listed) => listed.platform)).toEqual(['webchat']);
    }
  });

  it('[S-245] knows how many there are after suites came, moved, changed their platform and went', async () => {
    const member = (await createTenant(app)).owner;
    const [from, to] = [await createProject(member), await createProject(member)];
    const count = async (query: object = {}) =>
      (await member.call(suites.pageSuites, { query })).body.pagination.total;
    const suite = await createSuite(member, { projectId: from });
    const params = { suiteId: suite.id };
    await member.call(suites.cloneSuite, { params });
    await member.call(suites.moveSuite, { params, body: { projectId: to } });
    expect(await count()).toBe(2);
    expect(await count({ projectId: to })).toBe(1);
    const source = greeting.replace('platform: webchat', 'platform: phone');
    const changed = await member.call(suites.updateSuite, { params, body: { source } });
    expect(changed.status, changed.text).toBe(200);
    expect([await count({ platform: 'webchat' }), await count({ platform: 'phone' })]).toEqual([
      1, 1,
    ]);
    await member.call(suites.deleteSuite, { params });
    expect([await count({ platform: 'webchat' }), await count({ platform: 'phone' })]).toEqual([
      1, 0,
    ]);
    const { body: all } = await member.call(projects.listProjects, { query: { page: 1 } });
    expect(all).toMatchObject({ pagination: { total: 2 } });
    await member.call(projects.deleteProject, { params: { projectId: to } });
    const refused = await member.call(projects.deleteProject, { params: { projectId: from } });
    expect(refused.status).toBe(409);
    const { body: left } = await member.call(projects.listProjects, { query: { page: 1 } });
    expect(left).toMatchObject({ pagination: { total: 1 } });
  });

  it('counts what a search finds up to 200, and beyond that to the end of the next page', async () => {
    const { owner } = await createTenant(app);
    await seedLargeOrganization(scopeOf(app, owner), { projects: 1, suites: 1300 });
    const find = async (query: object) =>
      (await owner.call(suites.pageSuites, { query: { search: 'suite', ...query } })).body
        .pagination;
    expect(await find({})).toMatchObject({ total: 200, isLowerBound: true });
    expect(await find({ page: 11, pageSize: 100 })).toMatchObject({
      total: 1200,
      isLowerBound: true,
    });
    expect(await find({ page: 12, pageSize: 100 })).toEqual({
      page: 12,
      pageSize: 100,
      total: 1300,
    });
    expect(await find({ page: 13, pageSize: 100 })).toEqual({
      page: 13,
      pageSize: 100,
      total: 1300,
    });
    expect(await find({ search: ' 1299' })).toEqual({ page: 1, pageSize: 12, total: 1 });
  });

  it('[S-245] sorts by name, platform and change, in both directions', async () => {
    const projectId = await createProject(ada);
    const oldest = await createSuite(ada, { name: 'B', projectId });
    await createSuite(ada, { name: 'C', projectId, platform: 'phone', source: '' });
    await createSuite(ada, { name: 'a', projectId });
    await ada.call(suites.renameSuite, { params: { suiteId: oldest.id }, body: { name: 'B' } });
    const order = async (sortField: 'name' | 'platform' | 'lastModified') => {
      const names: string[] = [];
      for (const sortDirection of ['asc', 'desc'] as const) {
        const query = { projectId, sortField, sortDirection };
        const { body } = await ada.call(suites.pageSuites, { query });
        names.push(body.items.map(({ name }) => name).join(''));
      }
      return names;
    };
    expect(await order('name')).toEqual(['aBC', 'CBa']);
    expect(await order('platform')).toEqual(['CaB', 'BaC']);
    expect(await order('lastModified')).toEqual(['CaB', 'BaC']);
  });

  it.each([
    { page: -1 },
    { pageSize: 1_000_000_000 },
    { sortField: 'source' },
    { sortField: 'name; drop table suites' },
    { sortDirection: 'up' },
    { search: 'x'.repeat(201) },
    { projectId: 'no id' },
  ])('refuses the query %j', async (query) => {
    const answer = await ada.call(suites.pageSuites, { query: query as never });
    expect(answer.status).toBe(400);
    expect(answer.error?.problems?.[0]?.path).toBe(Object.keys(query)[0]);
  });

  it('is closed to others', async () => {
    const suite = await createSuite(ada);
    await expectClosed(suites.pageSuites, { query: { projectId: suite.projectId } }, suite);
  });
});

describe('GET testsuites/{id}', () => {
  it('[S-244, S-150] gives a suite with its text', async () => {
    const projectId = await createProject(ada);
    const suite = await createSuite(ada, { name: 'Read me', source: twoTests, projectId });
    const answer = await ada.call(suites.getSuite, { params: { suiteId: suite.id } });
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      id: suite.id,
      projectId,
      lastModified: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      name: 'Read me',
      description: '',
      platform: 'webchat',
      testCount: 2,
      isMonitoring: false,
      monitoringConfig: null,
      source: twoTests,
      version: 1,
    });
  });

  it.each([
    ['an unknown one', 'nowhere'],
    ['an encoded zero byte', '\u0000'],
    ['the way up', '../..'],
    ['10 kB', 'x'.repeat(10_000)],
    ['an emoji', '🙂'],
  ])('does not find an id that is %s', async (_, suiteId) => {
    const answer = await ada.call(suites.getSuite, { params: { suiteId } });
    expect(answer.status).toBe(404);
  });

  it('is closed to others, in the same words as for an unknown id', async () => {
    const suite = await createSuite(ada);
    await expectClosed(suites.getSuite, { params: { suiteId: suite.id } }, suite);
    const foreign = await stranger.call(suites.getSuite, { params: { suiteId: suite.id } });
    const unknown = await stranger.call(suites.getSuite, { params: { suiteId: 'unknown' } });
    expect(foreign.text).toBe(unknown.text);
  });
});

describe('POST testsuites', () => {
  it('[S-251] stores a suite and counts it in its project', async () => {
    const projectId = await createProject(ada);
    const answer = await ada.call(suites.createSuite, {
      body: {
        name: 'Welcome',
        description: 'First',
        projectId,
        platform: 'webchat',
        source: twoTests,
      },
    });
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({ name: 'Welcome', description: 'First', testCount: 2 });
    expect(await readSuite(ada, answer.body.id)).toEqual(answer.body);
    expect(await suiteCount(ada, projectId)).toBe(1);
  });

  it('starts with one test in the language of its platform', async () => {
    const chat = await createSuite(ada, { platform: 'webchat' });
    expect(chat).toMatchObject({ platform: 'webchat', testCount: 1 });
    expect(chat.source).toContain('When are you open?');
    const call = await createSuite(ada, { platform: 'phone' });
    expect(call).toMatchObject({ platform: 'phone', testCount: 1 });
    expect(call.source).toContain('$DIAL');
  });

  it('believes the text where it names the platform', async () => {
    const suite = await createSuite(ada, { platform: 'phone', source: greeting });
    expect(suite.platform).toBe('webchat');
  });

  it.each([
    ['10,000 tags', `- test: A\n- tags: [${'a, '.repeat(10_000)}a]\n- hi\n`],
    ['100,000 steps', `- test: A\n${'- hi: yo\n'.repeat(100_000)}`],
  ])('refuses a text with %s', async (_, source) => {
    const projectId = await createProject(ada);
    const answer = await ada.call(suites.createSuite, {
      body: { name: 'Endless', projectId, platform: 'webchat', source },
    });
    expect(answer.status).toBe(422);
    expect(answer.error?.code).toBe('suite_invalid');
    expect(await suiteCount(ada, projectId)).toBe(0);
  });

  it('refuses a text with errors, says where they are and stores nothing', async () => {
    const projectId = await createProject(ada);
    const answer = await ada.call(suites.createSuite, {
      body: { name: 'Broken', projectId, platform: 'webchat', source: broken },
    });
    expect(answer.status).toBe(422);
    expect(answer.error).toMatchObject({
      code: 'suite_invalid',
      problems: [{ path: 'source', line: 8, column: 1 }],
    });
    expect(answer.error?.problems?.[0]?.hint).toBeTruthy();
    expect(await suiteCount(ada, projectId)).toBe(0);
  });

  it('answers a repeated request with its first answer', async () => {
    const projectId = await createProject(ada);
    const body = { name: 'Once', projectId, platform: 'webchat' as const };
    const call = { body, headers: { 'idempotency-key': 'suite-once' } };
    const [first, second] = [
      await ada.call(suites.createSuite, call),
      await ada.call(suites.createSuite, call),
    ];
    expect(second.body).toEqual(first.body);
    expect(await suiteCount(ada, projectId)).toBe(1);
  });

  it.each([
    ['no name', { name: ' ' }],
    ['a name of 1 MB', { name: 'x'.repeat(1_000_000) }],
    ['an unknown platform', { platform: 'alexa' }],
    ['a text of more than 1 MiB', { source: 'x'.repeat(1_048_577) }],
    ['a text with a zero byte', { source: 'a\u0000' }],
    ['a name that is no text', { name: ['a', 'b'] }],
  ])('refuses %s', async (_, wrong) => {
    const projectId = await createProject(ada);
    const body = { name: 'Suite', projectId, platform: 'webchat', ...wrong } as never;
    const answer = await ada.call(suites.createSuite, { body });
    expect(answer.status).toBe(400);
    expect(await suiteCount(ada, projectId)).toBe(0);
  });

  it('ignores what only the server decides', async () => {
    const projectId = await createProject(ada);
    const body = {
      ...{ name: 'Plain', projectId, platform: 'webchat' as const },
      ...{ id: 'mine', version: 9, testCount: 99, isMonitoring: true, organizationId: 'other' },
    };
    const { body: suite } = await ada.call(suites.createSuite, { body });
    expect(suite).toMatchObject({ version: 1, testCount: 1, isMonitoring: false });
    expect(suite.id).not.toBe('mine');
  });

  it('is closed to others, and to projects of others', async () => {
    const suite = await createSuite(ada);
    const { projectId } = suite;
    const body = { name: 'Intruder', projectId, platform: 'webchat' as const };
    await expectClosed(suites.createSuite, { body }, suite);
    expect(await suiteCount(ada, projectId)).toBe(1);
  });
});

describe('PUT testsuites/{id}', () => {
  it('[S-253] changes the given fields and raises the version', async () => {
    const before = await createSuite(ada, { source: greeting });
    const params = { suiteId: before.id };
    const answer = await ada.call(suites.updateSuite, {
      params,
      body: { name: 'New', source: twoTests, version: 1 },
    });
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ name: 'New', testCount: 2, version: 2, description: '' });
    expect(answer.body.lastModified > before.lastModified).toBe(true);
    const whole = {
      name: 'Whole',
      description: 'All of it',
      source: greeting,
      monitoringConfig: { everyMinutes: 15 as const },
    };
    await ada.call(suites.updateSuite, { params, body: whole });
    expect(await readSuite(ada, before.id)).toMatchObject({ ...whole, testCount: 1, version: 3 });
  });

  it('[S-254] changes name and description and keeps the monitoring configuration', async () => {
    const { id: suiteId } = await createSuite(ada);
    const monitoringConfig = { everyMinutes: 5, notify: ['ops@acme.test'] } as const;
    await ada.call(suites.updateSuite, { params: { suiteId }, body: { monitoringConfig } });
    const answer = await ada.call(suites.updateSuite, {
      params: { suiteId },
      body: { name: 'Basic', description: 'Info', monitoringConfig },
    });
    expect(answer.body).toMatchObject({ name: 'Basic', description: 'Info', monitoringConfig });
    const without = await ada.call(suites.updateSuite, {
      params: { suiteId },
      body: { name: 'X' },
    });
    expect(without.body.monitoringConfig).toEqual(monitoringConfig);
  });

  it('refuses a change that started from an older version, and keeps the newer', async () => {
    const { id: suiteId } = await createSuite(ada, { source: greeting });
    const params = { suiteId };
    await ada.call(suites.updateSuite, { params, body: { source: twoTests, version: 1 } });
    const late = await ada.call(suites.updateSuite, {
      params,
      body: { source: greeting, version: 1 },
    });
    expect(late.status).toBe(409);
    expect(late.error).toMatchObject({
      code: 'conflict',
      hint: 'Reload it and repeat your change.',
    });
    expect(late.error?.message).toContain('you started from version 1, it is now at 2');
    expect((await readSuite(ada, suiteId)).source).toBe(twoTests);
  });

  it('accepts one of many changes that start from the same version', async () => {
    const { id: suiteId } = await createSuite(ada);
    const tries = Array.from({ length: 10 }, (_, number) =>
      ada.call(suites.updateSuite, {
        params: { suiteId },
        body: { description: `Try ${number}`, version: 1 },
      }),
    );
    const statuses = (await Promise.all(tries)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect((await readSuite(ada, suiteId)).version).toBe(2);
  });

  it('refuses a text with errors and changes nothing, not even valid fields', async () => {
    const suite = await createSuite(ada, { source: greeting });
    const answer = await ada.call(suites.updateSuite, {
      params: { suiteId: suite.id },
      body: { name: 'Half written', source: broken },
    });
    expect(answer.status).toBe(422);
    expect(await readSuite(ada, suite.id)).toEqual(suite);
  });

  it('moves the suite between the platforms’ numbers when its text does', async () => {
    const member = (await createTenant(app)).owner;
    const suite = await createSuite(member, { source: greeting });
    const source = greeting.replace('webchat', 'phone');
    await member.call(suites.updateSuite, { params: { suiteId: suite.id }, body: { source } });
    for (const [platform, total] of [
      ['phone', 1],
      ['webchat', 0],
      ['all', 1],
    ] as const) {
      const { body } = await member.call(suites.pageSuites, { query: { platform } });
      expect([body.items.length, body.pagination.total]).toEqual([total, total]);
    }
  });

  it('cannot switch monitoring on, nor change the number of tests or the organization', async () => {
    const suite = await createSuite(ada);
    const body = {
      description: '',
      isMonitoring: true,
      testCount: 99,
      organizationId: 'x',
      id: 'y',
    };
    const answer = await ada.call(suites.updateSuite, { params: { suiteId: suite.id }, body });
    expect(answer.body).toMatchObject({ id: suite.id, isMonitoring: false, testCount: 1 });
    expect((await readSuite(ada, suite.id)).isMonitoring).toBe(false);
  });

  it.each([
    [
      'a monitoring configuration of more than 16 KiB',
      { monitoringConfig: { a: 'x'.repeat(17_000) } },
    ],
    ['a monitoring configuration that is a list', { monitoringConfig: ['a'] }],
    ['a version that is no number', { version: '1' }],
  ])('refuses %s', async (_, body) => {
    const suite = await createSuite(ada);
    const params = { suiteId: suite.id };
    const answer = await ada.call(suites.updateSuite, { params, body: body as never });
    expect(answer.status).toBe(400);
  });

  it('is closed to others', async () => {
    const suite = await createSuite(ada);
    const call = { params: { suiteId: suite.id }, body: { name: 'Hijacked' } };
    await expectClosed(suites.updateSuite, call, suite);
  });
});

describe('PATCH testsuites/{id}', () => {
  it('[S-250] renames a suite', async () => {
    const { id: suiteId } = await createSuite(ada);
    const answer = await ada.call(suites.renameSuite, {
      params: { suiteId },
      body: { name: ' New ' },
    });
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ name: 'New', version: 2 });
  });

  it('accepts only the name', async () => {
    const { id: suiteId } = await createSuite(ada);
    const body = { name: 'New', isMonitoring: true, source: broken };
    const answer = await ada.call(suites.renameSuite, { params: { suiteId }, body });
    expect(answer.body).toMatchObject({ name: 'New', isMonitoring: false, testCount: 1 });
  });

  it.each([
    ['empty', ''],
    ['invisible', '\u200f'],
    ['too long', 'x'.repeat(121)],
    ['of two columns', 'tab\there'],
  ])('refuses a name that is %s', async (_, name) => {
    const { id: suiteId } = await createSuite(ada);
    const answer = await ada.call(suites.renameSuite, { params: { suiteId }, body: { name } });
    expect(answer.status).toBe(400);
  });

  it('is closed to others', async () => {
    const suite = await createSuite(ada);
    const call = { params: { suiteId: suite.id }, body: { name: 'Hijacked' } };
    await expectClosed(suites.renameSuite, call, suite);
  });
});

describe('PUT testsuites/{id}/project', () => {
  it('[S-252] moves a suite and both numbers with it', async () => {
    const [from, to] = [await createProject(ada), await createProject(ada)];
    const { id: suiteId } = await createSuite(ada, { projectId: from });
    const answer = await ada.call(suites.moveSuite, {
      params: { suiteId },
      body: { projectId: to },
    });
    expect(answer.status).toBe(200);
    expect(answer.body.projectId).toBe(to);
    expect([await suiteCount(ada, from), await suiteCount(ada, to)]).toEqual([0, 1]);
  });

  it('keeps the numbers right when suites move to and fro at once', async () => {
    const [left, right] = [await createProject(ada), await createProject(ada)];
    const one = await createSuite(ada, { projectId: left });
    const other = await createSuite(ada, { projectId: right });
    for (let round = 0; round < 5; round += 1) {
      const [a, b] = round % 2 === 0 ? [right, left] : [left, right];
      const moves = await Promise.all([
        ada.call(suites.moveSuite, { params: { suiteId: one.id }, body: { projectId: a } }),
        ada.call(suites.moveSuite, { params: { suiteId: other.id }, body: { projectId: b } }),
      ]);
      expect(moves.map(({ status }) => status)).toEqual([200, 200]);
    }
    expect([await suiteCount(ada, left), await suiteCount(ada, right)]).toEqual([1, 1]);
  });

  it('does not find a project that is elsewhere or nowhere', async () => {
    const suite = await createSuite(ada);
    const foreign = await createProject(stranger);
    for (const projectId of [foreign, 'nowhere']) {
      const call = { params: { suiteId: suite.id }, body: { projectId } };
      expect((await ada.call(suites.moveSuite, call)).status).toBe(404);
    }
    expect(await readSuite(ada, suite.id)).toEqual(suite);
  });

  it('needs a project', async () => {
    const { id: suiteId } = await createSuite(ada);
    const answer = await ada.call(suites.moveSuite, { params: { suiteId }, body: {} as never });
    expect(answer.status).toBe(400);
  });

  it('is closed to others', async () => {
    const suite = await createSuite(ada);
    const projectId = await createProject(stranger);
    const call = { params: { suiteId: suite.id }, body: { projectId } };
    await expectClosed(suites.moveSuite, call, suite);
  });
});

describe('POST testsuites/{id}/clone', () => {
  it('[S-249] copies a suite to the same project under the next free name', async () => {
    const original = await createSuite(ada, { name: 'Orders', source: twoTests });
    const params = { suiteId: original.id };
    const more = { description: 'By night', monitoringConfig: { everyMinutes: 5 as const } };
    await ada.call(suites.updateSuite, { params, body: more });
    const first = await ada.call(suites.cloneSuite, { params });
    expect(first.status).toBe(201);
    expect(first.body).toMatchObject({
      ...more,
      name: 'Orders (2)',
      platform: 'webchat',
      source: twoTests,
      testCount: 2,
      version: 1,
      isMonitoring: false,
      projectId: original.projectId,
    });
    const second = await ada.call(suites.cloneSuite, { params: { suiteId: first.body.id } });
    expect(second.body.name).toBe('Orders (3)');
    expect(await suiteCount(ada, original.projectId)).toBe(3);
  });

  it('[S-249] copies into another project and keeps the name where it is free', async () => {
    const { id: suiteId } = await createSuite(ada, { name: 'Orders' });
    const projectId = await createProject(ada);
    const call = { params: { suiteId }, query: { projectId } };
    expect((await ada.call(suites.cloneSuite, call)).body).toMatchObject({
      name: 'Orders',
      projectId,
    });
    expect((await ada.call(suites.cloneSuite, call)).body.name).toBe('Orders (2)');
  });

  it('reads names as text, not as a pattern', async () => {
    const { id: suiteId, projectId } = await createSuite(ada, { name: '100 %_\\' });
    await createSuite(ada, { name: '100 x', projectId });
    const answer = await ada.call(suites.cloneSuite, { params: { suiteId } });
    expect(answer.body.name).toBe('100 %_\\ (2)');
  });

  it('does not find a project of others', async () => {
    const { id: suiteId } = await createSuite(ada);
    const projectId = await createProject(stranger);
    const answer = await ada.call(suites.cloneSuite, { params: { suiteId }, query: { projectId } });
    expect(answer.status).toBe(404);
    expect(await suiteCount(stranger, projectId)).toBe(0);
  });

  it('refuses an invalid id', async () => {
    const { id: suiteId } = await createSuite(ada);
    const call = { params: { suiteId }, query: { projectId: 'a\nb' } };
    expect((await ada.call(suites.cloneSuite, call)).status).toBe(400);
  });

  it('is closed to others', async () => {
    const suite = await createSuite(ada);
    await expectClosed(suites.cloneSuite, { params: { suiteId: suite.id } }, suite);
    expect(await suiteCount(ada, suite.projectId)).toBe(1);
  });
});

describe('PUT testsuites/{id}/monitoring', () => {
  it('[S-247, S-228] switches monitoring on and off', async () => {
    const { id: suiteId } = await createSuite(ada);
    for (const isMonitoring of [true, false]) {
      const answer = await ada.call(suites.setMonitoring, {
        params: { suiteId },
        body: { isMonitoring },
      });
      expect(answer.status).toBe(200);
      expect(answer.body.isMonitoring).toBe(isMonitoring);
      expect((await readSuite(ada, suiteId)).isMonitoring).toBe(isMonitoring);
    }
  });

  it.each([null, 'enterprise', 'Startup', 'startup-plus'])(
    '[S-228] is part of the plan %j',
    async (planId) => {
      const { owner } = await createTenant(app, { planId });
      const { id: suiteId } = await createSuite(owner);
      const call = { params: { suiteId }, body: { isMonitoring: true } };
      expect((await owner.call(suites.setMonitoring, call)).body.isMonitoring).toBe(true);
    },
  );

  it('[S-228] is not part of the plan "startup", which may only switch it off', async () => {
    const member = (await createTenant(app, { planId: 'startup' })).owner;
    const { id: suiteId } = await createSuite(member);
    const params = { suiteId };
    const on = await member.call(suites.setMonitoring, { params, body: { isMonitoring: true } });
    expect(on.status).toBe(403);
    expect(on.error).toMatchObject({
      code: 'not_allowed',
      message: 'Monitoring is not part of the Startup plan.',
    });
    expect((await readSuite(member, suiteId)).isMonitoring).toBe(false);
    const off = await member.call(suites.setMonitoring, { params, body: { isMonitoring: false } });
    expect(off.status).toBe(200);
  });

  it('[S-150] shows in a suite with its schedule, its description and when it changed', async () => {
    const projectId = await createProject(ada);
    const body = { name: 'Hotline', description: 'Opening hours', platform: 'phone' as const };
    const created = await ada.call(suites.createSuite, { body: { ...body, projectId } });
    const params = { suiteId: created.body.id };
    const monitored = { isMonitoring: true, monitoringConfig: { everyMinutes: 15 as const } };
    await ada.call(suites.setMonitoring, { params, body: monitored });
    const renamed = await ada.call(suites.renameSuite, { params, body: { name: 'Line' } });
    expect(renamed.status, renamed.text).toBe(200);
    const read = await ada.call(suites.getSuite, { params });
    expect(read.body).toMatchObject({ ...body, name: 'Line', projectId, ...monitored });
    expect(Date.parse(read.body.lastModified)).toBeGreaterThan(
      Date.parse(created.body.lastModified),
    );
    const { source: _, ...summary } = read.body;
    const list = await ada.call(suites.pageSuites, { query: { projectId } });
    expect(list.body.items).toEqual([summary]);
  });

  it('sets the schedule with it, and without one keeps what there was', async () => {
    const { id: suiteId } = await createSuite(ada);
    const params = { suiteId };
    const monitoringConfig = { everyMinutes: 15 as const, retries: 2 };
    const on = { isMonitoring: true, monitoringConfig };
    expect((await ada.call(suites.setMonitoring, { params, body: on })).body).toMatchObject(on);
    const off = { isMonitoring: false };
    const { body } = await ada.call(suites.setMonitoring, { params, body: off });
    expect(body).toMatchObject({ ...off, monitoringConfig });
  });

  it.each([
    [{ cron: '0 9 * * 8' }, 422, 'schedule_invalid', 'cron'],
    [{ cron: '0 9 * * 1', timeZone: 'Mars/Olympus' }, 422, 'schedule_invalid', 'timeZone'],
    [{ calendarIds: Array(11).fill('x') }, 400, 'invalid_request', 'monitoringConfig.calendarIds'],
    [{ repeat: { maxTries: 5 } }, 422, 'schedule_invalid', 'repeat'],
    [{ repeat: { passRate: 2 } }, 400, 'invalid_request', 'monitoringConfig.repeat.passRate'],
    [{ everyMinutes: 7 }, 400, 'invalid_request', 'monitoringConfig.everyMinutes'],
  ])(
    'switches nothing on with the schedule %j, and names the field',
    async (config, status, code, path) => {
      const { owner } = await createTenant(app, {
        planId: 'enterprise',
        subscriptionStatus: 'enabled',
      });
      const { id: suiteId } = await createSuite(owner);
      const body = { isMonitoring: true, monitoringConfig: config as never };
      const answer = await owner.call(suites.setMonitoring, { params: { suiteId }, body });
      expect(answer.status, answer.text).toBe(status);
      expect(answer.error).toMatchObject({ code, problems: [{ path }] });
      expect(await readSuite(owner, suiteId)).toMatchObject({
        isMonitoring: false,
        monitoringConfig: null,
        version: 1,
      });
    },
  );

  it('accepts no calendar of another organization, and no unknown one', async () => {
    const stranger = (await createTenant(app, { name: 'Other' })).owner;
    const body = { name: 'Nights', timeZone: 'UTC', windows: [], holidays: [] };
    const { id: foreign } = (await stranger.call(monitoring.createCalendar, { body })).body;
    const { id: own } = (await ada.call(monitoring.createCalendar, { body })).body;
    const { id: suiteId } = await createSuite(ada);
    const params = { suiteId };
    const withCalendars = (calendarIds: string[]) => ({ everyMinutes: 60 as const, calendarIds });
    const set = (calendarIds: string[]) => {
      const monitoringConfig = withCalendars(calendarIds);
      return ada.call(suites.setMonitoring, {
        params,
        body: { isMonitoring: true, monitoringConfig },
      });
    };
    for (const calendarId of [foreign, 'nowhere']) {
      const switched = await set([own, calendarId]);
      expect([switched.status, switched.error?.code]).toEqual([404, 'not_found']);
      const change = { monitoringConfig: withCalendars([calendarId]) };
      expect((await ada.call(suites.updateSuite, { params, body: change })).status).toBe(404);
    }
    expect(await readSuite(ada, suiteId)).toMatchObject({ monitoringConfig: null });
    expect((await set([own])).status).toBe(200);
    // The stored calendars are accepted even after one was deleted.
    await ada.call(monitoring.deleteCalendar, { params: { calendarId: own } });
    expect((await set([own])).status).toBe(200);
  });

  it('stores no schedule where monitoring cannot be switched on', async () => {
    const { owner } = await createTenant(app, { planId: 'startup' });
    const { id: suiteId } = await createSuite(owner);
    const body = { isMonitoring: true, monitoringConfig: { everyMinutes: 5 as const } };
    const answer = await owner.call(suites.setMonitoring, { params: { suiteId }, body });
    expect(answer.status).toBe(403);
    expect(await readSuite(owner, suiteId)).toMatchObject({ monitoringConfig: null });
  });

  it('[S-228] keeps a suite enabled after the plan changed, so that its schedule can be', async () => {
    const { owner, organizationId } = await createTenant(app);
    const { id: suiteId } = await createSuite(owner);
    const params = { suiteId };
    await owner.call(suites.setMonitoring, { params, body: { isMonitoring: true } });
    await app.platform.db
      .update(organizations)
      .set({ planId: 'startup' })
      .where(eq(organizations.id, organizationId));
    const body = { isMonitoring: true, monitoringConfig: { everyMinutes: 1440 as const } };
    const answer = await owner.call(suites.setMonitoring, { params, body });
    expect(answer.body).toMatchObject(body);
  });

  it('records in the audit log what changed, and nothing else', async () => {
    const { owner } = await createTenant(app);
    const { id: suiteId } = await createSuite(owner);
    const save = (everyMinutes: 5 | 15, isMonitoring: boolean) =>
      owner.call(suites.setMonitoring, {
        params: { suiteId },
        body: { isMonitoring, monitoringConfig: { everyMinutes } },
      });
    await save(5, true);
    await save(15, true);
    await save(15, true);
    await save(15, false);
    const { body } = await owner.call(audit.listAudit, {});
    expect(body.items.map(({ action }) => action).toReversed()).toEqual([
      'monitoring.on',
      'monitoring.scheduled',
      'monitoring.scheduled',
      'monitoring.off',
    ]);
  });

  it('needs a yes or no', async () => {
    const { id: suiteId } = await createSuite(ada);
    const body = { isMonitoring: 'yes' } as never;
    expect((await ada.call(suites.setMonitoring, { params: { suiteId }, body })).status).toBe(400);
  });

  it('is closed to others', async () => {
    const suite = await createSuite(ada);
    const call = { params: { suiteId: suite.id }, body: { isMonitoring: true } };
    await expectClosed(suites.setMonitoring, call, suite);
  });
});

describe('DELETE testsuites/{id}', () => {
  it('[S-248] deletes a suite and its number in the project', async () => {
    const { id: suiteId, projectId } = await createSuite(ada);
    expect((await ada.call(suites.deleteSuite, { params: { suiteId } })).status).toBe(204);
    expect((await ada.call(suites.getSuite, { params: { suiteId } })).status).toBe(404);
    expect((await ada.call(suites.deleteSuite, { params: { suiteId } })).status).toBe(404);
    expect(await suiteCount(ada, projectId)).toBe(0);
  });

  it('leaves its runs in the history, with its name', async () => {
    const channel = '  channel: { kind: http, url: http://127.0.0.1:9/message }\n';
    const source = greeting.replace('  platform: webchat\n', `$&${channel}`);
    const { id: suiteId } = await createSuite(ada, { name: 'Remembered', source });
    const started = await ada.call(runs.startRun, { params: { suiteId }, body: {} });
    expect(started.status, started.text).toBe(202);
    await ada.call(suites.deleteSuite, { params: { suiteId } });
    const { body: run } = await ada.call(runs.getRun, { params: { runId: started.body.id } });
    expect(run).toMatchObject({ suiteId: null, suiteName: 'Remembered' });
  });

  it('is closed to others', async () => {
    const suite = await createSuite(ada);
    await expectClosed(suites.deleteSuite, { params: { suiteId: suite.id } }, suite);
  });
});

describe('the texts of all suites of an organization', () => {
  it("together stay within the operator's limit, however they arrive, and can be made smaller", async () => {
    const small = await startTestApp({
      hasWorker: false,
      settings: { PARLEY_SUITE_MEGABYTES: '1' },
    });
    try {
      const { owner } = await createTenant(small);
      const sized = (length: number) => `${greeting}# ${'x'.repeat(length)}\n`;
      const projectId = await createProject(owner);
      const first = await createSuite(owner, { projectId, source: sized(600_000) });
      const body = { name: 'Suite', platform: 'webchat' as const, projectId };
      const source = sized(500_000);
      const params = { suiteId: first.id };
      const content = Buffer.from(source).toString('base64');
      const refused = [
        await owner.call(suites.createSuite, { body: { ...body, source } }),
        await owner.call(suites.cloneSuite, { params }),
        await owner.call(suites.updateSuite, { params, body: { source: sized(1_000_000) } }),
        await owner.call(suites.importSuite, {
          body: { projectId, fileName: 'a.test.yml', content },
        }),
      ];
      expect(refused.map(({ error }) => error?.code)).toEqual(Array(4).fill('limit_reached'));
      expect(refused[0]?.error?.message).toBe(
        'The test suites of an organization can have at most 1 MB together.',
      );
      // Of several concurrent requests, as many succeed as there is room for.
      const half = sized(150_000);
      const many = await Promise.all(
        Array.from({ length: 6 }, () =>
          owner.call(suites.createSuite, { body: { ...body, source: half } }),
        ),
      );
      expect(many.map(({ status }) => status).toSorted()).toEqual([201, 201, 409, 409, 409, 409]);
      await owner.call(suites.deleteSuite, { params });
      expect((await owner.call(suites.createSuite, { body: { ...body, source } })).status).toBe(
        201,
      );
      const stranger = (await createTenant(small)).owner;
      await createSuite(stranger, { source: sized(900_000) });
    } finally {
      await small.close();
    }
  });

  it('may be more than that where the limit came later: they can still be made smaller', async () => {
    const suite = await createSuite(ada, { source: `${greeting}# ${'x'.repeat(2000)}\n` });
    const scope = await scopeOf(app, ada);
    const change = (length: number) =>
      changeSuite(scope, suite.id, {
        source: `${greeting}# ${'x'.repeat(length)}\n`,
        bytesMax: 100,
      });
    expect((await change(1000)).version).toBe(suite.version + 1);
    await expect(change(1001)).rejects.toThrow('can have at most');
  });
});
