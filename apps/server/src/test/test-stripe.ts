/**
 * A simulation of Stripe, as far as Parley uses it, over HTTP: form bodies in, JSON out, a payment page, and signed events to
 * the webhook. The test decides what happens to a subscription.
 */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import Stripe from 'stripe';

export const stripeSecrets = { key: 'sk_test_parley', webhook: 'whsec_parley' };

export const stripePrices = { startup: 'price_startup', 'contact-centers': 'price_centers' };

interface Row {
  id: string;
  customer?: string | null;
  status?: string;
  price?: string | null;
  success_url?: string | null;
  [more: string]: unknown;
}

interface Price {
  unit_amount: number;
  recurring: { interval: string; interval_count: number };
}

const perMonth = { interval: 'month', interval_count: 1 };

export interface TestStripe {
  url: string;
  /** Settings for a server that uses this simulation. */
  settings: Record<string, string>;
  /** All requests, such as `POST /v1/customers`. */
  requests: string[];
  prices: Map<string, Price>;
  customers: Map<string, Row>;
  subscriptions: Map<string, Row>;
  sessions: Map<string, Row>;
  invoices: Row[];
  /** True to answer all requests with a Stripe error. */
  isAway: boolean;
  /** True to carry out requests but lose the responses. */
  losesAnswers: boolean;
  /** Called before the list of subscriptions is returned, to test races. */
  beforeSubscriptions: (() => Promise<void>) | undefined;
  /** Called before the list of checkout sessions is returned, to test races. */
  beforeSessions: (() => Promise<void>) | undefined;
  /** Creates or changes a customer's subscription. */
  subscribe(customer: string, change?: Partial<SubscriptionWish>): Row;
  close(): Promise<void>;
}

interface SubscriptionWish {
  id: string;
  status: string;
  price: string;
  created: number;
  periodEnd: number;
  cancelAt: number | null;
  endedAt: number | null;
}

