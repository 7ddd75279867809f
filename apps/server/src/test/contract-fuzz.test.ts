import { allEndpoints } from '@parley/contract';
import { expect, it } from 'vitest';
import { fillOrganization } from './filled-organization.ts';
import { fuzzContract } from './fuzz-contract.ts';
import { startTestApp } from './test-app.ts';
import { nameOf } from './valid-requests.ts';

/** A few requests. `npm run drill -- fuzz` sends more, with another seed. */
const few = { requests: 500, seed: 20_261_121 };

it('no request makes an endpoint fail, hang or answer in a form of its own', async () => {
  const app = await startTestApp({
    hasWorker: false,
    settings: { PARLEY_LOAD_TESTING_FOR: '*' },
  });
  const { complaints, succeeded } = await fuzzContract(app, few);
  await app.close();
  expect(complaints).toEqual([]);
  // Otherwise, all requests were refused before they reached a handler.
  expect(succeeded.size).toBeGreaterThan(30);
}, 120_000);

it('a change of nothing makes no endpoint fail', async () => {
  const app = await startTestApp({
    hasWorker: false,
    settings: { PARLEY_LOAD_TESTING_FOR: '*' },
  });
  const { owner, key, holdings } = await fillOrganization(app, 'Acme');
  const changes = allEndpoints.filter(({ method }) => method === 'PATCH');
  const failed: string[] = [];
  for (const endpoint of changes) {
    const isByKey = typeof endpoint.access === 'object' && 'apiKey' in endpoint.access;
    const { status, text } = await app.call(endpoint, {
      token: isByKey ? key : owner.token,
      params: { ...holdings, userId: owner.userId } as never,
      body: {} as never,
    });
    if (status >= 500) failed.push(`${nameOf(endpoint)}: ${text}`);
  }
  await app.close();
  expect(failed).toEqual([]);
  expect(changes.length).toBeGreaterThan(10);
}, 60_000);
