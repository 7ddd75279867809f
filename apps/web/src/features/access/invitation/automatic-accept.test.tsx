import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { type Answer, fakeNetwork } from '#/lib/testing/fake-network.ts';

const accept = 'PUT /internal/v1/organizations/o1/invitations/ivan%40acme.test';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it.each<[string, Answer, string]>([
  [
    'what the server says',
    {
      status: 403,
      json: {
        error: {
          code: 'forbidden',
          message: 'The email address of your account is not verified.',
          hint: 'Open the link in the verification mail, then accept the invitation.',
        },
      },
    },
    'The email address of your account is not verified. Open the link in the verification mail, then accept the invitation.',
  ],
  [
    'that nothing is lost where it does not answer',
    { status: 502, statusText: 'Bad Gateway' },
    'Your invitation is still good.',
  ],
])('[A-365] a failed accept tells %s', async (_, answer, reason) => {
  fakeNetwork({ [accept]: answer });
  // A page load: requests of the one before are not shared.
  vi.resetModules();
  const { AutomaticAccept } = await import('./automatic-accept.tsx');
  const link = { organizationId: 'o1', email: 'ivan@acme.test', token: 't1' };
  const component = () => <AutomaticAccept link={link} title="Join Acme" />;
  const router = createRouter({
    routeTree: createRootRoute({ component }),
    history: createMemoryHistory(),
  });
  render(<RouterProvider router={router} />);
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('Failed to join organization.');
  expect(alert.textContent).toContain(reason);
});
