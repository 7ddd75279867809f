import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { queryClient } from '#/lib/query-client.ts';
import { useAuthStore } from '#/lib/session/auth-store.ts';
import { useOrgStore } from '#/lib/session/org-store.ts';
import { fakeNetwork } from '#/lib/testing/fake-network.ts';
import { acme, nora } from '#/lib/testing/people.ts';
import { renderPage } from '#/lib/testing/render-page.tsx';
import { SuitesScreen } from './suites-screen.tsx';

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

const suiteOf = (name: string, changed: object = {}) => ({
  suiteId: `s-${name}`,
  suiteName: name,
  projectId: 'p1',
  projectName: 'Bank',
  platform: 'webchat',
  state: 'passed',
  reasons: [],
  lastRun: { id: 'r1', at, status: 'passed' },
  runs: [{ id: 'r1', at, status: 'passed' }],
  monitor: 'working',
  ...changed,
});

/** Nothing has a size here. */
class NoObserver {
  observe(): void {}
  disconnect(): void {}
}

beforeEach(() => {
  useAuthStore.setState({ user: nora });
  useOrgStore.setState({ currentOrganization: { ...acme, members: [self] } });
  queryClient.clear();
  screenIs('wide');
  vi.stubGlobal('ResizeObserver', NoObserver);
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** Answers all media queries of the page: is the screen a narrow one? */
function screenIs(width: 'wide' | 'narrow'): void {
  vi.stubGlobal('matchMedia', (media: string) => ({
    media,
    matches: width === 'narrow',
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
}

type Search = Parameters<typeof SuitesScreen>[0]['search'];

function Page({ search, onChange }: { search: Search; onChange: (next: Search) => void }) {
  const [shown, setShown] = useState(search);
  return (
    <QueryClientProvider client={queryClient}>
      <SuitesScreen
        search={shown}
        onSearchChange={(next) => {
          onChange(next);
          setShown(next);
        }}
      />
    </QueryClientProvider>
  );
}

function show(items: object[], search: Search = {}) {
  const network = fakeNetwork({
    [`GET ${ofAcme}/suite-standings`]: { json: { items, total: items.length } },
  });
  const seen: Search[] = [];
  renderPage(() => <Page search={search} onChange={(next) => seen.push(next)} />, {
    others: ['/history/testruns/$runId', '/history/monitors/$suiteId', '/test-suite/$testSuiteId'],
  });
  return { network, seen };
}

it('names a filter of the address that is none, and removes it from there', async () => {
  const { network, seen } = show([suiteOf('Hours')], { q: 'h', state: 'nonsense' });
  expect(await screen.findByText(/“state=nonsense”/)).toBeTruthy();
  const [request] = network.requests;
  expect(new URL(request?.url ?? '', 'http://x').searchParams.has('state')).toBe(false);
  fireEvent.click(screen.getByRole('button', { name: 'Remove from address' }));
  expect(seen).toEqual([{ q: 'h', state: undefined, monitored: undefined }]);
  expect(screen.queryByText(/nonsense/)).toBeNull();
});

it('filters by each state that a suite can have', async () => {
  const { network } = show([suiteOf('Hours', { state: 'unreachable' })], { state: 'unreachable' });
  expect(await screen.findByRole('table', { name: 'Suites' })).toBeTruthy();
  expect(screen.queryByText(/Unknown filter/)).toBeNull();
  expect(network.requests[0]?.url).toContain('state=unreachable');
});

it('shows all facts of a suite as a card where there is no room for a table', async () => {
  screenIs('narrow');
  show([suiteOf('Hours', { state: 'doubtful', reasons: ['Verdict overridden'] })]);
  const list = await screen.findByRole('list', { name: 'Suites' });
  const card = within(within(list).getByRole('listitem'));
  expect(card.getByText('Doubtful')).toBeTruthy();
  expect(card.getByText('Bank · Verdict overridden')).toBeTruthy();
  expect(card.getByRole('img', { name: '1 of the last 1 runs passed' })).toBeTruthy();
  const [lastRun, monitor] = card.getAllByRole('definition').map((fact) => within(fact));
  expect(lastRun?.getByRole('link').getAttribute('href')).toBe('/history/testruns/r1');
  expect(monitor?.getByRole('link', { name: 'On' })).toBeTruthy();
  expect(screen.queryByRole('table')).toBeNull();
});
