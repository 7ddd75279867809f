import {
  allEndpoints,
  audit,
  billing,
  identity,
  operations,
  organizations,
} from '@parley/contract';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { organizations as rows } from '../../db/schema/index.ts';
import { editionOf } from '../../platform/config/edition.ts';
import type { TestCall } from '../../test/call-api.ts';
import { createTenant, type Tenant } from '../../test/tenant.ts';
import { startTestApp, type TestApp, type TestUser } from '../../test/test-app.ts';
import { applyEdition } from '../organizations/organizations.ts';

const dayMs = 86_400_000;

let app: TestApp;
let grace: TestUser;
let tenant: Tenant;

beforeAll(async () => {
  app = await startTestApp({
    hasWorker: false,
    settings: {
      PARLEY_OPERATORS: 'grace@example.org',
      PARLEY_LOAD_TESTING_FOR: 'example.org',
      PARLEY_EGRESS_ALLOW: '10.0.0.0/8:443',
    },
  });
  grace = await app.signUp({ name: 'Grace Hopper', email: 'grace@example.org' });
});

afterAll(() => app.close());

beforeEach(async () => {
  tenant = await createTenant(app, { name: 'Acme' });
});

type Body = NonNullable<TestCall<typeof operations.setSubscription>['body']>;

const inDays = (days: number) => new Date(Date.now() + days * dayMs).toISOString();

const params = () => ({ organizationId: tenant.organizationId });

function set(change: Partial<Body>) {
  const body = { status: 'trial', planId: 'trial', endDate: null, quotas: {}, ...change } as Body;
  return app.call(operations.setSubscription, { token: grace.token, params: params(), body });
}

const read = () =>
  app.call(operations.getAnyOrganization, { token: grace.token, params: params() });

const list = (query: { search?: string; cursor?: string; limit?: number }) =>
  app.call(operations.listAllOrganizations, { token: grace.token, query });

async function log() {
  const { body } = await tenant.owner.call(audit.listAudit);
  return body.items.map(({ action, target, detail, actor }) => [
    action,
    target,
    detail,
    actor.email,
  ]);
}

describe('organizations, as operators see them', () => {
  it('are found by name, id and address of a member, page by page', async () => {
    const names = ['Zebra One', 'zebra two', 'Zebra 100%'];
    const created = [];
    for (const name of names) created.push(await createTenant(app, { name }));
    const found = async (search: string) =>
      (await list({ search })).body.items.map(({ name }) => name);
    expect(await found('ZEBRA')).toEqual(['Zebra 100%', 'Zebra One', 'zebra two']);
    expect(await found('100%')).toEqual(['Zebra 100%']);
    expect(await found(created[1]?.organizationId ?? '')).toEqual(['zebra two']);
    expect(await found(created[0]?.owner.email ?? '')).toEqual(['Zebra One']);
    expect(await found('no such')).toEqual([]);
    const first = await list({ search: 'zebra', limit: 2 });
    expect(first.body.items.map(({ name }) => name)).toEqual(['Zebra 100%', 'Zebra One']);
    const rest = await list({ search: 'zebra', cursor: first.body.nextCursor ?? '' });
    expect(rest.body.items.map(({ name }) => name)).toEqual(['zebra two']);
    expect(rest.body.nextCursor).toBeNull();
  });

  it('have a plan, owners, members and a lock', async () => {
    await tenant.add('member');
    await set({ endDate: inDays(-1), mayLock: true });
    const { body } = await list({ search: tenant.organizationId });
    expect(body.items).toMatchObject([
      {
        name: 'Acme',
        owners: [tenant.owner.email],
        members: 2,
        monitors: 0,
        isLocked: true,
        subscription: { status: 'trial', planId: 'trial' },
      },
    ]);
  });

  it.each([
    ['a list', operations.listAllOrganizations, {}],
    ['one', operations.getAnyOrganization, {}],
    [
      'a plan',
      operations.setSubscription,
      { status: 'enabled', planId: null, endDate: null, quotas: {} },
    ],
    ['areas', operations.setAreas, { loadTesting: true, exploratoryTesting: true }],
  ] as const)('are shown to nobody else: %s', async (_, endpoint, body) => {
    const { owner } = tenant;
    const answer = await app.call(endpoint, {
      token: owner.token,
      params: { ...params(), memberId: owner.userId },
      ...(endpoint.method !== 'GET' && { body }),
    } as never);
    expect([answer.status, answer.error?.code]).toEqual([404, 'not_found']);
    expect((await owner.call(organizations.getOrganization)).body.subscription?.status).toBe(
      'trial',
    );
  });

  it('are hidden from everybody else, whatever is sent', async () => {
    const { owner } = tenant;
    const endpoints = allEndpoints.filter((endpoint) =>
      Object.values<unknown>(operations).includes(endpoint),
    );
    for (const endpoint of endpoints) {
      const answer = await app.call(endpoint, {
        token: owner.token,
        params: { ...params(), memberId: owner.userId, kind: 'mails', deadWorkId: 'x' },
        query: { limit: 'many' },
        ...(endpoint.method !== 'GET' && { body: { odd: true } }),
      } as never);
      expect([endpoint.path, answer.status]).toEqual([endpoint.path, 404]);
    }
  });

  it('that do not exist answer 404', async () => {
    const organizationId = 'nowhere';
    const call = { token: grace.token, params: { organizationId } };
    expect((await app.call(operations.getAnyOrganization, call)).status).toBe(404);
    const body = { status: 'enabled', planId: null, endDate: null, quotas: {} } as const;
    expect((await app.call(operations.setSubscription, { ...call, body })).status).toBe(404);
  });
});

