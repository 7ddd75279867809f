import { search, suites as suitesContract } from '@parley/contract';
import type { WireCounts } from '@parley/suite';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { projects, runs, suites, users } from '../../db/schema/index.ts';
import { seedLargeOrganization } from '../../db/seed/seed-large-organization.ts';
import { newId } from '../../platform/security/ids.ts';
import { createTenant, scopeOf, type Tenant } from '../../test/tenant.ts';
import { startTestApp, type TestApp } from '../../test/test-app.ts';
import { nameTests } from '../suites/name-tests.ts';

let app: TestApp;
let acme: Tenant;
let other: Tenant;

beforeAll(async () => {
  app = await startTestApp();
  acme = await createTenant(app);
  other = await createTenant(app, { name: 'Other' });
});
afterAll(() => app.close());

async function addProject({ organizationId }: Tenant, name: string): Promise<string> {
  const id = newId();
  await app.platform.db.insert(projects).values({ id, organizationId, name });
  return id;
}

interface AddedSuite {
  projectId: string;
  name: string;
  isMonitoring?: boolean;
  testNames?: string;
}

async function addSuite({ organizationId }: Tenant, suite: AddedSuite): Promise<string> {
  const id = newId();
  await app.platform.db.insert(suites).values({
    id,
    organizationId,
    description: '',
    platform: 'webchat',
    source: '',
    testCount: 0,
    ...suite,
  });
  return id;
}

async function addRun(
  { organizationId }: Tenant,
  run: {
    suiteName: string;
    number?: number;
    label?: string;
    createdAt?: Date;
    status?: 'failed';
    counts?: WireCounts;
  },
): Promise<string> {
  const id = newId();
  await app.platform.db.insert(runs).values({
    id,
    organizationId,
    projectName: 'Bank',
    platform: 'webchat',
    source: '',
    trigger: 'manual',
    status: 'passed',
    isComplete: true,
    counts: {} as never,
    ...run,
  });
  return id;
}

const find = async (text: string, tenant = acme) => {
  const { status, body } = await tenant.owner.call(search.searchNames, { query: { search: text } });
  expect(status).toBe(200);
  return body;
};

const suiteNames = async (text: string) => (await find(text)).suites.map(({ name }) => name);

