import { audit, billing, identity } from '@parley/contract';
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { billingAccounts, organizations } from '../../db/schema/index.ts';
import { createTenant, type Member, type Tenant } from '../../test/tenant.ts';
import { startTestApp, type TestApp } from '../../test/test-app.ts';
import {
  postSigned,
  startTestStripe,
  stripePrices,
  type TestStripe,
  tellStripeEvent,
} from '../../test/test-stripe.ts';
import { listDueCustomers } from './billing-accounts.queries.ts';
import { createPayments, required } from './stripe-client.ts';
import { syncSubscription } from './sync-subscription.ts';

let stripe: TestStripe;
let app: TestApp;
let tenant: Tenant;
let ada: Member;

beforeAll(async () => {
  stripe = await startTestStripe();
  app = await startTestApp({ settings: stripe.settings });
});

afterAll(async () => {
  await app.close();
  await stripe.close();
});

beforeEach(async () => {
  tenant = await createTenant(app);
  ada = tenant.owner;
});

afterEach(() => {
  stripe.isAway = false;
  stripe.losesAnswers = false;
  stripe.beforeSubscriptions = undefined;
  stripe.beforeSessions = undefined;
});

async function checkOut(planId = 'startup'): Promise<string> {
  const { status, text } = await ada.call(billing.openCheckout, { body: { planId } });
  if (status !== 200) throw new Error(text);
  return customerOf(tenant.organizationId);
}

async function customerOf(organizationId: string): Promise<string> {
  const [row] = await app.platform.db
    .select()
    .from(billingAccounts)
    .where(eq(billingAccounts.organizationId, organizationId));
  return row?.customerId ?? '';
}

const openPagesOf = (customer: string) =>
  [...stripe.sessions.values()].filter(
    (page) => page.customer === customer && page.status === 'open',
  );

const pay = (url: string) => fetch(url, { method: 'POST', redirect: 'manual' });

const sync = (customerId: string) =>
  syncSubscription(app.platform, required(createPayments(app.platform.config)), customerId);

const subscriptionNow = async () => (await ada.call(billing.getBilling)).body;

const planChanges = async () => {
  const { body } = await ada.call(audit.listAudit);
  return body.items
    .filter(({ action }) => action === 'plan.changed')
    .map(({ actor, target, detail }) => [actor.email, target, detail]);
};

const seconds = (inDays: number) => Math.floor(Date.now() / 1000) + inDays * 86_400;

