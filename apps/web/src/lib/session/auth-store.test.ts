import { afterEach, expect, it, vi } from 'vitest';
import { storeToken } from '#/lib/jwt.ts';
import { nora } from '#/lib/testing/people.ts';
import { clearAuth, keepUser, useAuthStore } from './auth-store.ts';

const stored = () => JSON.parse(localStorage.getItem('auth') ?? '{}').state;

afterEach(() => {
  clearAuth();
  localStorage.clear();
});

it('[A-183] stores the user and what IBM told under auth, and nothing that passes', () => {
  const ibm = { instanceId: 'i-77', isNewUser: true };
  storeToken('t1');
  keepUser(nora);
  useAuthStore.setState({ ibm, isLoading: true, failure: 'No connection' });
  expect(stored()).toEqual({ user: { ...nora, token: 't1' }, ibm });
});

it('[A-160] the user has the token that the browser holds, also after it was renewed', () => {
  storeToken('t1');
  keepUser(nora);
  expect(useAuthStore.getState().user).toEqual({ ...nora, token: 't1' });
  storeToken('t2');
  expect(useAuthStore.getState().user).toEqual({ ...nora, token: 't2' });
  expect(stored().user.token).toBe('t2');
});

it('[A-160] a page that is opened takes the token under jwt, which another tab may have renewed', async () => {
  storeToken('t1');
  keepUser(nora);
  localStorage.setItem('jwt', 't2');
  vi.resetModules();
  const opened = await import('./auth-store.ts');
  expect(opened.useAuthStore.getState().user?.token).toBe('t2');
});

it('nobody gets a token who is not signed in', () => {
  storeToken('t1');
  expect(useAuthStore.getState().user).toBeNull();
});

it('[A-183] forgets both when nobody is signed in', () => {
  keepUser(nora);
  clearAuth();
  expect(stored()).toEqual({ user: null, ibm: null });
});
