import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { identity } from '#/lib/identity/current-identity.ts';
import { useAuthStore } from '#/lib/session/auth-store.ts';
import { type FakeNetwork, fakeNetwork } from '#/lib/testing/fake-network.ts';
import { nora, tokenFor } from '#/lib/testing/people.ts';
import { signInWithGoogle } from './google-sign-in.ts';
import { signInWithPassword } from './sign-in.ts';

let network: FakeNetwork;
let opened: { closed: boolean };

beforeEach(() => {
  vi.useFakeTimers();
  opened = { closed: false };
  const token = tokenFor(nora, Date.now() + 3_600_000);
  network = fakeNetwork({
    'POST /api/auth/sign-in/email': { json: { token, user: nora } },
    'POST /api/auth/sign-out': { status: 204 },
  });
  vi.stubGlobal('open', () => opened);
  vi.spyOn(document, 'hasFocus').mockReturnValue(true);
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  localStorage.clear();
});

it('a window that is closed leaves whoever signed in by password meanwhile', async () => {
  const outcome = signInWithGoogle();
  expect(useAuthStore.getState().isHeld).toBe(true);
  const typed = new FormData();
  typed.set('email', nora.email);
  typed.set('password', 'Abcdef1!');
  await signInWithPassword(typed);
  expect(useAuthStore.getState().isHeld).toBe(false);
  opened.closed = true;
  await vi.advanceTimersByTimeAsync(5000);
  await outcome;
  expect(identity.currentUser()?.id).toBe(nora.id);
  expect(network.count('POST /api/auth/sign-out')).toBe(0);
});

it('[A-356] says that the login failed where the server does not say why', async () => {
  vi.stubGlobal('open', (address: string) => {
    const id = new URL(address, location.origin).searchParams.get('channel');
    const channel = new BroadcastChannel(`parley-sign-in:${id}`);
    channel.postMessage({ error: null, email: nora.email });
    channel.close();
    return opened;
  });
  network.answer('GET /api/auth/token', { status: 500 });
  expect(await signInWithGoogle()).toBe('Google login failed. Please try again.');
  expect(network.count('GET /api/auth/token')).toBe(1);
});

/** Simulates the popup for Google sign-in. Its last page reports the result. */
function openWindow(address: string, error: string | null): object {
  const id = new URL(address, location.origin).searchParams.get('channel');
  const channel = new BroadcastChannel(`parley-sign-in:${id}`);
  setTimeout(() => {
    channel.postMessage({ error, email: null });
    channel.close();
  });
  return { closed: false };
}

it.each([
  ['by the dashboard, which signs out again', null, 1],
  ['by the server, which has let nobody in', 'auth/company-email-needed', 0],
])('[A-266, A-267] an address of free mail is refused %s', async (_, error, signOuts) => {
  vi.useRealTimers();
  const token = tokenFor({ ...nora, email: 'nora@gmail.com' }, Date.now() + 3_600_000);
  network.answer('GET /api/auth/token', { json: { token, user: nora } });
  network.answer('POST /internal/v1/login/validateEmail', {
    json: { isFreeMail: true, isDisposable: false },
  });
  vi.stubGlobal('open', (address: string) => openWindow(address, error));
  expect(await signInWithGoogle()).toMatch(/^We only offer free trials for users with corporate/);
  expect(network.count('POST /api/auth/sign-out')).toBe(signOuts);
});