describe('the plan that an operator sets', () => {
  it('applies at once, with its quotas, and is in the audit log of the organization', async () => {
    const endDate = inDays(30);
    const quotas = { interactions: 500, devices: null };
    const answer = await set({ status: 'enabled', planId: 'startup', endDate, quotas });
    expect(answer.status, answer.text).toBe(200);
    expect(answer.body).toMatchObject({
      subscription: { status: 'enabled', planId: 'startup', endDate },
      quotas,
      isLocked: false,
    });
    const meter = (kind: string) => answer.body.meters.find((each) => each.kind === kind);
    expect(meter('interactions')).toEqual({
      kind: 'interactions',
      used: 0,
      quota: 500,
      planQuota: 25_000,
    });
    expect(meter('devices')).toMatchObject({ quota: null, planQuota: 10 });
    expect(meter('callMinutes')).toMatchObject({ quota: 500, planQuota: 500 });

    const seen = (await tenant.owner.call(billing.getBilling)).body;
    expect(seen.subscription).toEqual({ status: 'enabled', planId: 'startup', endDate });
    expect(seen.meters.map(({ quota }) => quota)).toEqual([500, 500, null, 0]);
    expect(await log()).toEqual([
      [
        'plan.changed',
        'startup',
        `enabled until ${endDate.slice(0, 10)}; 500 interactions, virtual devices without a limit`,
        'grace@example.org',
      ],
    ]);
  });

  it('is written down once, however often the same is set', async () => {
    await set({ status: 'enabled', planId: 'enterprise' });
    await set({ status: 'enabled', planId: 'enterprise' });
    expect(await log()).toEqual([
      ['plan.changed', 'enterprise', 'enabled without an end', 'grace@example.org'],
    ]);
  });

  it("extends a trial, which then no longer counts as the program's own", async () => {
    const end = sql`now() + interval '2 days'`;
    await app.platform.db
      .update(rows)
      .set({ subscriptionEndsAt: end, automaticTrialEndsAt: end })
      .where(eq(rows.id, tenant.organizationId));
    const endDate = inDays(20);
    await set({ endDate });
    const config = { ...app.platform.config, edition: editionOf('self-hosted') };
    await applyEdition({ ...app.platform, config });
    expect((await read()).body.subscription).toEqual({ status: 'trial', planId: 'trial', endDate });
  });

  it("that leaves a trial unchanged keeps it the program's own", async () => {
    const end = sql`now() + interval '2 days'`;
    await app.platform.db
      .update(rows)
      .set({ subscriptionEndsAt: end, automaticTrialEndsAt: end })
      .where(eq(rows.id, tenant.organizationId));
    const { endDate } = (await read()).body.subscription;
    await set({ endDate });
    expect(await log()).toEqual([]);
    const config = { ...app.platform.config, edition: editionOf('self-hosted') };
    await applyEdition({ ...app.platform, config });
    expect((await read()).body.subscription.planId).toBe('self-hosted');
  });

  it.each([
    ['disabled', { status: 'disabled' as const }],
    ['trialEnded', { status: 'trialEnded' as const }],
    ['an end in the past', { endDate: inDays(-1) }],
  ])('locks with %s, but only where that is meant', async (_, change) => {
    const refused = await set(change);
    expect([refused.status, refused.error?.code]).toEqual([409, 'conflict']);
    expect((await read()).body.isLocked).toBe(false);
    expect(await log()).toEqual([]);
    expect((await set({ ...change, mayLock: true })).body.isLocked).toBe(true);
    // It is locked already, so another plan does not lock it.
    expect((await set({ ...change, planId: 'enterprise' })).status).toBe(200);
    expect((await set({ status: 'enabled', planId: 'enterprise' })).body.isLocked).toBe(false);
  });

  it.each([
    ['a status that there is not', { status: 'open' }, 'status'],
    ['a plan that is no id', { planId: 'A plan' }, 'planId'],
    ['no date', { endDate: 'soon' }, 'endDate'],
    ['a quota below zero', { quotas: { devices: -1 } }, 'quotas.devices'],
    ['half a quota', { quotas: { devices: 1.5 } }, 'quotas.devices'],
  ])('is refused with %s', async (_, change, path) => {
    const { status, error } = await set(change as never);
    expect(status).toBe(400);
    expect(error?.problems?.map((problem) => problem.path)).toEqual([path]);
  });
});

