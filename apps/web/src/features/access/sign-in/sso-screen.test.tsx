import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { fakeNetwork } from '#/lib/testing/fake-network.ts';
import { renderPage } from '#/lib/testing/render-page.tsx';
import { SsoScreen } from './sso-screen.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** Simulates a popup in which the user signs in immediately. `email` is null if the provider omits it. */
function signInElsewhere(address: string, email: string | null): object {
  const id = new URL(address, location.origin).searchParams.get('channel');
  const channel = new BroadcastChannel(`parley-sign-in:${id}`);
  setTimeout(() => {
    channel.postMessage({ error: null, email });
    channel.close();
  });
  return { closed: false };
}

async function signInAs(email: string | null) {
  vi.stubGlobal('open', (address: string) => signInElsewhere(address, email));
  renderPage(() => <SsoScreen company="acme" />, { others: ['/signin'] });
  fireEvent.click(await screen.findByRole('button', { name: 'Continue with SSO' }));
}

it('[A-361] says that the provider named no email', async () => {
  fakeNetwork();
  await signInAs(null);
  expect(await screen.findByText('No email found in SAML response')).toBeDefined();
});

it('[A-093] says that the login failed where the failure has no text of its own', async () => {
  const exchange = 'POST /internal/v1/users/tokenForSAML';
  const network = fakeNetwork({ [exchange]: { status: 500, statusText: 'Internal Server Error' } });
  await signInAs('nora@acme.test');
  await screen.findByText('SSO login failed. Please try again.');
  expect(network.count(exchange)).toBe(1);
});

it('says whom to ask for an invitation', async () => {
  const hint = 'Ask an owner of Acme to invite you, then sign in again.';
  const error = { code: 'auth/user-not-found', message: 'No user exists', hint };
  fakeNetwork({ 'POST /internal/v1/users/tokenForSAML': { status: 401, json: { error } } });
  await signInAs('nora@acme.test');
  expect(await screen.findByText('No user exists for: nora@acme.test')).toBeDefined();
  expect(screen.getByText(hint)).toBeDefined();
});
