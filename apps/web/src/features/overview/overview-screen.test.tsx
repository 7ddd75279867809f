import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { listeners } from '#/lib/api.ts';
import { outdateLists } from '#/lib/outdated-by.ts';
import { queryClient } from '#/lib/query-client.ts';
import { useAuthStore } from '#/lib/session/auth-store.ts';
import { useOrgStore } from '#/lib/session/org-store.ts';
import { fakeNetwork } from '#/lib/testing/fake-network.ts';
import { acme, nora } from '#/lib/testing/people.ts';
import { renderPage } from '#/lib/testing/render-page.tsx';
import { toastStore } from '#/ui/toast.ts';
import { OverviewScreen } from './overview-screen.tsx';

const ofAcme = '/internal/v1/users/u1/organizations/o1';
const at = '2026-03-01T09:00:00.000Z';

const self = {
  id: 'u1',
  name: nora.name,
  email: nora.email,
  role: 'member' as const,
  addedDate: at,
  lastActive: at,
};

const quiet = {
  acknowledged: false,
  assignee: null,
  snoozedUntil: null,
  snoozeScope: null,
  isPassingAgain: false,
};

const causeOf = (name: string, incident: object | null) => ({
  signature: `1-${name}`,
  fault: 'failed',
  failureClass: 'wrong',
  said: 'When?',
  expected: 'reply contains "3 days"',
  got: `Nothing of ${name}`,
  since: at,
  knownAt: at,
  spreadAt: at,
  members: [
    {
      suiteId: `s-${name}`,
      suiteName: name,
      projectName: 'Bank',
      environment: null,
      repeat: null,
      runId: 'r1',
      test: 'Delivery',
      step: 1,
      since: at,
      knownAt: at,
      lastGreen: null,
      incident: incident && { ...quiet, id: `i-${name}`, ...incident },
    },
  ],
  memberCount: 1,
  runs: [],
});

const overviewOf = (...broken: object[]) => ({
  at,
  monitors: {
    failed: 2,
    unreachable: 0,
    settings: 0,
    internal: 0,
    undecided: 0,
    total: 2,
    unchecked: 0,
  },
  recent: 0,
  suites: { total: 2, failing: 2, doubtful: 0, passed: 0, unknown: 0 },
  broken,
  moreBroken: 0,
  changes: [],
  moreChanges: 0,
  projects: [],
});

beforeEach(() => {
  useAuthStore.setState({ user: nora });
  useOrgStore.setState({ currentOrganization: { ...acme, members: [self] } });
  queryClient.clear();
  listeners.changed = outdateLists;
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  listeners.changed = () => undefined;
});

const show = (...broken: object[]) => showChanges([], ...broken);

function showChanges(changes: object[], ...broken: object[]) {
  const network = fakeNetwork({
    [`GET ${ofAcme}/overview`]: { json: { ...overviewOf(...broken), changes } },
    [`POST ${ofAcme}/overview/visits`]: { json: { seenUntil: null } },
  });
  renderPage(
    () => (
      <QueryClientProvider client={queryClient}>
        <OverviewScreen firstSteps={null} />
      </QueryClientProvider>
    ),
    {
      others: [
        '/history/testruns/$runId',
        '/history/monitors/$suiteId',
        '/test-suite/$testSuiteId',
        '/projects/$projectId',
        '/suites',
      ],
    },
  );
  return network;
}

const rows = () =>
  [...screen.getByRole('list', { name: 'Broken now' }).children].map((row) => row as HTMLElement);
const firstRow = () => within(rows()[0] as HTMLElement);

it('says in the row whether its own test was edited, and whether its suite is flaky', async () => {
  const change = (name: string, kind: string, of: object = {}) => ({
    kind,
    suiteId: `s-${name}`,
    suiteName: name,
    environment: null,
    test: 'Delivery',
    at,
    before: 'r0',
    after: 'r1',
    ...of,
  });
  showChanges(
    [
      change('Bot', 'broke'),
      change('Suite', 'edited-and-broke'),
      change('Shaky', 'unsteady', { test: null }),
      change('Other', 'edited-and-broke', { test: 'Refund' }),
      change('Staging', 'edited-and-broke', { environment: 'staging' }),
    ],
    ...['Bot', 'Suite', 'Shaky', 'Other', 'Staging'].map((name) => causeOf(name, null)),
  );
  const list = await screen.findByRole('list', { name: 'Broken now' });
  const rows = [...list.children].map(({ textContent }) => textContent ?? '');
  const rowOf = (name: string) => rows.find((text) => text.includes(`Nothing of ${name}`)) ?? '';
  expect(rowOf('Bot')).toContain('test not edited in the last 24 hours');
  expect(rowOf('Suite')).toContain('test edited in the last 24 hours');
  expect(rowOf('Shaky')).toContain('Flaky');
  for (const name of ['Other', 'Staging', 'Shaky']) expect(rowOf(name)).not.toContain('edited');
  expect(rowOf('Bot')).not.toContain('Flaky');
});