describe('the areas of a person', () => {
  const areasOf = async (user: TestUser) => {
    const { body } = await app.call(identity.getUser, {
      token: user.token,
      params: { id: user.userId },
    });
    const { loadTestingEnabled, exploratoryTestingEnabled } = body as {
      loadTestingEnabled: boolean;
      exploratoryTestingEnabled: boolean;
    };
    return [loadTestingEnabled, exploratoryTestingEnabled];
  };

  const setAreas = (memberId: string, loadTesting: boolean | null, exploratory: boolean | null) =>
    app.call(operations.setAreas, {
      token: grace.token,
      params: { ...params(), memberId },
      body: { loadTesting, exploratoryTesting: exploratory },
    });

  it('[S-004] are switched on and off for one, and not for a colleague', async () => {
    const { owner } = tenant;
    const member = await tenant.add('member');
    expect(await areasOf(owner)).toEqual([true, false]);
    const answer = await setAreas(owner.userId, false, true);
    expect(answer.status, answer.text).toBe(200);
    expect(await areasOf(owner)).toEqual([false, true]);
    expect(await areasOf(member)).toEqual([true, false]);
    expect(answer.body.people.find(({ id }) => id === owner.userId)).toMatchObject({
      email: owner.email,
      role: 'owner',
      areas: { loadTesting: false, exploratoryTesting: true },
      areasBySetting: { loadTesting: true, exploratoryTesting: false },
    });
    expect(await log()).toEqual([
      [
        'member.areas-changed',
        owner.email,
        'load testing off, exploratory testing on',
        'grace@example.org',
      ],
    ]);
    await setAreas(owner.userId, null, null);
    expect(await areasOf(owner)).toEqual([true, false]);
  });

  it('of a non-member are not changed', async () => {
    const stranger = await app.signUp();
    expect((await setAreas(stranger.userId, true, true)).status).toBe(404);
    expect(await areasOf(stranger)).toEqual([true, false]);
  });
});

describe('the private addresses of an organization', () => {
  const setEgress = (allow: string[] | null, token = grace.token) =>
    app.call(operations.setEgress, { token, params: params(), body: { allow } });

  it('are all that the installation allows until an operator limits them, and again after', async () => {
    expect((await read()).body.egress).toEqual({ allow: null, installation: ['10.0.0.0/8:443'] });
    const limited = await setEgress(['10.1.0.0/16:443', ' bot.internal:8080 ']);
    expect(limited.body.egress.allow).toEqual(['10.1.0.0/16:443', 'bot.internal:8080']);
    expect((await setEgress([])).body.egress.allow).toEqual([]);
    expect((await setEgress(null)).body.egress.allow).toBeNull();
    expect(await log()).toEqual([
      ['organization.egress-changed', 'Acme', 'all of the installation', 'grace@example.org'],
      ['organization.egress-changed', 'Acme', 'none', 'grace@example.org'],
      [
        'organization.egress-changed',
        'Acme',
        '10.1.0.0/16:443, bot.internal:8080',
        'grace@example.org',
      ],
    ]);
  });

  it('are refused if one is invalid, with its position', async () => {
    const refused = await setEgress(['10.1.0.0/16:443', '10.2.0.0']);
    expect(refused).toMatchObject({
      status: 400,
      body: {
        error: { problems: [{ path: 'allow.1', message: expect.stringContaining('10.2.0.0') }] },
      },
    });
    expect((await setEgress(Array(101).fill('10.0.0.1:80'))).status).toBe(400);
    expect((await read()).body.egress.allow).toBeNull();
  });

  it('cannot be set by the organization', async () => {
    expect((await setEgress(['10.1.0.0/16:443'], tenant.owner.token)).status).toBe(404);
  });
});
