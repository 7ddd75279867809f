import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useProjectStore } from '#/features/projects/project-store.ts';
import { queryClient } from '#/lib/query-client.ts';
import { useAuthStore } from '#/lib/session/auth-store.ts';
import { useOrgStore } from '#/lib/session/org-store.ts';
import { fakeNetwork } from '#/lib/testing/fake-network.ts';
import { acme, nora } from '#/lib/testing/people.ts';
import { project } from '#/lib/testing/projects.ts';
import { renderPage } from '#/lib/testing/render-page.tsx';
import { toastStore } from '#/ui/toast.ts';
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
  testCount: 2,
  state: 'passed',
  reasons: [],
  lastRun: { id: 'r1', at, status: 'passed' },
  runs: [{ id: 'r1', at, status: 'passed' }],
  monitor: 'working',
  ...changed,
});

/** Stub for `ResizeObserver`, which jsdom lacks. */
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

/** Makes media queries match as on a wide or a narrow screen. */
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

function show(
  items: object[],
  search: Search = {},
  { views = [], tags = [] }: { views?: object[]; tags?: string[] } = {},
) {
  const network = fakeNetwork({
    [`GET ${ofAcme}/suite-standings`]: { json: { items, total: items.length, tags } },
    [`GET ${ofAcme}/suite-views`]: { json: { items: views } },
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
  const request = network.requests.find(({ url }) => url.includes('suite-standings'));
  expect(request).toBeDefined();
  expect(new URL(request?.url ?? '', 'http://x').searchParams.has('state')).toBe(false);
  fireEvent.click(screen.getByRole('button', { name: 'Remove from address' }));
  expect(seen).toEqual([
    { q: 'h', state: undefined, monitored: undefined, project: undefined, tag: undefined },
  ]);
  expect(screen.queryByText(/nonsense/)).toBeNull();
});

it('filters by each state that a suite can have', async () => {
  const { network } = show([suiteOf('Hours', { state: 'unreachable' })], { state: 'unreachable' });
  expect(await screen.findByRole('table', { name: 'Suites' })).toBeTruthy();
  expect(screen.queryByText(/Unknown filter/)).toBeNull();
  expect(network.requests.some(({ url }) => url.includes('state=unreachable'))).toBe(true);
});

it('filters by a project in the address, and ignores one that is gone', async () => {
  useProjectStore.setState({
    projects: { o1: [project('p1', 'Bank'), project('p2', 'Shop')] },
    fetchedAt: { o1: Date.now() },
  });
  const { network, seen } = show([suiteOf('Hours')], { project: 'p2' });
  await screen.findByRole('table', { name: 'Suites' });
  expect(standings(network)[0]).toContain('projectId=p2');
  const field = screen.getByRole('combobox', { name: 'Project' });
  expect(field.textContent).toContain('Shop');
  fireEvent.click(field);
  const option = await screen.findByRole('option', { name: 'Bank' });
  fireEvent.pointerDown(option);
  fireEvent.click(option);
  await waitFor(() => expect(seen).toEqual([{ project: 'p1' }]));
  cleanup();
  const gone = show([suiteOf('Hours')], { project: 'p9' });
  expect(await screen.findByText(/“project=p9”/)).toBeTruthy();
  expect(standings(gone.network).some((url) => url.includes('projectId'))).toBe(false);
});

it('filters by a tag of the organization, and keeps one of the address that no suite has', async () => {
  const tags = ['any', 'smoke'];
  const { network, seen } = show([suiteOf('Hours')], { tag: 'smoke' }, { tags });
  await screen.findByRole('table', { name: 'Suites' });
  expect(standings(network)[0]).toContain('tag=smoke');
  const field = screen.getByRole('combobox', { name: 'Tag' });
  expect(field.textContent).toContain('smoke');
  fireEvent.click(field);
  const options = await screen.findAllByRole('option');
  expect(options.map(({ textContent }) => textContent)).toEqual(['All tags', 'any', 'smoke']);
  const option = screen.getByRole('option', { name: 'any' });
  fireEvent.pointerDown(option);
  fireEvent.click(option);
  await waitFor(() => expect(seen).toEqual([{ tag: 'any' }]));
  cleanup();
  const gone = show([], { tag: 'gone' }, { tags });
  expect(await screen.findByText('No suites match')).toBeTruthy();
  expect(standings(gone.network)[0]).toContain('tag=gone');
  expect(screen.getByRole('combobox', { name: 'Tag' }).textContent).toContain('gone');
  expect(screen.queryByText(/Unknown filter/)).toBeNull();
});

it('offers no filter by tag where no test has one, and ignores a tag that is too long', async () => {
  show([suiteOf('Hours')]);
  await screen.findByRole('table', { name: 'Suites' });
  expect(screen.queryByRole('combobox', { name: 'Tag' })).toBeNull();
  cleanup();
  const long = show([suiteOf('Hours')], { tag: 'x'.repeat(201) }, { tags: ['smoke'] });
  expect(await screen.findByText(/“tag=x{40}”/)).toBeTruthy();
  expect(standings(long.network).some((url) => url.includes('tag='))).toBe(false);
});

it('shows all facts of a suite as a card where there is no room for a table', async () => {
  screenIs('narrow');
  show([suiteOf('Hours', { state: 'doubtful', reasons: ['Verdict overridden'] })]);
  const list = await screen.findByRole('list', { name: 'Suites' });
  const card = within(within(list).getByRole('listitem'));
  expect(card.getByText('Doubtful')).toBeTruthy();
  expect(card.getByText('Bank · Verdict overridden')).toBeTruthy();
  expect(card.getByRole('link', { name: /: 1 of the last 1 run passed$/ })).toBeTruthy();
  const [lastRun, monitor] = card.getAllByRole('definition').map((fact) => within(fact));
  expect(lastRun?.getByRole('link').getAttribute('href')).toBe('/history/testruns/r1');
  expect(monitor?.getByRole('link', { name: 'On' })).toBeTruthy();
  expect(screen.queryByRole('table')).toBeNull();
});

const boxOf = (name: string) => screen.getByRole('checkbox', { name: `Select ${name} of Bank` });
const bar = () => within(screen.getByRole('region', { name: 'Selected suites' }));

it('selects a range with Shift, and all that are shown', async () => {
  show(['A', 'B', 'C', 'D'].map((name) => suiteOf(name)));
  await screen.findByRole('table', { name: 'Suites' });
  fireEvent.click(boxOf('B'));
  fireEvent.click(boxOf('D'), { shiftKey: true });
  expect(bar().getByRole('status').textContent).toBe('3 suites selected');
  expect((boxOf('A') as HTMLInputElement).checked).toBe(false);
  const all = screen.getByRole('checkbox', { name: 'Select all shown' }) as HTMLInputElement;
  expect([all.checked, all.indeterminate]).toEqual([false, true]);
  fireEvent.click(all);
  expect(bar().getByRole('status').textContent).toBe('4 suites selected');
  fireEvent.click(bar().getByRole('button', { name: 'Clear selection' }));
  expect(screen.queryByRole('region', { name: 'Selected suites' })).toBeNull();
  expect(document.activeElement).toBe(all);
});

it('asks once before it runs several suites, and says which could not start and why', async () => {
  const { network } = show(['A', 'B'].map((name) => suiteOf(name)));
  await screen.findByRole('table', { name: 'Suites' });
  fireEvent.click(screen.getByRole('checkbox', { name: 'Select all shown' }));
  network.answer(`POST ${ofAcme}/testsuites/s-A/runs`, { status: 202, json: { id: 'r9' } });
  network.answer(`POST ${ofAcme}/testsuites/s-B/runs`, {
    status: 409,
    json: { error: { code: 'suite_not_runnable', message: 'It has no channel.' } },
  });
  fireEvent.click(bar().getByRole('button', { name: 'Run' }));
  const asked = within(await screen.findByRole('alertdialog', { name: 'Run 2 test suites?' }));
  expect(asked.getByText(/This runs 4 tests/)).toBeTruthy();
  expect(network.requests.some(({ method }) => method === 'POST')).toBe(false);
  fireEvent.click(asked.getByRole('button', { name: 'Run' }));
  expect(await screen.findByText('1 run started, 1 suite could not be started')).toBeTruthy();
  expect(screen.getByText('B: It has no channel.')).toBeTruthy();
  expect(bar().getAllByRole('status')[0]?.textContent).toBe('1 suite selected');
  expect((boxOf('B') as HTMLInputElement).checked).toBe(true);
});

it('moves several suites, and undoes it for each', async () => {
  useProjectStore.setState({
    projects: { o1: [project('p1', 'Bank'), project('p2', 'Shop')] },
    fetchedAt: { o1: Date.now() },
  });
  const { network } = show(['A', 'B'].map((name) => suiteOf(name)));
  await screen.findByRole('table', { name: 'Suites' });
  fireEvent.click(screen.getByRole('checkbox', { name: 'Select all shown' }));
  const moves = () =>
    network.requests
      .filter(({ method }) => method === 'PUT')
      .map(({ url, body }) => [url.split('/').at(-2), (body as { projectId: string }).projectId]);
  for (const name of ['A', 'B'])
    network.answer(`PUT ${ofAcme}/testsuites/s-${name}/project`, { json: { id: `s-${name}` } });
  fireEvent.click(bar().getByRole('button', { name: 'Move to project' }));
  const asked = within(await screen.findByRole('dialog', { name: 'Move 2 test suites' }));
  fireEvent.click(asked.getByRole('combobox', { name: 'Project' }));
  fireEvent.click(await screen.findByRole('option', { name: 'Shop' }));
  fireEvent.click(asked.getByRole('button', { name: 'Move' }));
  await waitFor(() => expect(toastStore.getState().toast?.title).toBe('2 suites moved to Shop'));
  expect(moves()).toEqual([
    ['s-A', 'p2'],
    ['s-B', 'p2'],
  ]);
  toastStore.getState().toast?.action?.onPress();
  await waitFor(() => expect(toastStore.getState().toast?.title).toBe('Undone for 2 suites'));
  expect(moves().slice(2)).toEqual([
    ['s-A', 'p1'],
    ['s-B', 'p1'],
  ]);
});

it('offers nothing to select to somebody who may change nothing', async () => {
  useOrgStore.setState({ currentOrganization: { ...acme, members: [] } });
  show([suiteOf('A')]);
  expect(await screen.findByRole('table', { name: 'Suites' })).toBeTruthy();
  expect(screen.queryByRole('checkbox')).toBeNull();
});

const viewOf = (name: string, changed: object = {}) => ({
  id: `v-${name}`,
  name,
  filters: { state: 'failing' },
  isShared: false,
  isDefault: false,
  createdBy: nora.name,
  ...changed,
});

const standings = (network: ReturnType<typeof show>['network']) =>
  network.requests.filter(({ url }) => url.includes('suite-standings')).map(({ url }) => url);

it('opens the default view where the address says nothing, without showing all suites before', async () => {
  const preferred = viewOf('Broken', { isDefault: true });
  const { network, seen } = show([suiteOf('Hours')], {}, { views: [preferred] });
  expect(await screen.findByRole('button', { name: 'View: Broken' })).toBeTruthy();
  await screen.findByRole('table', { name: 'Suites' });
  expect(seen).toEqual([{ state: 'failing', view: 'v-Broken' }]);
  expect(standings(network).every((url) => url.includes('state=failing'))).toBe(true);
  fireEvent.click(screen.getByRole('button', { name: 'View: Broken' }));
  fireEvent.click(await screen.findByRole('menuitemradio', { name: 'All suites' }));
  expect(await screen.findByRole('button', { name: 'Views' })).toBeTruthy();
  expect(seen.slice(1)).toEqual([{ view: 'all' }]);
});

it('leaves an address alone that says something, and shows all suites where there is no default', async () => {
  const preferred = viewOf('Broken', { isDefault: true });
  const { seen } = show([suiteOf('Hours')], { q: 'hours' }, { views: [preferred] });
  await screen.findByRole('table', { name: 'Suites' });
  expect(seen).toEqual([]);
  cleanup();
  queryClient.clear();
  const plain = show([suiteOf('Hours')], {}, { views: [viewOf('Broken')] });
  await screen.findByRole('table', { name: 'Suites' });
  expect(plain.seen).toEqual([]);
});

it('shows the suites where views cannot be read', async () => {
  const { network } = show([suiteOf('Hours')]);
  network.answer(`GET ${ofAcme}/suite-views`, {
    status: 500,
    json: { error: { code: 'internal', message: 'Out of order' } },
  });
  expect(await screen.findByRole('table', { name: 'Suites' })).toBeTruthy();
});

it('says which filter of a saved view is none, and goes on without it', async () => {
  const old = viewOf('Old', { filters: { state: 'smelly', monitored: 'yes' } });
  const { network } = show([suiteOf('Hours')], { view: 'v-Old', ...old.filters }, { views: [old] });
  expect(await screen.findByText(/“state=smelly”/)).toBeTruthy();
  expect(await screen.findByRole('button', { name: 'View: Old' })).toBeTruthy();
  expect(standings(network)[0]).toContain('monitored=yes');
  expect(standings(network)[0]).not.toContain('smelly');
});