it('marks all that it shows as seen, also what is newer than the reading', async () => {
  const second = (n: number) => new Date(Date.parse(at) + n * 1000).toISOString();
  const late = { ...causeOf('Hours', null), spreadAt: second(1) };
  const network = show(late);
  network.answer(`POST ${ofAcme}/overview/visits`, { json: { seenUntil: second(-60) } });
  const button = await screen.findByRole('button', { name: 'Mark as seen' });
  network.answer(`GET ${ofAcme}/overview`, { json: { ...overviewOf(late), at: second(2) } });
  network.answer(`PUT ${ofAcme}/overview/seen`, { json: { seenUntil: second(1) } });
  fireEvent.click(button);
  expect(await screen.findByText(/Nothing new since you last looked/)).toBeTruthy();
  const marks = () => network.requests.filter(({ method }) => method === 'PUT');
  expect(marks().map(({ body }) => body)).toEqual([{ from: second(-60), to: second(1) }]);
  toastStore.getState().toast?.action?.onPress();
  await waitFor(() => expect(marks()[1]?.body).toEqual({ from: second(1), to: second(-60) }));
});

it('acknowledges an incident in its row, which stays in place, and offers to undo it', async () => {
  const network = show(causeOf('Hours', {}), causeOf('Counter', {}));
  const button = await screen.findByRole('button', { name: 'Acknowledge the incident of Hours' });
  network.answer(`PATCH ${ofAcme}/incidents/i-Hours`, { json: {} });
  network.answer(`GET ${ofAcme}/overview`, {
    json: overviewOf(causeOf('Counter', {}), causeOf('Hours', { acknowledged: true })),
  });
  button.focus();
  fireEvent.click(button);
  expect(await firstRow().findByText('Acknowledged')).toBeTruthy();
  expect(rows().map((row) => row.textContent?.includes('Hours'))).toEqual([true, false]);
  const withdraw = firstRow().getByRole('button', {
    name: 'Withdraw acknowledgement of the incident of Hours',
  });
  expect(document.activeElement).toBe(withdraw);
  fireEvent.blur(withdraw);
  expect(rows().map((row) => row.textContent?.includes('Hours'))).toEqual([true, false]);
  const patches = () => network.requests.filter(({ method }) => method === 'PATCH');
  expect(patches().map(({ body }) => body)).toEqual([{ isAcknowledged: true }]);
  toastStore.getState().toast?.action?.onPress();
  await waitFor(() => expect(patches().at(-1)?.body).toEqual({ isAcknowledged: false }));
});

it('assigns an incident to a member and snoozes it, named by its suite', async () => {
  const network = show(causeOf('Hours', {}));
  network.answer(`GET ${ofAcme}/monitors/s-Hours`, {
    json: { monitor: {}, incident: null, people: [{ id: 'u2', name: 'Omar' }] },
  });
  network.answer(`PATCH ${ofAcme}/incidents/i-Hours`, { json: {} });
  const open = async (submenu: string) => {
    fireEvent.click(
      await screen.findByRole('button', { name: 'Snooze or assign the incident of Hours' }),
    );
    fireEvent.click(await screen.findByRole('menuitem', { name: submenu }));
  };
  const bodies = () =>
    network.requests.filter(({ method }) => method === 'PATCH').map(({ body }) => body);
  await open('Assign to');
  fireEvent.click(await screen.findByRole('menuitemradio', { name: 'Omar' }));
  await waitFor(() => expect(bodies()).toEqual([{ assigneeId: 'u2' }]));
  await open('Snooze');
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Known failures, for a day' }));
  await waitFor(() =>
    expect(bodies()[1]).toEqual({ snooze: { until: expect.any(String), scope: 'known' } }),
  );
});

it('offers no actions without an incident, and none to somebody who may not change it', async () => {
  show(causeOf('Hours', null));
  expect(await screen.findByText(/Nothing of Hours/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: /incident/ })).toBeNull();
  cleanup();
  queryClient.clear();
  useOrgStore.setState({ currentOrganization: { ...acme, members: [] } });
  show(causeOf('Hours', {}));
  expect(await screen.findByText(/Nothing of Hours/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: /incident/ })).toBeNull();
});
