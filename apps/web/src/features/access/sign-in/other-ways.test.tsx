import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { fakeNetwork } from '#/lib/testing/fake-network.ts';
import { renderPage } from '#/lib/testing/render-page.tsx';
import { SignInScreen } from './sign-in-screen.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('[A-075] offers Google where it is the only other way that is set up', async () => {
  fakeNetwork({ 'GET /internal/v1/installation': { json: { signInMethods: ['google'] } } });
  const opened = vi.fn();
  vi.stubGlobal('open', opened);
  renderPage(() => <SignInScreen />, { others: ['/signup', '/signin/sso'] });
  const button = await screen.findByRole('button', { name: 'Continue with Google' });
  await screen.findByText('IBM and Enterprise SSO are not set up on this installation.');
  expect(button).toHaveProperty('disabled', false);
  fireEvent.click(button);
  await waitFor(() => expect(opened).toHaveBeenCalledOnce());
});
