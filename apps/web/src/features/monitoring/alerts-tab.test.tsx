import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { queryClient } from '#/lib/query-client.ts';
import { useAuthStore } from '#/lib/session/auth-store.ts';
import { useOrgStore } from '#/lib/session/org-store.ts';
import { fakeNetwork } from '#/lib/testing/fake-network.ts';
import { acme, nora } from '#/lib/testing/people.ts';
import { renderPage } from '#/lib/testing/render-page.tsx';
import { AlertsTab } from './alerts-tab.tsx';

const ofAcme = 'GET /internal/v1/users/u1/organizations/o1';

beforeEach(() => {
  useAuthStore.setState({ user: nora });
  useOrgStore.setState({ currentOrganization: acme });
  queryClient.clear();
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('says that the alerts could not be loaded, where the channels were', async () => {
  fakeNetwork({
    [`${ofAcme}/alert-channels`]: { json: [] },
    [`${ofAcme}/alerts`]: { status: 500 },
  });
  renderPage(() => (
    <QueryClientProvider client={queryClient}>
      <AlertsTab />
    </QueryClientProvider>
  ));
  expect(await screen.findByText('Nobody is told yet')).toBeTruthy();
  expect(await screen.findByText('Failed to load the alerts')).toBeTruthy();
});
