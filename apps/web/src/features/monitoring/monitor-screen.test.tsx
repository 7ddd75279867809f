import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { queryClient } from '#/lib/query-client.ts';
import { useAuthStore } from '#/lib/session/auth-store.ts';
import { useOrgStore } from '#/lib/session/org-store.ts';
import { fakeNetwork } from '#/lib/testing/fake-network.ts';
import { acme, nora } from '#/lib/testing/people.ts';
import { renderPage } from '#/lib/testing/render-page.tsx';
import { toastStore } from '#/ui/toast.ts';
import { MonitorScreen } from './monitor-screen.tsx';

const ofAcme = '/internal/v1/users/u1/organizations/o1';

const monitor = {
  suiteId: 's1',
  suiteName: 'Opening hours',
  projectId: 'p1',
  projectName: 'Bank',
  platform: 'webchat',
  config: null,
  schedule: 'Every hour',
  nextAt: null,
  pausedUntil: null,
  alertSince: '2026-03-01T09:00:00.000Z',
  incident: null,
  stopped: null,
  slots: [],
};

const incident = {
  id: 'i1',
  suiteId: 's1',
  suiteName: 'Opening hours',
  stopReason: null,
  classes: ['wrong'],
  openedAt: '2026-03-01T09:00:00.000Z',
  resolvedAt: null,
  runId: 'r1',
  signature: '1-a',
  failingSince: '2026-03-01T08:00:00.000Z',
  evidence: {
    test: 'Delivery',
    step: 2,
    said: 'When?',
    expected: 'reply contains "3 days"',
    got: 'In 5 days',
    others: 0,
    lastGreen: null,
  },
  acknowledged: null,
  assignee: null,
  snoozed: null,
  timeline: [
    {
      at: '2026-03-01T09:00:00.000Z',
      change: 'opened',
      by: null,
      assignee: null,
      until: null,
      runId: 'r1',
    },
  ],
};

const people = [{ id: 'u1', name: 'Nora' }];
const byNora = { at: '2026-03-01T10:00:00.000Z', by: people[0] };

beforeEach(() => {
  useAuthStore.setState({ user: nora });
  useOrgStore.setState({ currentOrganization: acme });
  queryClient.clear();
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function show(shown: object | null = incident) {
  const network = fakeNetwork({
    [`GET ${ofAcme}/monitors/s1`]: { json: { monitor, incident: shown, people } },
  });
  renderPage(
    () => (
      <QueryClientProvider client={queryClient}>
        <MonitorScreen suiteId="s1" />
      </QueryClientProvider>
    ),
    { others: ['/history/testruns/$runId', '/test-suite/$testSuiteId'] },
  );
  return network;
}

it('shows what failed, what was expected and leads to the failing run', async () => {
  show();
  expect((await screen.findByText('In 5 days')).tagName).toBe('DD');
  expect(screen.getByText('2: When?')).toBeTruthy();
  expect(screen.getByText('reply contains "3 days"')).toBeTruthy();
  expect(screen.getByText('Not known')).toBeTruthy();
  const link = screen.getByRole('link', { name: 'Open failing run' });
  expect(link.getAttribute('href')).toBe('/history/testruns/r1');
  expect(screen.getByText('Incident opened')).toBeTruthy();
});

it('acknowledges the incident, and offers to undo it', async () => {
  const network = show();
  network.answer(`PATCH ${ofAcme}/incidents/i1`, { json: { ...incident, acknowledged: byNora } });
  fireEvent.click(await screen.findByRole('button', { name: 'Acknowledge' }));
  expect(await screen.findByText('Acknowledged by Nora')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Withdraw acknowledgement' })).toBeTruthy();
  toastStore.getState().toast?.action?.onPress();
  await waitFor(() => expect(network.requests.at(-1)?.body).toEqual({ isAcknowledged: false }));
});

it('has no actions once the incident is resolved, and none without an incident', async () => {
  show({ ...incident, resolvedAt: '2026-03-01T11:00:00.000Z' });
  expect(await screen.findByText('Resolved')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Acknowledge' })).toBeNull();
  cleanup();
  queryClient.clear();
  show(null);
  expect(await screen.findByRole('region', { name: 'No incidents' })).toBeTruthy();
});