describe('a checkout', () => {
  it('opens a Stripe page that sells the plan to the organization', async () => {
    const { body } = await ada.call(billing.openCheckout, { body: { planId: 'startup' } });
    expect(body.url).toMatch(`${stripe.url}/pay/`);
    const session = [...stripe.sessions.values()].at(-1);
    expect(session).toMatchObject({
      price: stripePrices.startup,
      client_reference_id: tenant.organizationId,
      success_url: `${app.platform.config.publicUrl}/billing?checkout=done`,
    });
    expect(stripe.customers.get(String(session?.customer))).toMatchObject({
      email: ada.email,
      organizationId: tenant.organizationId,
    });
  });

  it('has one customer and one open page, however often it is started', async () => {
    const before = stripe.customers.size;
    const begin = () => ada.call(billing.openCheckout, { body: { planId: 'startup' } });
    await Promise.all([begin(), begin(), begin()]);
    await begin();
    expect(stripe.customers.size).toBe(before + 1);
    const customer = await customerOf(tenant.organizationId);
    expect(openPagesOf(customer)).toHaveLength(1);
  });

  it('is one open page for two who ask before either has one', async () => {
    const customer = await checkOut();
    let asked = 0;
    const { promise: bothAsked, resolve } = Promise.withResolvers<void>();
    stripe.beforeSessions = async () => {
      if (++asked === 2) resolve();
      await bothAsked;
    };
    const begin = () => ada.call(billing.openCheckout, { body: { planId: 'startup' } });
    const [one, other] = await Promise.all([begin(), begin()]);
    expect(other.body.url).toBe(one.body.url);
    expect(openPagesOf(customer).map(({ url }) => url)).toEqual([one.body.url]);
  });

  it('is refused once the plan is paid, even before Stripe reports it, and the plan then applies', async () => {
    stripe.subscribe(await checkOut());
    const second = await ada.call(billing.openCheckout, { body: { planId: 'startup' } });
    expect([second.status, second.error?.message]).toEqual([
      409,
      'The organization already has a subscription.',
    ]);
    expect((await subscriptionNow()).payment).toMatchObject({ state: 'paid' });
  });

  it('is refused where the page was paid while it was asked for', async () => {
    const customer = await checkOut();
    stripe.beforeSessions = async () => {
      for (const { url } of openPagesOf(customer)) await pay(String(url));
    };
    const second = await ada.call(billing.openCheckout, { body: { planId: 'startup' } });
    expect(second.status).toBe(409);
  });

  it.each(['unpaid', 'paused', 'incomplete'])('is refused while one is %s', async (status) => {
    const customer = await checkOut();
    const { id } = stripe.subscribe(customer, { status });
    await sync(customer);
    const begin = () => ada.call(billing.openCheckout, { body: { planId: 'startup' } });
    const second = await begin();
    expect([second.status, second.error?.message]).toEqual([
      409,
      'The organization has an unpaid subscription. Contact sales, or try again tomorrow if you just tried to pay.',
    ]);
    stripe.subscribe(customer, { id, status: 'canceled', endedAt: seconds(0) });
    expect((await begin()).status).toBe(200);
  });

  it('of a plan that is not for sale is refused', async () => {
    const unknown = await ada.call(billing.openCheckout, { body: { planId: 'enterprise' } });
    expect([unknown.status, unknown.error?.message]).toEqual([
      400,
      'The plan “enterprise” is not for sale here.',
    ]);
  });

  it('reuses a customer whose creation was not reported, also for another person', async () => {
    const admin = await tenant.add('admin');
    const before = stripe.customers.size;
    stripe.losesAnswers = true;
    expect((await ada.call(billing.openCheckout, { body: { planId: 'startup' } })).status).toBe(
      503,
    );
    stripe.losesAnswers = false;
    const { status } = await admin.call(billing.openCheckout, { body: { planId: 'startup' } });
    expect(status).toBe(200);
    expect(stripe.customers.size).toBe(before + 1);
    expect(stripe.customers.get(await customerOf(tenant.organizationId))).toMatchObject({
      email: admin.email,
    });
  });

  it('is for owners and admins', async () => {
    const member = await tenant.add('member');
    const admin = await tenant.add('admin');
    const body = { planId: 'startup' };
    expect((await member.call(billing.openCheckout, { body })).status).toBe(403);
    expect((await member.call(billing.listInvoices)).status).toBe(403);
    expect((await admin.call(billing.openCheckout, { body })).status).toBe(200);
  });

  it('says so when Stripe is away', async () => {
    stripe.isAway = true;
    const { status, error } = await ada.call(billing.openCheckout, { body: { planId: 'startup' } });
    expect([status, error?.code]).toEqual([503, 'unavailable']);
    expect(error?.hint).toContain('Nothing was charged');
  });
});

