import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type FakeNetwork, fakeNetwork } from '#/lib/testing/fake-network.ts';
import { nora, tokenFor } from '#/lib/testing/people.ts';
import { renderPage } from '#/lib/testing/render-page.tsx';

const signOut = 'POST /api/auth/sign-out';

let network: FakeNetwork;

beforeEach(() => {
  localStorage.setItem('jwt', tokenFor(nora, Date.now() + 3_600_000));
  network = fakeNetwork({
    'POST /api/auth/reset-password': { status: 204 },
    [signOut]: { status: 204 },
  });
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  localStorage.clear();
});

/** Simulates a page load: fresh modules with the current storage. */
async function choosePassword() {
  vi.resetModules();
  const { ResetPasswordScreen } = await import('./reset-password-screen.tsx');
  renderPage(() => <ResetPasswordScreen token="t" />);
  for (const label of ['Password', 'Confirm password']) {
    fireEvent.change(await screen.findByLabelText(label), { target: { value: 'Ghijkl2?' } });
  }
  fireEvent.click(screen.getByRole('button', { name: 'Change password' }));
  await screen.findByText('Password changed');
}

it('leaves whoever is signed in to another account', async () => {
  const token = tokenFor(nora, Date.now() + 7_200_000);
  network.answer('GET /api/auth/token', { json: { token, user: nora } });
  await choosePassword();
  expect(network.count(signOut)).toBe(0);
  expect(localStorage.getItem('jwt')).toBe(token);
});

it('signs out where the session has ended with all others', async () => {
  network.answer('GET /api/auth/token', { status: 401 });
  await choosePassword();
  expect(network.count(signOut)).toBe(1);
  expect(localStorage.getItem('jwt')).toBeNull();
});
