import {
  organizations,
  overview,
  projects,
  type SuiteView,
  suites,
  suiteViews,
} from '@parley/contract';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { suiteViews as table, users } from '../../db/schema/index.ts';
import { createTenant, type Member, type Tenant } from '../../test/tenant.ts';
import { startTestApp, type TestApp } from '../../test/test-app.ts';

let app: TestApp;
let acme: Tenant;
let ada: Member;
let ben: Member;
let stranger: Member;

beforeAll(async () => {
  app = await startTestApp({ hasWorker: false });
  acme = await createTenant(app);
  ada = acme.owner;
  ben = await acme.add('member');
  stranger = (await createTenant(app, { name: 'Other' })).owner;
});
afterAll(() => app.close());

beforeEach(() => app.platform.db.delete(table));

type Wish = Partial<Pick<SuiteView, 'name' | 'filters' | 'isShared'>>;

const post = (by: Member, wish: Wish) =>
  by.call(suiteViews.createSuiteView, {
    body: { name: 'Failing', filters: { state: 'failing' }, isShared: false, ...wish },
  });

async function save(by: Member, wish: Wish = {}): Promise<SuiteView> {
  const { status, body, text } = await post(by, wish);
  expect(status, text).toBe(201);
  return body;
}

const list = async (by: Member) => (await by.call(suiteViews.listSuiteViews)).body.items;

const names = async (by: Member) => (await list(by)).map(({ name }) => name);

const change = (by: Member, viewId: string, body: Wish) =>
  by.call(suiteViews.changeSuiteView, { params: { viewId }, body });

const remove = async (by: Member, viewId: string) =>
  (await by.call(suiteViews.deleteSuiteView, { params: { viewId } })).status;

const choose = async (by: Member, viewId: string | null) =>
  (await by.call(suiteViews.setDefaultSuiteView, { body: { viewId } })).status;

describe('a saved view', () => {
  it('is listed by name, one’s own for oneself and a shared one for everyone', async () => {
    const filters = { q: 'bank', state: 'failing', monitored: 'yes', project: 'p1' };
    const own = await save(ada, { name: 'beta', filters });
    expect(own).toMatchObject({ name: 'beta', filters, isShared: false, isDefault: false });
    const shared = await save(ben, { name: 'Alpha', isShared: true });
    expect(await list(ada)).toEqual([shared, own]);
    expect(await list(ben)).toEqual([shared]);
    expect(await list(stranger)).toEqual([]);
  });

  it('is renamed and gets other filters, a shared one by any member', async () => {
    const shared = await save(ada, { isShared: true });
    const renamed = await change(ben, shared.id, { name: 'Broken now' });
    expect(renamed.body).toEqual({ ...shared, name: 'Broken now' });
    const filters = { monitored: 'no' };
    const { body } = await change(ben, shared.id, { filters });
    expect(body).toEqual({ ...shared, name: 'Broken now', filters });
    expect(await list(ada)).toEqual([body]);
    expect((await change(ben, shared.id, {})).body).toEqual(body);
  });

  it('of another member is unknown, and so is that of another organization', async () => {
    const own = await save(ada);
    const shared = await save(ada, { isShared: true });
    for (const [by, id] of [
      [ben, own.id],
      [stranger, own.id],
      [stranger, shared.id],
      [ada, 'unknown'],
    ] as const) {
      expect((await change(by, id, { name: 'Mine' })).status).toBe(404);
      expect(await remove(by, id)).toBe(404);
      expect(await choose(by, id)).toBe(404);
    }
    expect((await list(ada)).map(({ name }) => name)).toEqual(['Failing', 'Failing']);
  });

  it('keeps filters that this release does not know', async () => {
    await save(ada, { filters: { state: 'smelly', monitored: 'perhaps' } });
    expect((await list(ada))[0]?.filters).toEqual({ state: 'smelly', monitored: 'perhaps' });
  });

  it('is deleted once', async () => {
    const shared = await save(ada, { isShared: true });
    expect(await remove(ben, shared.id)).toBe(204);
    expect(await remove(ben, shared.id)).toBe(404);
    expect(await list(ada)).toEqual([]);
  });

  it.each([
    ['no name', { name: ' ' }],
    ['a name of two lines', { name: 'a\nb' }],
    ['filters that are too long', { filters: { q: 'x'.repeat(201) } }],
  ])('is refused with %s', async (_, wish) => {
    expect((await post(ada, wish)).status).toBe(400);
  });

  it('ends at fifty of one member and at fifty shared ones', async () => {
    const { organizationId } = acme;
    const rows = (ownerId: string | null) =>
      Array.from({ length: suiteViews.suiteViewsMax - 1 }, (_, index) => ({
        ...{ id: `${ownerId}-${index}`, organizationId, ownerId },
        ...{ name: `View ${index}`, filters: {}, createdByName: 'Ada' },
      }));
    await app.platform.db.insert(table).values([...rows(ada.userId), ...rows(null)]);
    for (const isShared of [false, true]) {
      const tries = await Promise.all([post(ada, { isShared }), post(ada, { isShared })]);
      expect(tries.map(({ status }) => status).toSorted()).toEqual([201, 409]);
    }
    expect((await post(ben, {})).status).toBe(201);
  });
});