describe('an event of Stripe', () => {
  it('sets plan, state and renewal of the organization, and is in its audit log once', async () => {
    const customer = await checkOut();
    const periodEnd = seconds(30);
    stripe.subscribe(customer, { price: stripePrices['contact-centers'], periodEnd });
    const event = { type: 'customer.subscription.created', customer };
    const told = await Promise.all(
      Array.from({ length: 4 }, () => tellStripeEvent(app.url, event)),
    );
    expect(told.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const planId = async () => (await subscriptionNow()).subscription.planId;
    await expect.poll(planId, { timeout: 15_000 }).toBe('contact-centers');
    expect(await subscriptionNow()).toMatchObject({
      subscription: { status: 'enabled', endDate: null },
      payment: { state: 'paid', renewsAt: new Date(periodEnd * 1000).toISOString() },
    });
    expect(await planChanges()).toEqual([['Stripe', 'contact-centers', 'renews']]);
  });

  it.each([
    ['another secret', { secret: 'whsec_other' }],
    ['an old signature', { timestamp: Math.floor(Date.now() / 1000) - 3600 }],
    ['a signature of the future', { timestamp: Math.floor(Date.now() / 1000) + 3600 }],
  ])('with %s is refused', async (_, signing) => {
    const customer = await checkOut();
    stripe.subscribe(customer);
    const event = { type: 'customer.subscription.created', customer };
    expect((await tellStripeEvent(app.url, event, signing)).status).toBe(400);
    expect((await subscriptionNow()).subscription.status).toBe('trial');
  });

  it.each([
    'null',
    '1',
    '"invoice.paid"',
    '[]',
    '{}',
    '{"type":"invoice.paid"}',
    '{"type":"invoice.paid","data":null}',
    '{"type":"invoice.paid","data":{}}',
    '{"type":"invoice.paid","data":{"object":null}}',
    '{"type":7,"data":{"object":{}}}',
    '{"type":',
  ])('is refused where what is signed is none: %s', async (payload) => {
    expect((await postSigned(app.url, payload)).status).toBe(400);
  });

  it('about a customer of somebody else changes nothing', async () => {
    const event = { type: 'customer.subscription.created', customer: 'cus_stranger' };
    expect((await tellStripeEvent(app.url, event)).status).toBe(200);
    await sync('cus_stranger');
    expect((await subscriptionNow()).subscription.status).toBe('trial');
  });
});

describe('the subscription of an organization', () => {
  it('follows Stripe: renewed, canceled for later, unpaid, ended, started again', async () => {
    const customer = await checkOut();
    const { id } = stripe.subscribe(customer, { periodEnd: seconds(30) });
    await sync(customer);
    stripe.subscribe(customer, { id, periodEnd: seconds(60) });
    await sync(customer);
    expect(await subscriptionNow()).toMatchObject({
      subscription: { status: 'enabled', planId: 'startup', endDate: null },
    });
    stripe.subscribe(customer, { id, status: 'past_due' });
    await sync(customer);
    expect(await subscriptionNow()).toMatchObject({
      subscription: { status: 'enabled' },
      payment: { state: 'past-due' },
    });
    const cancelAt = seconds(10);
    stripe.subscribe(customer, { id, cancelAt });
    await sync(customer);
    expect(await subscriptionNow()).toMatchObject({
      subscription: { status: 'enabled', endDate: new Date(cancelAt * 1000).toISOString() },
      payment: { renewsAt: null },
    });
    stripe.subscribe(customer, { id, status: 'canceled', endedAt: seconds(0) });
    await sync(customer);
    expect((await subscriptionNow()).subscription.status).toBe('disabled');
    stripe.subscribe(customer, { price: stripePrices['contact-centers'] });
    await sync(customer);
    expect((await subscriptionNow()).subscription).toMatchObject({
      status: 'enabled',
      planId: 'contact-centers',
      endDate: null,
    });
    const day = new Date(cancelAt * 1000).toISOString().slice(0, 10);
    expect(await planChanges()).toEqual([
      ['Stripe', 'contact-centers', 'renews'],
      ['Stripe', 'startup', 'ended'],
      ['Stripe', 'startup', `ends on ${day}`],
      ['Stripe', 'startup', 'renews'],
    ]);
  });

  it('is not taken back by an answer that was asked for earlier', async () => {
    const customer = await checkOut();
    const { id } = stripe.subscribe(customer, { price: stripePrices.startup });
    stripe.beforeSubscriptions = async () => {
      stripe.beforeSubscriptions = undefined;
      // While the first response is pending, the plan changes, and another worker stores that.
      stripe.subscribe(customer, { id, price: stripePrices['contact-centers'] });
      await sync(customer);
    };
    await sync(customer);
    expect((await subscriptionNow()).subscription.planId).toBe('contact-centers');
    expect(await planChanges()).toHaveLength(1);
  });

  it('that an operator set stays until something changes at Stripe', async () => {
    const customer = await checkOut();
    stripe.subscribe(customer, { status: 'canceled', endedAt: seconds(-1) });
    await sync(customer);
    await app.platform.db
      .update(organizations)
      .set({ subscriptionStatus: 'enabled', planId: 'enterprise' })
      .where(eq(organizations.id, tenant.organizationId));
    await sync(customer);
    expect((await subscriptionNow()).subscription).toMatchObject({
      status: 'enabled',
      planId: 'enterprise',
    });
  });

  it('is not touched while a first payment is not through', async () => {
    const customer = await checkOut();
    stripe.subscribe(customer, { status: 'incomplete' });
    await sync(customer);
    expect((await subscriptionNow()).subscription.status).toBe('trial');
  });

  it('is cancelled at Stripe when the organization is deleted', async () => {
    const customer = await checkOut();
    const { id } = stripe.subscribe(customer);
    await sync(customer);
    const params = { id: ada.userId };
    expect((await ada.call(identity.deleteUser, { params })).status).toBe(204);
    expect(await listDueCustomers(app.platform.db, 100)).toContain(customer);
    await sync(customer);
    expect(stripe.subscriptions.get(id)).toMatchObject({ status: 'canceled' });
    expect(await listDueCustomers(app.platform.db, 100)).not.toContain(customer);
  });

  it('cannot be bought for an organization that was deleted, on a page that is still open', async () => {
    const customer = await checkOut();
    expect(openPagesOf(customer)).toHaveLength(1);
    await ada.call(identity.deleteUser, { params: { id: ada.userId } });
    await sync(customer);
    expect(openPagesOf(customer)).toEqual([]);
    expect(await customerOf(tenant.organizationId)).toBe('');
  });
});

describe('what is shown of payments', () => {
  it('are the plans for sale with their prices and quotas', async () => {
    const { body } = await ada.call(billing.listOffers);
    expect(body).toMatchObject([
      { planId: 'startup', amount: 9900, currency: 'eur', interval: 'month', intervalCount: 1 },
      { planId: 'contact-centers', quotas: { interactions: 250_000 } },
    ]);
  });

  it('is the price of a quarter of a year as such', async () => {
    const perMonth = stripe.prices.get(stripePrices.startup);
    const recurring = { interval: 'month', interval_count: 3 };
    stripe.prices.set(stripePrices.startup, { unit_amount: 27_000, recurring });
    const { body } = await ada.call(billing.listOffers);
    if (perMonth) stripe.prices.set(stripePrices.startup, perMonth);
    expect(body[0]).toMatchObject({ amount: 27_000, interval: 'month', intervalCount: 3 });
  });

  it('are the invoices of the organization alone, without drafts', async () => {
    const customer = await checkOut();
    const invoice = { created: seconds(0), total: 9900, currency: 'eur', status: 'paid' };
    stripe.invoices.push(
      { ...invoice, id: 'in_1', customer, number: 'A-1', invoice_pdf: 'https://files.test/1.pdf' },
      { ...invoice, id: 'in_2', customer, number: null, status: 'draft' },
      { ...invoice, id: 'in_3', customer: 'cus_other', number: 'B-1' },
    );
    const { body } = await ada.call(billing.listInvoices);
    expect(body).toMatchObject([
      { id: 'in_1', number: 'A-1', total: 9900, pdfUrl: 'https://files.test/1.pdf', pageUrl: null },
    ]);
  });

  it('is the portal, for who has been a customer', async () => {
    const none = await ada.call(billing.openPortal);
    expect([none.status, none.error?.hint]).toEqual([409, 'Choose a plan first.']);
    const customer = await checkOut();
    expect((await ada.call(billing.openPortal)).body.url).toBe(`${stripe.url}/portal/${customer}`);
  });

  it('is nothing where payments are not set up', async () => {
    const plain = await startTestApp({ hasWorker: false });
    try {
      const { owner } = await createTenant(plain);
      expect((await owner.call(billing.getBilling)).body.payment).toBeNull();
      expect((await owner.call(billing.listOffers)).status).toBe(404);
      const event = { type: 'customer.subscription.created', customer: 'cus_1' };
      expect((await tellStripeEvent(plain.url, event)).status).toBe(404);
    } finally {
      await plain.close();
    }
  });
});