describe('searching names', () => {
  let projectId: string;

  beforeAll(async () => {
    projectId = await addProject(acme, 'Bank hotline');
    for (const name of [
      'Delivery',
      'Late delivery',
      'Redelivery',
      'Delivery of parcels',
      'Überweisung Zürich',
      'Straße',
      'Проверка адреса',
      'Discount 100 %',
      'Discount 1000',
      'snake_case',
      'snakeXcase',
      'back\\slash',
    ])
      await addSuite(acme, { projectId, name });
  });

  it('lists names that begin with the text, then words that do, then the rest', async () => {
    expect(await suiteNames('DELIVERY')).toEqual([
      'Delivery',
      'Delivery of parcels',
      'Late delivery',
      'Redelivery',
    ]);
  });

  it('ignores case and accents, in the name and in the text', async () => {
    expect(await suiteNames('uberweisung')).toEqual(['Überweisung Zürich']);
    expect(await suiteNames('ZÜRICH')).toEqual(['Überweisung Zürich']);
    expect(await suiteNames('Délivery of')).toEqual(['Delivery of parcels']);
    expect(await suiteNames('АДРЕС')).toEqual(['Проверка адреса']);
    expect(await suiteNames('straß')).toEqual(['Straße']);
  });

  it('finds words in any order, and only names that hold all of them', async () => {
    expect(await suiteNames(' parcels  deliv ')).toEqual(['Delivery of parcels']);
    expect(await suiteNames('parcels late')).toEqual([]);
  });

  it.each([
    ['%', ['Discount 100 %']],
    ['_', ['snake_case']],
    ['\\', ['back\\slash']],
    ['100%', []],
    ["' or true --", []],
  ])('takes %s for a text and not for a pattern', async (text, found) => {
    expect(await suiteNames(text)).toEqual(found);
  });

  it('finds nothing for blanks alone', async () => {
    const nothing = { projects: [], suites: [], tests: [], monitors: [], members: [], runs: [] };
    expect(await find('  ')).toEqual(nothing);
  });

  it('finds projects, monitors, members and runs, each with what tells them apart', async () => {
    const suiteId = await addSuite(acme, { projectId, name: 'Kiosk opening', isMonitoring: true });
    const kiosk = await addProject(acme, 'Kiosk');
    const ken = await acme.add('member');
    const [user] = await app.platform.db
      .update(users)
      .set({ name: 'Ken Kioskman' })
      .where(eq(users.id, ken.userId))
      .returning();
    const old = await addRun(acme, {
      suiteName: 'Kiosk opening',
      number: 12,
      createdAt: new Date('2026-01-01T10:00:00.000Z'),
    });
    const labelled = await addRun(acme, {
      suiteName: 'Ordering',
      label: 'kiosk-2.1',
      createdAt: new Date('2026-01-02T10:00:00.000Z'),
    });
    const run = { environment: null, status: 'passed' };
    const suite = { id: suiteId, name: 'Kiosk opening', projectName: 'Bank hotline' };
    expect(await find('kiosk')).toEqual({
      projects: [{ id: kiosk, name: 'Kiosk' }],
      suites: [suite],
      tests: [],
      monitors: [suite],
      members: [{ id: ken.userId, name: 'Ken Kioskman', email: user?.email }],
      runs: [
        {
          ...run,
          id: labelled,
          suiteName: 'Ordering',
          number: null,
          label: 'kiosk-2.1',
          at: '2026-01-02T10:00:00.000Z',
        },
        {
          ...run,
          id: old,
          suiteName: 'Kiosk opening',
          number: 12,
          label: null,
          at: '2026-01-01T10:00:00.000Z',
        },
      ],
    });
    expect((await find('kiosk #12')).runs).toMatchObject([{ id: old, number: 12 }]);
  });

  it.each([
    ['failed', 1],
    ['undecided', 0],
  ])('shows a run as %s if %d of its tests failed', async (shown, failed) => {
    const suiteName = `Refunds ${shown}`;
    const counts = { total: 3, passed: 1, failed, error: 0, skipped: 0, unsure: 2 - failed };
    await addRun(acme, { suiteName, status: 'failed', counts: counts as WireCounts });
    expect((await find(suiteName)).runs).toMatchObject([{ suiteName, status: shown }]);
  });

  it('never finds what another organization has, nor its members', async () => {
    const theirs = await addProject(other, 'Zebra project');
    await addSuite(other, {
      projectId: theirs,
      name: 'Zebra suite',
      isMonitoring: true,
      testNames: 'Zebra test',
    });
    await addRun(other, { suiteName: 'Zebra suite', label: 'zebra' });
    await app.platform.db
      .update(users)
      .set({ name: 'Zebra Person' })
      .where(eq(users.id, other.owner.userId));
    const nothing = { projects: [], suites: [], tests: [], monitors: [], members: [], runs: [] };
    expect(await find('zebra')).toEqual(nothing);
    const own = Object.values(await find('zebra', other)).map((found) => found.length);
    expect(own).toEqual([1, 1, 1, 1, 1, 1]);
    const { status } = await acme.owner.call(search.searchNames, {
      params: { userId: acme.owner.userId, orgId: other.organizationId },
      query: { search: 'zebra' },
    });
    expect(status).toBe(404);
  });

  it('answers 400 without a text, and 401 without a session', async () => {
    const missing = await acme.owner.call(search.searchNames, { query: {} as never });
    expect(missing.status).toBe(400);
    const stranger = await acme.owner.call(search.searchNames, {
      token: '',
      query: { search: 'a' },
    });
    expect(stranger.status).toBe(401);
  });

  describe('of tests', () => {
    const sourceOf = (...names: string[]) =>
      names.map((name) => `---\n- test: ${JSON.stringify(name)}\n- hello: welcome\n`).join('');
    const tests = async (text: string) =>
      (await find(text)).tests.map(({ name, place, suiteName }) => [name, place, suiteName]);

    async function create(name: string, source: string): Promise<string> {
      const body = { name, projectId, platform: 'webchat', source } as const;
      const created = await acme.owner.call(suitesContract.createSuite, { body });
      expect(created.status).toBe(201);
      return created.body.id;
    }

    it('leads to each by its place, the best name first', async () => {
      await create('Cards', sourceOf('Lost card', 'Card is lost abroad', 'PIN forgotten'));
      expect(await tests('card lost')).toEqual([
        ['Lost card', 1, 'Cards'],
        ['Card is lost abroad', 2, 'Cards'],
      ]);
      expect(await tests('pin')).toEqual([['PIN forgotten', 3, 'Cards']]);
    });

    it('needs all words in one name, not in those of two tests', async () => {
      await create('Two', sourceOf('Quince pie', 'Medlar jam'));
      expect(await tests('quince jam')).toEqual([]);
      expect(await tests('jam medlar')).toEqual([['Medlar jam', 2, 'Two']]);
    });

    it('shows the name as written, found without case and accents and in several lines', async () => {
      await create(
        'Accents',
        sourceOf('Plain', 'ÜBERWEISUNG nach Zürich', 'over\ntwo lines', '100 %'),
      );
      expect(await tests('uberw')).toEqual([['ÜBERWEISUNG nach Zürich', 2, 'Accents']]);
      expect(await tests('over two')).toEqual([['over two lines', 3, 'Accents']]);
      expect(await tests('%')).toEqual([['100 %', 4, 'Accents']]);
    });

    it('follows changes of the text, names in copies and the end of a suite', async () => {
      const id = await create('Changing', sourceOf('Walrus'));
      const params = { suiteId: id };
      const { owner } = acme;
      await owner.call(suitesContract.renameSuite, { params, body: { name: 'Changed' } });
      expect(await tests('walrus')).toEqual([['Walrus', 1, 'Changed']]);
      const copy = await owner.call(suitesContract.cloneSuite, { params });
      expect((await tests('walrus')).map(([, , suite]) => suite).toSorted()).toHaveLength(2);
      await owner.call(suitesContract.deleteSuite, { params: { suiteId: copy.body.id } });
      await owner.call(suitesContract.updateSuite, { params, body: { source: sourceOf('Seal') } });
      expect(await tests('walrus')).toEqual([]);
      expect(await tests('seal')).toEqual([['Seal', 1, 'Changed']]);
      await owner.call(suitesContract.deleteSuite, { params });
      expect(await tests('seal')).toEqual([]);
    });

    it('finds those of suites that an earlier release wrote or changed', async () => {
      const written = await addSuite(acme, { projectId, name: 'Written before' });
      const changed = await create('Changed before', sourceOf('Narwhal old'));
      const { db } = app.platform;
      await db
        .update(suites)
        .set({ source: sourceOf('Narwhal one') })
        .where(eq(suites.id, written));
      await db
        .update(suites)
        .set({ source: sourceOf('Narwhal two'), version: sql`version + 1` })
        .where(eq(suites.id, changed));
      await acme.owner.call(suitesContract.renameSuite, {
        params: { suiteId: changed },
        body: { name: 'Renamed since' },
      });
      const before = await db.select().from(suites).where(eq(suites.id, changed));
      await nameTests(app.platform, AbortSignal.timeout(10_000));
      expect(await tests('narwhal')).toEqual([
        ['Narwhal one', 1, 'Written before'],
        ['Narwhal two', 1, 'Renamed since'],
      ]);
      const after = await db.select().from(suites).where(eq(suites.id, changed));
      expect(after[0]).toMatchObject({
        version: before[0]?.version,
        modifiedAt: before[0]?.modifiedAt,
      });
    });
  });

  it('finds the best of a hundred thousand tests', async () => {
    const many = await createTenant(app, { name: 'Many tests' });
    const sizes = { projects: 10, suites: 10_000, tests: 10 };
    await seedLargeOrganization(scopeOf(app, many.owner), sizes);
    const folder = await addProject(many, 'Folder');
    const last = { projectId: folder, name: 'Exact', testNames: 'Other\nGre' };
    const id = await addSuite(many, last);
    const modifiedAt = new Date('2020-01-01T00:00:00.000Z');
    await app.platform.db.update(suites).set({ modifiedAt }).where(eq(suites.id, id));
    const found = (await find('gre', many)).tests;
    expect(found).toHaveLength(8);
    expect(found.map(({ name }) => name).slice(0, 2)).toEqual(['Gre', 'Greets']);
  });

  it('finds eight of a kind among ten thousand suites', async () => {
    const large = await createTenant(app, { name: 'Large' });
    const folder = await addProject(large, 'Folder');
    await app.platform.db.execute(sql`
      insert into suites (id, organization_id, project_id, name, platform, source, test_count)
      select ${newId()} || n, ${large.organizationId}, ${folder}, 'Tür ' || n, 'webchat', '', 0
      from generate_series(1, 10000) n`);
    const names = (await find('tur 77', large)).suites.map(({ name }) => name);
    expect(names).toEqual(['Tür 77', ...[0, 1, 2, 3, 4, 5, 6].map((digit) => `Tür 77${digit}`)]);
  });
});
