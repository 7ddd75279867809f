import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, screen } from '@testing-library/react';
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
  expect(await screen.findByText('No alert channels yet')).toBeTruthy();
  expect(await screen.findByText('Failed to load the alerts')).toBeTruthy();
});

const channel = {
  id: 'c1',
  name: 'On call',
  kind: 'email',
  isEnabled: true,
  classes: [],
  afterMinutes: 0,
  remindEveryMinutes: null,
  targetShown: 'ops@acme.example',
  waiting: [] as string[],
  declined: [] as string[],
};

const delivery = {
  id: 'd1',
  channelId: 'c1',
  alertId: 'a1',
  suiteName: 'Opening hours',
  kind: 'opened',
  attempts: 0,
  createdAt: '2026-03-01T09:00:00.000Z',
  sentAt: null,
  nextAttemptAt: null,
};

it.each([
  [
    {
      status: 'waiting',
      error: 'Held back until tomorrow.',
      nextAttemptAt: '2026-03-02T00:01:00.000Z',
    },
    /^Not delivered: Held back until tomorrow\. Next try /,
  ],
  [{ status: 'sent', error: 'Not sent to all.' }, /^Last sent .+\. Not sent to all\.$/],
  [{ status: 'sent', error: null }, /^Last sent [^.]+$/],
])('says at its channel what became of the last alert: %j', async (change, text) => {
  const lastDelivery = { ...delivery, ...change };
  fakeNetwork({
    [`${ofAcme}/alert-channels`]: { json: [{ ...channel, lastDelivery }] },
    [`${ofAcme}/alerts`]: { json: [] },
  });
  renderPage(() => (
    <QueryClientProvider client={queryClient}>
      <AlertsTab />
    </QueryClientProvider>
  ));
  expect(await screen.findByText(text)).toBeTruthy();
});

it('says who has not confirmed or has declined, and asks again', async () => {
  const self = {
    ...{ id: nora.id, name: nora.name, email: nora.email, role: 'owner' as const },
    ...{ addedDate: '2026-01-01T00:00:00.000Z', lastActive: null },
  };
  useOrgStore.setState({ currentOrganization: { ...acme, members: [self] } });
  const waiting = ['new@elsewhere.test'];
  const declined = ['no@elsewhere.test'];
  const asking = 'POST /internal/v1/users/u1/organizations/o1/alert-channels/c1/confirmations';
  const shown = { ...channel, lastDelivery: null, waiting, declined };
  const network = fakeNetwork({
    [`${ofAcme}/alert-channels`]: { json: [shown] },
    [`${ofAcme}/alerts`]: { json: [] },
    [asking]: { json: shown },
  });
  renderPage(() => (
    <QueryClientProvider client={queryClient}>
      <AlertsTab />
    </QueryClientProvider>
  ));
  expect(await screen.findByText(/Waiting for confirmation: new@elsewhere\.test/)).toBeDefined();
  expect(screen.getByText('Declined alerts: no@elsewhere.test')).toBeDefined();
  fireEvent.click(screen.getByRole('button', { name: 'Ask again' }));
  await vi.waitFor(() => expect(network.count(asking)).toBe(1));
});
