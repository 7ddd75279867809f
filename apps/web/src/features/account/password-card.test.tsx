import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { isPending } from '#/lib/session/access.ts';
import { useAuthStore } from '#/lib/session/auth-store.ts';
import { useOrgStore } from '#/lib/session/org-store.ts';
import { sessionFacts } from '#/lib/session/session.ts';
import { fakeNetwork } from '#/lib/testing/fake-network.ts';
import { acme, nora } from '#/lib/testing/people.ts';
import { toastStore } from '#/ui/toast.ts';
import { PasswordCard } from './password-card.tsx';

const refused = { status: 401, json: { error: { code: 'auth/wrong-password', message: '' } } };

beforeEach(() => {
  useAuthStore.setState({ user: nora });
  useOrgStore.setState({ currentOrganization: acme });
});

afterEach(() => {
  cleanup();
  useAuthStore.setState({ user: null });
  useOrgStore.setState({ currentOrganization: null });
  vi.unstubAllGlobals();
  localStorage.clear();
});

function changePassword(chosen: string[] = []): void {
  render(<PasswordCard />);
  const type = (label: string, value: string) =>
    fireEvent.change(screen.getByLabelText(label), { target: { value } });
  type('Current password', 'Guessed1!');
  type('New password', 'Ghijkl2?');
  type('Confirm password', 'Ghijkl2?');
  for (const label of chosen) fireEvent.click(screen.getByLabelText(label));
  fireEvent.click(screen.getByRole('button', { name: 'Change password' }));
}

it('[A-341, A-350] sends the current password with the new one, and may ask to sign in again', async () => {
  const code = 'auth/requires-recent-login';
  const answer = { status: 401, json: { error: { code } } };
  const network = fakeNetwork({ 'POST /api/auth/change-password': answer });
  changePassword();
  const asked = 'Please sign in again before changing your password.';
  expect(await screen.findByText(asked)).toBeDefined();
  const body = { currentPassword: 'Guessed1!', newPassword: 'Ghijkl2?' };
  expect(network.requests.map((sent) => sent.body)).toContainEqual(body);
});

it('[A-359] says that the change failed where the server does not say why', async () => {
  fakeNetwork({ 'POST /api/auth/change-password': { status: 500 } });
  changePassword();
  expect(await screen.findByText('Password change failed. Please try again.')).toBeDefined();
});

it('[A-202] leaves its owner ready while it is changed, whatever is loading', async () => {
  const ready: boolean[] = [];
  fakeNetwork({
    'POST /api/auth/change-password': () => {
      useAuthStore.setState({ isLoading: true });
      ready.push(!isPending(sessionFacts()));
      return new Response(null, { status: 500 });
    },
  });
  changePassword();
  await screen.findByText('Password change failed. Please try again.');
  expect(ready).toEqual([true]);
  expect(isPending(sessionFacts())).toBe(true);
  useAuthStore.setState({ isLoading: false });
});

it.each([
  ['Password is incorrect', 'password', /^Password is incorrect\.$/],
  ['the way to a password to somebody who has none', 'sign-in', /Forgot password\?/],
])('says %s', async (_, method, text) => {
  fakeNetwork({
    'POST /api/auth/change-password': refused,
    'GET /internal/v1/users/u1/proof': { json: { method, isRecent: true } },
  });
  changePassword();
  expect(await screen.findByText(text)).toBeDefined();
});

function answerChange(endings: { keys: number; shares: number }) {
  const { id, email, name } = nora;
  const token = `x.${btoa(JSON.stringify({ sub: id, email, exp: 2 ** 31 }))}.x`;
  return fakeNetwork({
    'POST /api/auth/change-password': { json: { user: { id, email, name }, token } },
    [revoke]: { status: endings.keys },
    [endShares]: { status: endings.shares },
  });
}

const revoke = `DELETE /internal/v1/users/${nora.id}/api-keys`;
const endShares = `DELETE /internal/v1/users/${nora.id}/run-shares`;
const keysToo = 'Revoke all my API keys, too';
const sharesToo = 'Revoke all my share links, too';

/** Waits until the form is cleared, which is the last thing that a change does. */
const untilDone = () =>
  vi.waitFor(() =>
    expect(screen.getByLabelText<HTMLInputElement>('Current password').value).toBe(''),
  );

it.each<[string[], string]>([
  [[], 'Password changed'],
  [[keysToo], 'Password changed, API keys revoked'],
  [[sharesToo], 'Password changed, share links revoked'],
  [[keysToo, sharesToo], 'Password changed, API keys revoked, share links revoked'],
])('ends with the password what is chosen: %j', async (chosen, title) => {
  const network = answerChange({ keys: 204, shares: 204 });
  changePassword(chosen);
  await untilDone();
  expect(network.count('POST /api/auth/change-password')).toBe(1);
  expect(network.count(revoke)).toBe(chosen.includes(keysToo) ? 1 : 0);
  expect(network.count(endShares)).toBe(chosen.includes(sharesToo) ? 1 : 0);
  expect(toastStore.getState().toast).toMatchObject({ variant: 'success', title });
});

it.each([
  [{ keys: 500, shares: 204 }, 'the API keys still work'],
  [{ keys: 204, shares: 500 }, 'the share links still work'],
  [{ keys: 500, shares: 500 }, 'the API keys and the share links still work'],
])('says what still works where only the password could be changed: %j', async (endings, what) => {
  answerChange(endings);
  changePassword([keysToo, sharesToo]);
  await untilDone();
  expect(toastStore.getState().toast).toMatchObject({
    variant: 'destructive',
    title: `Password changed, but ${what}`,
  });
});
