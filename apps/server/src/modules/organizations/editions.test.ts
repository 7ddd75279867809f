import {
  audit,
  billing,
  catalogue,
  organizations as endpoints,
  identity,
  inbox,
} from '@parley/contract';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { leads, organizations, outboxMails } from '../../db/schema/index.ts';
import { type Edition, editionOf } from '../../platform/config/edition.ts';
import { createTenant, type Tenant } from '../../test/tenant.ts';
import { startTestApp, type TestApp } from '../../test/test-app.ts';
import { applyEdition } from './apply-edition.ts';

type Change = Partial<Record<keyof typeof organizations.$inferInsert, unknown>>;

const dayMs = 86_400_000;

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp({ hasWorker: false, settings: { PARLEY_EDITION: 'self-hosted' } });
});

afterAll(() => app.close());

/** Applies an edition, as a process does when it first starts with that edition. */
function startAs(name: Edition['name']): Promise<void> {
  const { platform } = app;
  return applyEdition({ ...platform, config: { ...platform.config, edition: editionOf(name) } });
}

/** Columns of a trial that started automatically this many days ago. */
const trialSince = (days: number): Change => ({
  createdAt: sql`now() - make_interval(days => ${days})`,
  subscriptionEndsAt: sql`now() + make_interval(days => ${14 - days})`,
  automaticTrialEndsAt: sql`now() + make_interval(days => ${14 - days})`,
});

async function tenantWith(change: Change): Promise<Tenant> {
  const tenant = await createTenant(app);
  await app.platform.db
    .update(organizations)
    .set(change as object)
    .where(eq(organizations.id, tenant.organizationId));
  return tenant;
}

async function subscriptionOf({ owner }: Tenant) {
  return (await owner.call(endpoints.getOrganization)).body.subscription;
}

/** Returns the days until the trial ends. */
async function daysLeft(tenant: Tenant): Promise<number> {
  const { endDate } = (await subscriptionOf(tenant)) ?? {};
  return (Date.parse(endDate ?? '') - Date.now()) / dayMs;
}

const open = { status: 'enabled', planId: 'self-hosted', endDate: null };

describe('an organization that is founded in a self-hosted installation', () => {
  it('is enabled without an end, with every area and without quotas', async () => {
    const user = await app.signUp();
    const { token, userId } = user;
    const founded = await app.call(endpoints.createOrganization, {
      token,
      params: { userId },
      body: { name: 'Ada', onboardingData: { organizationName: 'Acme' } },
    });
    expect(founded.body.subscription).toEqual(open);
    const params = { userId, orgId: founded.body.id };
    const { body } = await app.call(billing.getBilling, { token, params });
    expect(body.meters.map(({ quota }) => quota)).toEqual([null, null, null, null]);
    expect(
      (await app.call(identity.getUser, { token, params: { id: userId } })).body,
    ).toMatchObject({ loadTestingEnabled: true, exploratoryTestingEnabled: true });
    expect((await app.call(catalogue.getInstallation, {})).body).toMatchObject({
      sellsPlans: false,
    });
    const { body: plans } = await app.call(catalogue.listPlans, { token });
    expect(plans.find(({ id }) => id === 'self-hosted')).toMatchObject({ name: 'Self-hosted' });
    const kept = await app.call(billing.getRetention, { token, params });
    expect(kept.body).toEqual({ runDays: 800, evidenceDays: 180, auditDays: 800 });
  });

  it('is not announced to a sales team', async () => {
    const lead = {
      firstNameCTA: 'Grace',
      lastNameCTA: 'Hopper',
      emailNameCTA: 'grace@navy.test',
      companyCTA: 'Navy',
      page: 'onboarding',
      providers: [],
      request: 'trial',
    };
    expect((await app.call(inbox.generateLead, { body: lead })).status).toBe(204);
    expect((await app.platform.db.select().from(leads)).map((row) => row.lead)).toEqual([lead]);
    expect(await app.platform.db.$count(outboxMails)).toBe(0);
  });

  it('stays unchanged when the installation becomes hosted', async () => {
    const tenant = await tenantWith({ subscriptionStatus: 'enabled', planId: 'self-hosted' });
    await startAs('hosted');
    await startAs('self-hosted');
    await startAs('hosted');
    expect(await subscriptionOf(tenant)).toEqual(open);
  });
});

