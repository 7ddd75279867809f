import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { storeToken } from '#/lib/jwt.ts';
import { type FakeNetwork, fakeNetwork } from '#/lib/testing/fake-network.ts';
import { acme, nora, tokenFor } from '#/lib/testing/people.ts';
import { acceptInvitation } from './accept-invitation.ts';

const link = { organizationId: 'o1', email: 'ivan@acme.test', token: 't1' };
const accept = 'PUT /internal/v1/organizations/o1/invitations/ivan%40acme.test';
const guardMs = 2000;

let network: FakeNetwork;

beforeEach(() => {
  vi.useFakeTimers();
  network = fakeNetwork({ [accept]: { json: { accepted: true } } });
});

afterEach(async () => {
  await vi.advanceTimersByTimeAsync(guardMs);
  vi.useRealTimers();
  vi.unstubAllGlobals();
  localStorage.clear();
});

it('[A-316, A-319] sends the token of the link, the profile and who is signed in', async () => {
  storeToken('token-1');
  await acceptInvitation(link, { fullName: 'Ivan', jobTitle: 'Other', newsletter: true });
  const [sent] = network.requests;
  expect(sent?.url).toBe('/internal/v1/organizations/o1/invitations/ivan%40acme.test?token=t1');
  expect(sent?.headers.get('authorization')).toBe('Bearer token-1');
  expect(sent?.body).toEqual({ fullName: 'Ivan', jobTitle: 'Other', newsletter: true });
});

it('[A-321] asks once within two seconds, and again afterwards', async () => {
  await Promise.all([acceptInvitation(link), acceptInvitation(link)]);
  await vi.advanceTimersByTimeAsync(guardMs - 1);
  await acceptInvitation(link);
  expect(network.count(accept)).toBe(1);
  await vi.advanceTimersByTimeAsync(1);
  await acceptInvitation(link);
  expect(network.count(accept)).toBe(2);
});

it('[A-321] asks again two seconds after it failed', async () => {
  network.answer(accept, { status: 500, statusText: 'Internal Server Error' });
  await expect(acceptInvitation(link)).rejects.toThrow();
  await vi.advanceTimersByTimeAsync(guardMs - 1);
  await expect(acceptInvitation(link)).rejects.toThrow();
  expect(network.count(accept)).toBe(1);
  await vi.advanceTimersByTimeAsync(1);
  network.answer(accept, { json: { accepted: true } });
  await acceptInvitation(link);
  expect(network.count(accept)).toBe(2);
});

it('[A-321] does not ask a second time while a slow request runs', async () => {
  let answer = () => {};
  network.answer(accept, () => {
    return new Promise((resolve) => {
      answer = () => resolve(Response.json({ accepted: true }));
    });
  });
  const first = acceptInvitation(link);
  await vi.advanceTimersByTimeAsync(guardMs * 3);
  const second = acceptInvitation(link);
  answer();
  await Promise.all([first, second]);
  expect(network.count(accept)).toBe(1);
});

// HTTP/2 has no status text.
it.each([
  [404, ''],
  [404, 'Not Found'],
  [410, 'Invitation Not Found'],
])('[A-322] takes an invitation that is not found for accepted: %d %s', async (status, text) => {
  network.answer(accept, { status, statusText: text });
  await expect(acceptInvitation(link)).resolves.toBeUndefined();
});

describe('joining by an invitation that is not found', () => {
  const userPath = 'GET /internal/v1/users/u1';
  const memberOf = (id: string) => ({
    json: { ...nora, memberOf: [{ id, name: 'Acme', role: 'member' }] },
  });

  beforeEach(async () => {
    vi.resetModules();
    localStorage.setItem('jwt', tokenFor(nora, Date.now() + 3_600_000));
    network.answer(accept, { status: 404, statusText: 'Not Found' });
    for (const id of ['o1', 'o2', 'default'])
      network.answer(`${userPath}/organizations/${id}`, { json: acme });
    network.answer(`${userPath}/organizations`, { json: [{ id: 'o1', name: 'Acme' }] });
  });

  afterEach(() => localStorage.clear());

  it('[A-322] counts as joined for who is a member', async () => {
    network.answer(userPath, memberOf('o1'));
    const { joinOrganization } = await import('./accept-invitation.ts');
    await expect(joinOrganization(link)).resolves.toBeUndefined();
  });

  it('[A-364] is invalid for anybody else', async () => {
    network.answer(userPath, memberOf('o2'));
    const { joinOrganization } = await import('./accept-invitation.ts');
    await expect(joinOrganization(link)).rejects.toThrow(/^Invalid invitation$/);
  });
});

it('[A-322] passes every other failure on', async () => {
  network.answer(accept, { status: 409, statusText: 'Conflict' });
  await expect(acceptInvitation(link)).rejects.toThrow('Conflict');
});
