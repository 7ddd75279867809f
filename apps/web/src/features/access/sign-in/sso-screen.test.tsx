import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { fakeNetwork } from '#/lib/testing/fake-network.ts';
import { renderPage } from '#/lib/testing/render-page.tsx';
import { SsoScreen } from './sso-screen.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** A window in which somebody signs in at once. */
function signInElsewhere(address: string): object {
  const id = new URL(address, location.origin).searchParams.get('channel');
  const channel = new BroadcastChannel(`parley-sign-in:${id}`);
  setTimeout(() => {
    channel.postMessage({ error: null, email: 'nora@acme.test' });
    channel.close();
  });
  return { closed: false };
}

it('[A-093] says that the login failed where the failure has no text of its own', async () => {
  const exchange = 'POST /internal/v1/users/tokenForSAML';
  const network = fakeNetwork({ [exchange]: { status: 500, statusText: 'Internal Server Error' } });
  vi.stubGlobal('open', signInElsewhere);
  renderPage(() => <SsoScreen company="acme" />, { others: ['/signin'] });
  fireEvent.click(await screen.findByRole('button', { name: 'Continue with SSO' }));
  await screen.findByText('SSO login failed. Please try again.');
  expect(network.count(exchange)).toBe(1);
});
