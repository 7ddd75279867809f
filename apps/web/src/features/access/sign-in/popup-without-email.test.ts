import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { identity } from '#/lib/identity/current-identity.ts';
import { messageOf } from '#/lib/identity/messages.ts';
import { type FakeNetwork, fakeNetwork } from '#/lib/testing/fake-network.ts';
import { tokenFor } from '#/lib/testing/people.ts';
import { signInWithGoogle } from './google-sign-in.ts';
import { signInWithSso } from './sso.ts';

let network: FakeNetwork;

/** Simulates a popup whose last page contains no email. */
function openWindow(address: string, last: { error: string | null }): object {
  const id = new URL(address, location.origin).searchParams.get('channel');
  const channel = new BroadcastChannel(`parley-sign-in:${id}`);
  setTimeout(() => {
    channel.postMessage({ ...last, email: null });
    channel.close();
  });
  return { closed: false };
}

beforeEach(() => {
  const token = tokenFor({ id: 'u1', email: '' }, Date.now() + 3_600_000);
  network = fakeNetwork({
    'GET /api/auth/token': { json: { token: withoutEmail(token) } },
    'POST /api/auth/sign-out': { json: { success: true } },
  });
  vi.stubGlobal('open', (address: string) => openWindow(address, { error: null }));
});

afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

function withoutEmail(token: string): string {
  const [head, payload = '', signature] = token.split('.');
  const { email: _, ...claims } = JSON.parse(atob(payload)) as { email: string };
  return [head, btoa(JSON.stringify(claims)), signature].join('.');
}

it('[A-269, A-270] Google without an email is told and signed out again', async () => {
  expect(await signInWithGoogle()).toBe('Failed to get email from Google login');
  expect(network.count('POST /api/auth/sign-out')).toBe(1);
  expect(identity.currentUser()).toBeNull();
  expect(localStorage.getItem('jwt')).toBeNull();
});

it('[A-269, A-270] so is an answer without an email that the server has refused', async () => {
  vi.stubGlobal('open', (address: string) => openWindow(address, { error: 'auth/invalid-email' }));
  expect(await signInWithGoogle()).toBe('Failed to get email from Google login');
  expect(network.count('POST /api/auth/sign-out')).toBe(1);
  expect(identity.currentUser()).toBeNull();
});

it('[A-361] a company’s provider without an email is told, and no token is asked for', async () => {
  const failure = await signInWithSso('acme').catch((error: unknown) => messageOf(error, 'sso'));
  expect(failure).toBe('No email found in SAML response');
  expect(network.requests).toEqual([]);
});
