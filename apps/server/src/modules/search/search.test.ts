import { search } from '@parley/contract';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { projects, runs, suites, users } from '../../db/schema/index.ts';
import { newId } from '../../platform/security/ids.ts';
import { createTenant, type Tenant } from '../../test/tenant.ts';
import { startTestApp, type TestApp } from '../../test/test-app.ts';

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
  run: { suiteName: string; number?: number; label?: string; createdAt?: Date },
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
    const nothing = { projects: [], suites: [], monitors: [], members: [], runs: [] };
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

  it('never finds what another organization has, nor its members', async () => {
    const theirs = await addProject(other, 'Zebra project');
    await addSuite(other, { projectId: theirs, name: 'Zebra suite', isMonitoring: true });
    await addRun(other, { suiteName: 'Zebra suite', label: 'zebra' });
    await app.platform.db
      .update(users)
      .set({ name: 'Zebra Person' })
      .where(eq(users.id, other.owner.userId));
    const nothing = { projects: [], suites: [], monitors: [], members: [], runs: [] };
    expect(await find('zebra')).toEqual(nothing);
    const own = Object.values(await find('zebra', other)).map((found) => found.length);
    expect(own).toEqual([1, 1, 1, 1, 1]);
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
