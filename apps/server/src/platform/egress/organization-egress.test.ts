import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { alerts, operations, runs, singleSignOn } from '@parley/contract';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { organizations } from '../../db/schema/organizations.ts';
import { createBotSuite, startRun, untilEnded } from '../../test/bot-suite.ts';
import { foundOrganization } from '../../test/found-organization.ts';
import { createTenant, type Tenant } from '../../test/tenant.ts';
import { startTestApp, type TestApp, type TestUser } from '../../test/test-app.ts';

/** A server on a private address that acts as a bot and accepts webhooks. It answers every request. */
const inside = createServer((_, response) => {
  heard += 1;
  response.end('{"text": "Monday to Friday"}');
});
let heard = 0;
let address: string;
let app: TestApp;
let operator: TestUser;

beforeAll(async () => {
  inside.listen(0, '127.0.0.1');
  await once(inside, 'listening');
  address = `127.0.0.1:${(inside.address() as AddressInfo).port}`;
  app = await startTestApp({
    settings: {
      PARLEY_OPERATORS: 'grace@example.org',
      PARLEY_EGRESS_ALLOW: address,
      PARLEY_EGRESS_NEW: 'none',
    },
  });
  operator = await app.signUp({ name: 'Grace Hopper', email: 'grace@example.org' });
});

afterAll(async () => {
  await app.close();
  inside.close();
});

function setEgress(organizationId: string, allow: string[] | null) {
  const params = { organizationId };
  return app.call(operations.setEgress, { token: operator.token, params, body: { allow } });
}

/** Tries to reach that server with every kind of outgoing request of an organization, and returns the results. */
async function reach({ owner }: Tenant): Promise<Record<string, unknown>> {
  const url = `http://${address}/`;
  const suiteId = await createBotSuite(owner, { botUrl: url });
  const { id: runId } = await startRun(owner, suiteId);
  const { status } = await untilEnded(owner, runId);
  const events = await owner.call(runs.listRunEvents, { params: { runId }, query: {} });
  const webhook = await owner.call(alerts.createAlertChannel, {
    body: {
      name: 'Hook',
      isEnabled: true,
      classes: [],
      afterMinutes: 0,
      remindEveryMinutes: null,
      target: { kind: 'webhook', url },
    },
  });
  const metadata = await owner.call(singleSignOn.setSingleSignOn, {
    body: { company: 'acme', domain: 'acme.example', metadataUrl: url },
  });
  const isRefused = (text: string) => text.includes('not allowed to connect to');
  return {
    run: isRefused(events.text) ? 'refused' : status,
    webhook: isRefused(webhook.text) ? 'refused' : webhook.status,
    metadata: isRefused(metadata.text),
  };
}

it('lets an organization, and no other one, reach what an operator opened for it', async () => {
  const [acme, globex] = [
    await createTenant(app, { planId: 'enterprise', subscriptionStatus: 'enabled' }),
    await createTenant(app, { planId: 'enterprise', subscriptionStatus: 'enabled' }),
  ];
  await setEgress(acme.organizationId, ['127.0.0.0/8:*']);
  await setEgress(globex.organizationId, []);
  expect(await reach(acme)).toEqual({ run: 'passed', webhook: 201, metadata: false });
  const before = heard;
  expect(await reach(globex)).toEqual({ run: 'refused', webhook: 'refused', metadata: true });
  expect(heard).toBe(before);
  await setEgress(globex.organizationId, null);
  expect((await reach(globex)).run).toBe('passed');
  await setEgress(globex.organizationId, ['10.0.0.0/8:*']);
  expect((await reach(globex)).run).toBe('refused');
});

it('opens no private address to a new organization where the installation says so', async () => {
  const { organizationId } = await foundOrganization(app.url, 'ada@newcomers.test');
  const [row] = await app.platform.db
    .select({ allow: organizations.egressAllow })
    .from(organizations)
    .where(eq(organizations.id, organizationId));
  expect(row?.allow).toEqual([]);
});
