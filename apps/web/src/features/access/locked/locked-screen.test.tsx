import type { Subscription } from '@parley/contract';
import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { queryClient } from '#/lib/query-client.ts';
import { useOrgStore } from '#/lib/session/org-store.ts';
import { fakeNetwork } from '#/lib/testing/fake-network.ts';
import { acme } from '#/lib/testing/people.ts';
import { renderPage } from '#/lib/testing/render-page.tsx';
import { LockedScreen } from './locked-screen.tsx';

afterEach(() => {
  cleanup();
  queryClient.clear();
  useOrgStore.setState({ currentOrganization: null });
  vi.unstubAllGlobals();
});

const withStatus = (status: Subscription['status']) => ({
  ...acme,
  subscription: { status, planId: 'trial', endDate: null },
});

it.each([
  ['Trial Period Has Ended', withStatus('trialEnded')],
  ['Subscription Disabled', withStatus('disabled')],
  ['Access Restricted', null],
])('[S-130] has the title “%s” and two buttons', async (title, currentOrganization) => {
  fakeNetwork({ 'GET /internal/v1/installation': { json: { salesEmail: 'sales@parley.test' } } });
  useOrgStore.setState({ currentOrganization });
  renderPage(LockedScreen);
  expect((await screen.findByRole('heading')).textContent).toBe(title);
  expect(screen.getByRole('button').textContent).toBe('Log Out');
  const sales = await screen.findByRole('link', { name: 'Contact Sales' });
  expect(sales.getAttribute('href')).toMatch(/^mailto:sales@parley\.test\?subject=/);
});
