import { afterEach, expect, it } from 'vitest';
import { nora } from '#/lib/testing/people.ts';
import { clearAuth, useAuthStore } from './auth-store.ts';

const stored = () => JSON.parse(localStorage.getItem('auth') ?? '{}').state;

afterEach(() => {
  clearAuth();
  localStorage.clear();
});

it('[A-183] stores the user and what IBM told under auth, and nothing that passes', () => {
  const ibm = { instanceId: 'i-77', isNewUser: true };
  useAuthStore.setState({ user: nora, ibm, isLoading: true, failure: 'No connection' });
  expect(stored()).toEqual({ user: nora, ibm });
});

it('[A-183] forgets both when nobody is signed in', () => {
  useAuthStore.setState({ user: nora });
  clearAuth();
  expect(stored()).toEqual({ user: null, ibm: null });
});
