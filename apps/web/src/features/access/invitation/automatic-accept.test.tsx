import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { type Answer, fakeNetwork } from '#/lib/testing/fake-network.ts';
import { acme, nora, tokenFor } from '#/lib/testing/people.ts';
import { renderPage } from '#/lib/testing/render-page.tsx';
import { settle } from '#/lib/testing/settle.ts';

const accept = 'PUT /internal/v1/organizations/o1/invitations/ivan%40acme.test';

const link = { organizationId: 'o1', email: 'ivan@acme.test', token: 't1' };

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  localStorage.clear();
});

/** Opens the invitation with fresh modules, so that it shares no requests with earlier tests. */
async function openInvitation() {
  vi.resetModules();
  const { AutomaticAccept } = await import('./automatic-accept.tsx');
  const page = () => <AutomaticAccept link={link} title="Join Acme" />;
  return renderPage(page, { path: '/invitation', others: ['/test-suites'] });
}

it.each<[string, Answer, string]>([
  [
    'what the server says',
    {
      status: 403,
      json: {
        error: {
          code: 'forbidden',
          message: 'The email address of your account is not verified.',
          hint: 'Open the link in the verification email, then accept the invitation.',
        },
      },
    },
    'The email address of your account is not verified. Open the link in the verification email, then accept the invitation.',
  ],
  [
    'that nothing is lost where it does not answer',
    { status: 502, statusText: 'Bad Gateway' },
    'Your invitation is still valid.',
  ],
])('[A-365] a failed accept tells %s', async (_, answer, reason) => {
  fakeNetwork({ [accept]: answer });
  await openInvitation();
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('Failed to join organization.');
  expect(alert.textContent).toContain(reason);
});

it('offers another sign-in where this one joins no other organization', async () => {
  const error = {
    code: 'other_sign_in_needed',
    message: 'This action affects your whole account.',
  };
  fakeNetwork({ [accept]: { status: 403, json: { error } } });
  await openInvitation();
  await screen.findByRole('button', { name: 'Sign in again' });
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
});

it('[A-228] leads on half a second after the invitation was accepted', async () => {
  const user = 'GET /internal/v1/users/u1';
  const network = fakeNetwork({
    [accept]: { json: { accepted: true } },
    [user]: { json: nora },
    [`${user}/organizations`]: { json: [{ id: 'o1', name: 'Acme' }] },
    [`${user}/organizations/o1`]: { json: acme },
    [`${user}/organizations/default`]: { json: acme },
  });
  localStorage.setItem('jwt', tokenFor(nora, Date.now() + 3_600_000));
  vi.useFakeTimers();
  const router = await openInvitation();
  await settle();
  expect(network.count(accept)).toBe(1);
  await vi.advanceTimersByTimeAsync(499);
  expect(router.state.location.pathname).toBe('/invitation');
  await vi.advanceTimersByTimeAsync(1);
  expect(router.state.location.pathname).toBe('/test-suites');
});