export async function startTestStripe(): Promise<TestStripe> {
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      response.writeHead(500).end(String(error));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const byKey = new Map<string, { form: string; result: object }>();
  let made = 0;
  const newId = (prefix: string) => `${prefix}_${++made}`;

  const stripe: TestStripe = {
    url,
    settings: {
      PARLEY_EDITION: 'hosted',
      PARLEY_STRIPE_URL: url,
      PARLEY_STRIPE_SECRET_KEY: stripeSecrets.key,
      PARLEY_STRIPE_WEBHOOK_SECRET: stripeSecrets.webhook,
      PARLEY_STRIPE_PRICES: Object.entries(stripePrices)
        .map((pair) => pair.join('='))
        .join(','),
    },
    requests: [],
    prices: new Map([
      [stripePrices.startup, { unit_amount: 9900, recurring: perMonth }],
      [stripePrices['contact-centers'], { unit_amount: 79_900, recurring: perMonth }],
    ]),
    customers: new Map(),
    subscriptions: new Map(),
    sessions: new Map(),
    invoices: [],
    isAway: false,
    losesAnswers: false,
    beforeSubscriptions: undefined,
    beforeSessions: undefined,
    subscribe(customer, change = {}) {
      const id = change.id ?? newId('sub');
      const now = Math.floor(Date.now() / 1000);
      const row = {
        object: 'subscription',
        id,
        customer,
        status: change.status ?? 'active',
        created: change.created ?? now,
        cancel_at: change.cancelAt ?? null,
        cancel_at_period_end: false,
        canceled_at: change.endedAt ?? null,
        ended_at: change.endedAt ?? null,
        items: {
          object: 'list',
          data: [
            {
              price: { id: change.price ?? stripePrices.startup },
              current_period_end: change.periodEnd ?? now + 30 * 86_400,
            },
          ],
        },
      };
      stripe.subscriptions.set(id, row);
      return row;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '/', url);
    const method = request.method ?? 'GET';
    if (pathname.startsWith('/pay/')) {
      pay(pathname, method, response);
      return;
    }
    if (pathname.startsWith('/portal/')) {
      page(response, 'Customer portal', '');
      return;
    }
    stripe.requests.push(`${method} ${pathname}`);
    const send = (status: number, body: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    if (stripe.isAway) return void send(503, { error: { type: 'api_error', message: 'Away' } });
    if (request.headers.authorization !== `Bearer ${stripeSecrets.key}`)
      return void send(401, {
        error: { type: 'invalid_request_error', message: 'Invalid API Key' },
      });
    const form = new URLSearchParams(await textOf(request));
    const key = request.headers['idempotency-key'];
    const known = typeof key === 'string' ? byKey.get(key) : undefined;
    if (known && known.form !== form.toString())
      return void send(400, {
        error: { type: 'idempotency_error', message: 'Keys are for one set of parameters' },
      });
    const result = known?.result ?? (await act(`${method} ${pathname}`, searchParams, form));
    if (typeof key === 'string' && result)
      byKey.set(key, { form: form.toString(), result: structuredClone(result) });
    if (stripe.losesAnswers) return void response.destroy();
    if (result === undefined)
      return void send(404, {
        error: { type: 'invalid_request_error', message: 'No such object' },
      });
    send(200, result);
  }

  async function act(
    call: string,
    query: URLSearchParams,
    form: URLSearchParams,
  ): Promise<object | undefined> {
    const customer = query.get('customer');
    const list = (rows: Iterable<Row>) => ({
      object: 'list',
      has_more: false,
      data: [...rows].filter((row) => row.customer === customer),
    });
    const [, id = ''] = /\/v1\/(?:checkout\/)?\w+\/(\w+)/.exec(call) ?? [];
    if (call === 'POST /v1/customers') {
      const row = {
        object: 'customer',
        id: newId('cus'),
        name: form.get('name'),
        email: form.get('email'),
        organizationId: form.get('metadata[organizationId]'),
      };
      stripe.customers.set(row.id, row);
      return row;
    }
    if (call.startsWith('POST /v1/customers/')) {
      const row = stripe.customers.get(id);
      return row && Object.assign(row, Object.fromEntries(form));
    }
    if (call === 'GET /v1/subscriptions') {
      const answered = structuredClone(list(stripe.subscriptions.values()));
      await stripe.beforeSubscriptions?.();
      return answered;
    }
    if (call.startsWith('DELETE /v1/subscriptions/'))
      return Object.assign(stripe.subscriptions.get(id) ?? {}, { status: 'canceled' });
    if (call === 'GET /v1/invoices') return list(stripe.invoices);
    if (call.startsWith('GET /v1/prices/')) {
      const price = stripe.prices.get(id);
      return price && { object: 'price', id, currency: 'eur', ...price };
    }
    if (call === 'GET /v1/checkout/sessions') {
      const answered = structuredClone(list(stripe.sessions.values()));
      await stripe.beforeSessions?.();
      return answered;
    }
    if (call === 'POST /v1/checkout/sessions') {
      const session = newId('cs');
      const row = {
        object: 'checkout.session',
        id: session,
        status: 'open',
        customer: form.get('customer'),
        price: form.get('line_items[0][price]'),
        success_url: form.get('success_url'),
        client_reference_id: form.get('client_reference_id'),
        url: `${url}/pay/${session}`,
      };
      stripe.sessions.set(session, row);
      return row;
    }
    if (/^POST \/v1\/checkout\/sessions\/\w+\/expire$/.test(call)) {
      const session = stripe.sessions.get(id);
      return session?.status === 'open' ? Object.assign(session, { status: 'expired' }) : undefined;
    }
    if (call.startsWith('GET /v1/checkout/sessions/')) return stripe.sessions.get(id);
    if (call === 'POST /v1/billing_portal/sessions')
      return { object: 'billing_portal.session', url: `${url}/portal/${form.get('customer')}` };
    return undefined;
  }

  /** Shows the payment page, whose button pays. */
  function pay(pathname: string, method: string, response: ServerResponse): void {
    const session = stripe.sessions.get(pathname.split('/')[2] ?? '');
    if (session?.status !== 'open' || method === 'GET') {
      const isOpen = session?.status === 'open';
      const button = '<form method="post"><button>Pay</button></form>';
      page(response, isOpen ? 'Checkout' : 'This page has expired', isOpen ? button : '');
      return;
    }
    session.status = 'complete';
    const customer = String(session.customer);
    stripe.subscribe(customer, { price: String(session.price) });
    const id = newId('in');
    stripe.invoices.unshift({
      object: 'invoice',
      id,
      customer,
      number: `PARLEY-${made}`,
      created: Math.floor(Date.now() / 1000),
      total: 9900,
      currency: 'eur',
      status: 'paid',
      invoice_pdf: `${url}/invoices/${id}.pdf`,
      hosted_invoice_url: `${url}/invoices/${id}`,
    });
    response.writeHead(303, { location: String(session.success_url) }).end();
  }

  return stripe;
}

/** Sends an event to a Parley server, signed as Stripe does. */
export function tellStripeEvent(
  parleyUrl: string,
  event: { type: string; customer: string },
  signing: { secret?: string; timestamp?: number } = {},
): Promise<Response> {
  const payload = JSON.stringify({
    id: `evt_${Math.random().toString(36).slice(2)}`,
    object: 'event',
    type: event.type,
    data: { object: { object: event.type.split('.')[0], customer: event.customer } },
  });
  return postSigned(parleyUrl, payload, signing);
}

/** Sends a text with a valid signature. */
export function postSigned(
  parleyUrl: string,
  payload: string,
  signing: { secret?: string; timestamp?: number } = {},
): Promise<Response> {
  const signature = new Stripe(stripeSecrets.key).webhooks.generateTestHeaderString({
    payload,
    secret: stripeSecrets.webhook,
    ...signing,
  });
  return fetch(`${parleyUrl}/internal/v1/stripe/events`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'stripe-signature': signature },
    body: payload,
  });
}

function page(response: ServerResponse, title: string, body: string): void {
  const html = `<!doctype html><html lang="en"><title>${title}</title><h1>${title}</h1>${body}`;
  response.writeHead(200, { 'content-type': 'text/html' }).end(html);
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) text += chunk;
  return text;
}
