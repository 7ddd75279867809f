import {
  apiKeys,
  publicApi as endpoints,
  overview,
  projects,
  type SuiteStanding,
  suites as suitesContract,
} from '@parley/contract';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { suites } from '../../db/schema/index.ts';
import { createTenant, type Tenant } from '../../test/tenant.ts';
import { startTestApp, type TestApp } from '../../test/test-app.ts';
import { nameTests } from '../suites/name-tests.ts';

let app: TestApp;
let acme: Tenant;
let projectId: string;

beforeAll(async () => {
  app = await startTestApp({ hasWorker: false });
  acme = await createTenant(app);
  projectId = (await acme.owner.call(projects.createProject, { body: { name: 'Bank' } })).body.id;
});
afterAll(() => app.close());

async function create(name: string, source: string): Promise<string> {
  const body = { name, projectId, platform: 'webchat' as const, source };
  const answer = await acme.owner.call(suitesContract.createSuite, { body });
  expect(answer.status, answer.text).toBe(201);
  return answer.body.id;
}

async function write(suiteId: string, source: string): Promise<void> {
  const params = { suiteId };
  const { version } = (await acme.owner.call(suitesContract.getSuite, { params })).body;
  const body = { source, version };
  const { status, text } = await acme.owner.call(suitesContract.updateSuite, { params, body });
  expect(status, text).toBe(200);
}

async function standings(
  query: { tag?: string; state?: 'unknown' | 'failed' } = {},
  tenant = acme,
): Promise<{ items: SuiteStanding[]; tags: string[]; total: number }> {
  const answer = await tenant.owner.call(overview.listSuiteStandings, { query });
  expect(answer.status, answer.text).toBe(200);
  return answer.body;
}

const tagged = async (tag: string) =>
  (await standings({ tag })).items.map(({ suiteName }) => suiteName);

describe('suites by tag', () => {
  it('are those with a test that has the tag, as written, by itself or from the head of the suite', async () => {
    await create('Head', 'configuration:\n  tags: smoke, with space\n---\n- test: a\n- hi: "*"\n');
    await create('Own', '- test: a\n- tags: smoke\n- hi: "*"\n---\n- test: b\n- hi: "*"\n');
    await create('Skipped', '- test.skip: a\n- tags: [nightly, "a, b"]\n- hi: "*"\n');
    await create('Empty', 'configuration:\n  tags: smoke, unused\n');
    await create('Case', '- test: a\n- tags: Smoke\n- hi: "*"\n');
    await create('Part', '- test: a\n- tags: smokey\n- hi: "*"\n');
    await create('None', '- test: smoke\n- hi: smoke\n');
    expect(await tagged('smoke')).toEqual(['Head', 'Own']);
    expect(await tagged('with space')).toEqual(['Head']);
    expect(await tagged('a, b')).toEqual(['Skipped']);
    expect(await tagged('unused')).toEqual([]);
    expect(await tagged('nothing')).toEqual([]);
    expect((await standings({ tag: 'smoke', state: 'unknown' })).total).toBe(2);
    expect((await standings({ tag: 'smoke', state: 'failed' })).total).toBe(0);
  });

  it('come with all tags of the organization, whatever the filter', async () => {
    const all = ['a, b', 'nightly', 'smoke', 'Smoke', 'smokey', 'with space'];
    expect((await standings()).tags).toEqual(all);
    expect((await standings({ tag: 'nothing' })).tags).toEqual(all);
    const other = await createTenant(app, { name: 'Other' });
    expect(await standings({ tag: 'smoke' }, other)).toEqual({ items: [], total: 0, tags: [] });
  });

  it('follow changes of the text, and copies keep them', async () => {
    const id = await create('Changing', '- test: a\n- tags: early\n- hi: "*"\n');
    const params = { suiteId: id };
    await acme.owner.call(suitesContract.renameSuite, { params, body: { name: 'Changed' } });
    expect(await tagged('early')).toEqual(['Changed']);
    await acme.owner.call(suitesContract.cloneSuite, { params, query: {} });
    await write(id, '- test: a\n- tags: late\n- hi: "*"\n');
    expect(await tagged('late')).toEqual(['Changed']);
    expect(await tagged('early')).toHaveLength(1);
    expect(await tagged('early')).not.toContain('Changed');
  });

  it('are found after an upgrade, also if an earlier release goes on writing', async () => {
    const { db } = app.platform;
    const before = await create('Before', '- test: a\n- tags: ancient\n- hi: "*"\n');
    const meanwhile = await create('Meanwhile', '- test: a\n- tags: gone\n- hi: "*"\n');
    await db.update(suites).set({ testTags: [], testTagsVersion: 0 }).where(eq(suites.id, before));
    const source = '- test: a\n- tags: ancient\n- hi: "*"\n';
    await db
      .update(suites)
      .set({ source, version: sql`version + 1`, testNamesVersion: sql`version + 1` })
      .where(eq(suites.id, meanwhile));
    expect(await tagged('ancient')).toEqual([]);
    await nameTests(app.platform, AbortSignal.timeout(10_000));
    expect(await tagged('ancient')).toEqual(['Before', 'Meanwhile']);
    expect(await tagged('gone')).toEqual([]);
  });

  it('are listed by the public API, page by page', async () => {
    const { body } = await acme.owner.call(apiKeys.createApiKey, { body: { name: 'CI' } });
    const token = body.key;
    const first = await app.call(endpoints.readSuites, {
      token,
      query: { tag: 'smoke', limit: 1 },
    });
    expect(first.body.items).toMatchObject([{ name: 'Head', tags: ['smoke', 'with space'] }]);
    const cursor = first.body.nextCursor ?? '';
    const second = await app.call(endpoints.readSuites, { token, query: { tag: 'smoke', cursor } });
    expect(second.body).toMatchObject({ items: [{ name: 'Own' }], nextCursor: null });
    const query = { tag: 'smoke', search: 'hea', limit: 5 };
    const both = await app.call(endpoints.readSuites, { token, query });
    expect(both.body.items.map(({ name }) => name)).toEqual(['Head']);
  });
});