describe('the start of a self-hosted installation', () => {
  it.each([
    ['a trial of the program', trialSince(3)],
    ['one that has ended', trialSince(200)],
    [
      'one of a release that did not yet write down whose it is',
      { ...trialSince(200), automaticTrialEndsAt: null },
    ],
  ])('opens %s, and says so in its audit log', async (_, change) => {
    const tenant = await tenantWith(change);
    await startAs('self-hosted');
    expect(await subscriptionOf(tenant)).toEqual(open);
    const { body } = await tenant.owner.call(audit.listAudit);
    expect(body.items).toMatchObject([
      {
        action: 'plan.changed',
        target: 'self-hosted',
        detail: 'the installation is self-hosted',
        actor: { email: 'Parley' },
      },
    ]);
    await startAs('self-hosted');
    expect((await tenant.owner.call(audit.listAudit)).body.items).toHaveLength(1);
  });

  it.each([
    ['a trial whose end somebody moved', { ...trialSince(3), subscriptionEndsAt: sql`now()` }],
    ['a trial whose end somebody took away', { ...trialSince(3), subscriptionEndsAt: null }],
    ['a trial of another plan', { ...trialSince(3), planId: 'contact-centers' }],
    ['a trial with quotas of its own', { ...trialSince(3), quotas: { devices: 3 } }],
    ['one that somebody has ended', { ...trialSince(3), subscriptionStatus: 'trialEnded' }],
    ['one that is disabled', { ...trialSince(3), subscriptionStatus: 'disabled' }],
    [
      'a plan that ends',
      { planId: 'startup', subscriptionStatus: 'enabled', subscriptionEndsAt: sql`now()` },
    ],
  ])('leaves %s as it is', async (_, change) => {
    const tenant = await tenantWith(change);
    const before = await subscriptionOf(tenant);
    await startAs('self-hosted');
    expect(await subscriptionOf(tenant)).toEqual(before);
    expect((await tenant.owner.call(audit.listAudit)).body.items).toEqual([]);
    await startAs('hosted');
    expect(await subscriptionOf(tenant)).toEqual(before);
  });
});

describe('an installation that becomes hosted again', () => {
  it('continues a trial for its remaining days, however long it was self-hosted', async () => {
    const tenant = await tenantWith(trialSince(3));
    await startAs('self-hosted');
    await app.platform.db
      .update(organizations)
      .set({
        trialPausedAt: sql`${organizations.trialPausedAt} - interval '100 days'`,
        automaticTrialEndsAt: sql`${organizations.automaticTrialEndsAt} - interval '100 days'`,
      })
      .where(eq(organizations.id, tenant.organizationId));
    await startAs('hosted');
    expect(await subscriptionOf(tenant)).toMatchObject({ status: 'trial', planId: 'trial' });
    expect(await daysLeft(tenant)).toBeCloseTo(11, 2);
    await startAs('hosted');
    await startAs('self-hosted');
    expect(await subscriptionOf(tenant)).toEqual(open);
    await startAs('hosted');
    expect(await daysLeft(tenant)).toBeCloseTo(11, 2);
  });

  it('has a trial that had ended end when it did', async () => {
    const tenant = await tenantWith(trialSince(200));
    const { endDate } = (await subscriptionOf(tenant)) ?? {};
    await startAs('self-hosted');
    await startAs('hosted');
    expect(await subscriptionOf(tenant)).toEqual({ status: 'trial', planId: 'trial', endDate });
  });

  it.each([
    ['plan', { planId: 'enterprise' }],
    ['end', { subscriptionEndsAt: new Date(Date.now() + dayMs) }],
    ['status', { subscriptionStatus: 'disabled' }],
    ['quotas', { quotas: { devices: null } }],
  ])('leaves an organization alone whose %s somebody set meanwhile', async (_, change) => {
    const tenant = await tenantWith(trialSince(3));
    await startAs('self-hosted');
    await app.platform.db
      .update(organizations)
      .set(change as object)
      .where(eq(organizations.id, tenant.organizationId));
    const before = await subscriptionOf(tenant);
    await startAs('hosted');
    expect(await subscriptionOf(tenant)).toEqual(before);
  });
});