describe('the default view', () => {
  const defaults = async (by: Member) =>
    (await list(by)).filter(({ isDefault }) => isDefault).map(({ id }) => id);

  it('is one for each member, of their own or shared, until it is taken back', async () => {
    const own = await save(ada, { name: 'Own' });
    const shared = await save(ada, { name: 'Shared', isShared: true });
    await choose(ada, own.id);
    expect(await choose(ada, shared.id)).toBe(204);
    expect(await defaults(ada)).toEqual([shared.id]);
    expect(await defaults(ben)).toEqual([]);
    await choose(ben, shared.id);
    await choose(ada, null);
    expect(await defaults(ada)).toEqual([]);
    expect(await defaults(ben)).toEqual([shared.id]);
  });

  it('ends with its view', async () => {
    const shared = await save(ada, { isShared: true });
    await choose(ben, shared.id);
    await remove(ada, shared.id);
    await save(ada, { isShared: true });
    expect(await defaults(ben)).toEqual([]);
  });
});

describe('views of a member who leaves', () => {
  it('are deleted if they are their own, and stay if they are shared', async () => {
    const cora = await acme.add('member');
    await save(cora, { name: 'Own' });
    const shared = await save(cora, { name: 'Shared', isShared: true });
    await choose(cora, shared.id);
    const params = { memberId: cora.userId };
    expect((await ada.call(organizations.removeMember, { params })).status).toBe(204);
    expect(await names(ada)).toEqual(['Shared']);
    expect(await app.platform.db.$count(table)).toBe(1);
    await app.platform.db.delete(users).where(eq(users.id, cora.userId));
    expect(await list(ada)).toEqual([shared]);
    expect((await change(ben, shared.id, { name: 'Still here' })).status).toBe(200);
  });
});

describe('the list of all suites', () => {
  it('has those of one project alone, and none of a foreign one', async () => {
    const ids = [];
    for (const name of ['Bank', 'Shop']) {
      const { body } = await ada.call(projects.createProject, { body: { name } });
      ids.push(body.id);
      await ada.call(suites.createSuite, {
        body: { name: `Suite of ${name}`, projectId: body.id, platform: 'webchat' },
      });
    }
    const found = async (by: Member, projectId?: string) => {
      const { body } = await by.call(overview.listSuiteStandings, { query: { projectId } });
      return [body.total, body.items.map(({ suiteName }) => suiteName)];
    };
    expect(await found(ada)).toEqual([2, ['Suite of Bank', 'Suite of Shop']]);
    expect(await found(ada, ids[1])).toEqual([1, ['Suite of Shop']]);
    expect(await found(ada, 'unknown')).toEqual([0, []]);
    expect(await found(stranger, ids[1])).toEqual([0, []]);
  });
});
