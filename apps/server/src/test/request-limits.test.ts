/** Checks the size limits of requests at all endpoints: sends as much as allowed, then one byte more. */
import { allEndpoints, type Endpoint } from '@parley/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FilledOrganization, fillOrganization } from './filled-organization.ts';
import { startTestApp, type TestApp } from './test-app.ts';
import { nameOf } from './valid-requests.ts';

let app: TestApp;
let acme: FilledOrganization;

beforeAll(async () => {
  app = await startTestApp({ hasWorker: false, settings: { PARLEY_LOAD_TESTING_FOR: '*' } });
  acme = await fillOrganization(app, 'Acme');
});

afterAll(() => app.close());

const pathOf = ({ path }: Endpoint, own: Record<string, string>) =>
  path.replaceAll(/\{(\w+)\}/g, (_, name) => encodeURIComponent(own[name] ?? 'none'));

function tokenOf({ access }: Endpoint): string | undefined {
  if (access === 'public' || access === 'optional') return undefined;
  return typeof access === 'object' && 'apiKey' in access ? acme.key : acme.owner.token;
}

/** Sends a body of this many bytes that no schema accepts. */
async function send(endpoint: Endpoint, bytes: number) {
  const token = tokenOf(endpoint);
  const answer = await fetch(app.url + pathOf(endpoint, acme.holdings), {
    method: endpoint.method,
    headers: {
      'content-type': 'application/json',
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
    body: `"${'x'.repeat(bytes - 2)}"`,
  });
  const { error } = (await answer.json()) as { error?: { code: string } };
  return [answer.status, error?.code];
}

const takingBodies = allEndpoints
  .filter(({ body }) => body)
  .map((endpoint) => [nameOf(endpoint), endpoint] as const);

/** Returns the limit according to docs/limits.md: the endpoint's own, or the one for its kind of access. */
function bytesMaxOf({ access, bodyBytesMax }: Endpoint): number {
  return bodyBytesMax ?? (access === 'public' || access === 'optional' ? 16_384 : 262_144);
}

describe('a body', () => {
  it.each(takingBodies)(
    'may have as many bytes as its endpoint accepts: %s',
    async (_, endpoint) => {
      const most = bytesMaxOf(endpoint);
      const [status] = await send(endpoint, most);
      expect(status).not.toBe(413);
      expect(status).toBeLessThan(500);
      expect(await send(endpoint, most + 1)).toEqual([413, 'too_large']);
    },
  );

  it('may have as many values as the largest of ours, and no more', async () => {
    const { projectId = '', userId = '', orgId = '' } = acme.holdings;
    const post = async (values: number) => {
      const url = `${app.url}/internal/v1/users/${userId}/organizations/${orgId}/projects`;
      const more = Array.from({ length: values }, () => 1);
      const answer = await fetch(url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          authorization: `Bearer ${acme.owner.token}`,
        },
        body: JSON.stringify({ name: `Of ${values}`, parentProjectId: projectId, more }),
      });
      return [answer.status, await answer.text()] as const;
    };
    expect((await post(9_990))[0]).toBe(201);
    const [status, text] = await post(10_010);
    expect(status).toBe(400);
    expect(text).toContain('too many values');
  });
});

describe('requests of one address in a minute', () => {
  const limited = [
    ...new Map(
      allEndpoints
        .filter(({ limitPerMinute }) => limitPerMinute)
        .map((endpoint) => [nameOf(endpoint), endpoint] as const),
    ),
  ];

  it('are limited per endpoint, and one more is refused', {
    timeout: 120_000,
  }, async () => {
    const strict = await startTestApp({
      hasWorker: false,
      settings: { PARLEY_RATE_LIMITS: 'on', PARLEY_LOAD_TESTING_FOR: '*' },
    });
    const refused: Record<string, number> = {};
    for (const [name, endpoint] of limited) {
      const most = endpoint.limitPerMinute ?? 0;
      for (let sent = 1; sent <= most + 1; sent += 1) {
        const { status } = await fetch(strict.url + pathOf(endpoint, { userId: 'nobody' }), {
          method: endpoint.method,
          redirect: 'manual',
        });
        if (status !== 429) continue;
        refused[name] = sent - 1;
        break;
      }
    }
    await strict.close();
    expect(refused).toEqual(
      Object.fromEntries(limited.map(([name, { limitPerMinute }]) => [name, limitPerMinute])),
    );
  });

  it('are six hundred where the endpoint has no limit of its own', async () => {
    const strict = await startTestApp({
      hasWorker: false,
      settings: { PARLEY_RATE_LIMITS: 'on' },
    });
    const statuses: number[] = [];
    for (let sent = 0; sent < 601; sent += 1)
      statuses.push((await fetch(`${strict.url}/api/v1/projects`)).status);
    await strict.close();
    expect(statuses.lastIndexOf(401)).toBe(599);
    expect(statuses[600]).toBe(429);
  });
});

it('an event of Stripe may have a megabyte, and no more', async () => {
  const selling = await startTestApp({
    hasWorker: false,
    settings: {
      PARLEY_STRIPE_SECRET_KEY: 'sk_test_x',
      PARLEY_STRIPE_WEBHOOK_SECRET: 'whsec_x',
      PARLEY_STRIPE_PRICES: 'startup=price_1',
    },
  });
  const statusOf = async (bytes: number) => {
    const answer = await fetch(`${selling.url}/internal/v1/stripe/events`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: `"${'x'.repeat(bytes - 2)}"`,
    });
    return answer.status;
  };
  expect(await statusOf(1_048_576)).toBe(400);
  expect(await statusOf(1_048_577)).toBe(413);
  await selling.close();
});
