/** Tests the delays of the verification pages, with a fake clock. */
import { act, cleanup, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useAuthStore } from '#/lib/session/auth-store.ts';
import { fakeNetwork } from '#/lib/testing/fake-network.ts';
import { nora } from '#/lib/testing/people.ts';
import { renderPage } from '#/lib/testing/render-page.tsx';
import { settle } from '#/lib/testing/settle.ts';
import { ActivationScreen } from './activation-screen.tsx';
import { VerifyScreen } from './verify-screen.tsx';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  useAuthStore.setState({ user: null });
});

async function open(component: () => ReactNode) {
  const router = renderPage(component, { path: '/page', others: ['/signin'] });
  await act(settle);
  return router;
}

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

it('[A-128] the account verification appears after half a second', async () => {
  useAuthStore.setState({ user: { ...nora, verified: false } });
  await open(ActivationScreen);
  await pass(499);
  expect(screen.queryByRole('heading', { level: 1 })).toBeNull();
  await pass(1);
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(
    'Your account is being activated',
  );
});

it('[A-134] whoever has verified an email is led to the sign-in after ten seconds', async () => {
  fakeNetwork({
    'GET /internal/v1/users/u1': { json: { id: 'u1', verified: false } },
    'POST /internal/v1/users/verify/': { status: 204 },
    'GET /internal/v1/organizations/domain': { json: [] },
    'POST /internal/v1/users/u1/organizations/o1/activate': { status: 204 },
  });
  const router = await open(() => <VerifyScreen token={btoa('u1:nora@acme.test:o1:secret')} />);
  await pass(9999);
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Your email is verified');
  expect(router.state.location.pathname).toBe('/page');
  await pass(1);
  expect(router.state.location.pathname).toBe('/signin');
});

it.each([
  ['that is none', 'none', {}, 'Invalid link'],
  [
    'that was used before',
    btoa('u1:nora@acme.test:o1:used'),
    { 'GET /internal/v1/users/u1': { json: { id: 'u1', verified: true } } },
    'Already verified',
  ],
])('[A-033, A-134] nobody is led on by a link %s', async (_, token, answers, title) => {
  fakeNetwork(answers);
  const router = await open(() => <VerifyScreen token={token} />);
  await pass(10_001);
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(title);
  expect(router.state.location.pathname).toBe('/page');
});
