import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useAuthStore } from '#/lib/session/auth-store.ts';
import { type Answer, type FakeNetwork, fakeNetwork } from '#/lib/testing/fake-network.ts';
import { nora, tokenFor } from '#/lib/testing/people.ts';
import { verifyEmail } from './verify-email.ts';

const token = btoa('u1:nora@acme.test:o1:secret');
const user = 'GET /internal/v1/users/u1';
const verify = 'POST /internal/v1/users/verify/';
const domain = 'GET /internal/v1/organizations/domain';
const activate = 'POST /internal/v1/users/u1/organizations/o1/activate';

let network: FakeNetwork;

beforeEach(() => {
  network = fakeNetwork({
    [user]: { json: { id: 'u1', verified: false } },
    [verify]: { status: 204 },
    [domain]: { json: [] },
    [activate]: { status: 204 },
  });
});

afterEach(() => {
  useAuthStore.setState({ user: null });
  localStorage.clear();
  vi.unstubAllGlobals();
});

/** Requests so far, in order. */
const asked = () => network.requests.map(({ method, url }) => `${method} ${url.split('?')[0]}`);

it('[A-216, A-217, A-220, A-301] verifies, looks at the domain, then activates', async () => {
  expect(await verifyEmail(token)).toBe('success');
  expect(asked()).toEqual([user, verify, domain, activate]);
  const [, verified, looked, activated] = network.requests;
  expect(verified?.url).toContain('email=nora%40acme.test');
  expect(verified?.body).toEqual({ token });
  const query = new URLSearchParams(looked?.url.split('?')[1]);
  expect(Object.fromEntries(query)).toEqual({ email: 'nora@acme.test', token });
  expect(activated?.body).toEqual({ token });
});

it('[A-301, A-306, A-315] carries the whole token of the link to each of the three', async () => {
  await verifyEmail(token);
  const [, ...others] = network.requests;
  const sent = others.map(({ method, url, body }) => [method, url, body]);
  const email = 'email=nora%40acme.test';
  expect(sent).toEqual([
    ['POST', `/internal/v1/users/verify/?${email}`, { token }],
    ['GET', expect.stringMatching(`^/internal/v1/organizations/domain\\?.*${email}`), undefined],
    ['POST', '/internal/v1/users/u1/organizations/o1/activate', { token }],
  ]);
  expect(new URL(others[1]?.url ?? '', location.origin).searchParams.get('token')).toBe(token);
});

it('[A-215] asks nothing further about an email that is verified already', async () => {
  network.answer(user, { json: { id: 'u1', verified: true } });
  expect(await verifyEmail(token)).toBe('already_verified');
  expect(asked()).toEqual([user]);
});

it('goes on for somebody signed in whose address waits for its proof', async () => {
  network.answer(user, { json: { ...nora, verified: true, hasUnprovenEmail: true } });
  expect(await verifyEmail(token)).toBe('success');
  expect(asked()).toEqual([user, verify, domain, activate]);
});

it.each([
  ['[A-218] an active organization of the domain', [false, true], 'domain_exists_active'],
  ['[A-219] an organization of the domain that waits', [false], 'domain_exists_inactive'],
])('%s stops before the activation', async (_, active, state) => {
  const json = active.map((isActive, index) => ({
    id: `x${index}`,
    name: 'Elsewhere',
    active: isActive,
  }));
  network.answer(domain, { json });
  expect(await verifyEmail(token)).toBe(state);
  expect(asked()).toEqual([user, verify, domain]);
});

it('[A-221] loads a signed-in user anew at the end', async () => {
  localStorage.setItem('jwt', tokenFor(nora, Date.now() + 3_600_000));
  vi.resetModules();
  const { useAuthStore: auth } = await import('#/lib/session/auth-store.ts');
  const { verifyEmail: verifyHere } = await import('./verify-email.ts');
  auth.setState({ user: { ...nora, memberOf: [], verified: false } });
  let isVerified = false;
  network.answer(user, () => Response.json({ ...nora, memberOf: [], verified: isVerified }));
  network.answer(activate, async () => {
    await new Promise((answered) => setTimeout(answered, 20));
    isVerified = true;
    return new Response(null, { status: 204 });
  });
  expect(await verifyHere(token)).toBe('success');
  expect(asked()).toEqual([user, verify, domain, activate, user]);
  expect(auth.getState().user?.verified).toBe(true);
});

it('verifies also before the organization is founded that the link speaks of', async () => {
  network.answer('POST /internal/v1/users/u1/organizations/default/activate', {
    status: 404,
    statusText: 'Not Found',
  });
  expect(await verifyEmail(btoa('u1:nora@acme.test:default:secret'))).toBe('success');
});

it('ends as an error when the organization of the link is gone', async () => {
  network.answer(activate, { status: 404, statusText: 'Not Found' });
  expect(await verifyEmail(token)).toBe('error');
});

it.each<[string, string]>([
  ['reading the user', user],
  ['verifying', verify],
  ['looking at the domain', domain],
  ['activating', activate],
])('[A-222] ends as an error when %s fails, and asks no more', async (_, request) => {
  const failure: Answer = { status: 500, statusText: 'Internal Server Error' };
  network.answer(request, failure);
  expect(await verifyEmail(token)).toBe('error');
  expect(asked().at(-1)).toBe(request);
});

it.each(['', 'u1', btoa('u1:nora@acme.test')])(
  '[A-213, A-214] asks nothing for the token "%s", which lacks a part',
  async (short) => {
    expect(await verifyEmail(short)).toBe('invalid_token');
    expect(network.requests).toEqual([]);
  },
);
