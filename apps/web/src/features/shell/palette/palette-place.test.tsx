import '#/lib/testing/missing-in-jsdom.ts';
import type { FoundNames } from '@parley/contract';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { queryClient } from '#/lib/query-client.ts';
import { useAuthStore } from '#/lib/session/auth-store.ts';
import { useOrgStore } from '#/lib/session/org-store.ts';
import { setSingleKeys } from '#/lib/single-keys.ts';
import { type Answer, type FakeNetwork, fakeNetwork } from '#/lib/testing/fake-network.ts';
import { acme, nora } from '#/lib/testing/people.ts';
import { renderPage } from '#/lib/testing/render-page.tsx';
// Imported here because loading them on a busy machine takes longer than a test waits.
import './command-palette.tsx';
import './shortcuts-sheet.tsx';
import { PaletteButton } from './palette-button.tsx';
import { PalettePlace } from './palette-place.tsx';
import { closePaletteWindow, openPaletteWindow } from './palette-store.ts';

const searched = 'GET /internal/v1/users/u1/organizations/o1/search';
const nothing: FoundNames = {
  projects: [],
  suites: [],
  tests: [],
  monitors: [],
  members: [],
  runs: [],
};
const kyc = { id: 's1', name: 'KYC identity check', projectName: 'Bank' };
const found: FoundNames = {
  projects: [{ id: 'p1', name: 'Old KYC' }],
  suites: [kyc, { id: 's2', name: 'Second KYC', projectName: 'Bank' }],
  tests: [
    { suiteId: 's1', suiteName: 'KYC identity check', name: 'Asks for KYC papers', place: 2 },
  ],
  monitors: [kyc],
  members: [{ id: 'u2', name: 'Kycha Olsen', email: 'kycha@acme.test' }],
  runs: [
    {
      id: 'r1',
      suiteName: 'KYC identity check',
      number: 12,
      label: 'v2',
      environment: 'staging',
      status: 'failed',
      at: '2026-01-02T10:00:00.000Z',
    },
  ],
};
const others = [
  '/test-suite/$testSuiteId',
  '/projects/$projectId',
  '/history/monitors/$suiteId',
  '/history/testruns/$runId',
  '/history/monitoring',
  '/history',
  '/overview',
  '/suites',
  '/organization',
  '/account',
];

let network: FakeNetwork;

beforeEach(() => {
  useAuthStore.setState({ user: nora });
  useOrgStore.setState({ currentOrganization: acme });
  Element.prototype.scrollIntoView = () => {};
});

afterEach(() => {
  closePaletteWindow();
  cleanup();
  queryClient.clear();
  setSingleKeys(true);
  useAuthStore.setState({ user: null });
  useOrgStore.setState({ currentOrganization: null });
  localStorage.clear();
  vi.unstubAllGlobals();
});

function show(answer: Answer = { json: found }) {
  network = fakeNetwork({ [searched]: answer });
  return renderPage(
    () => (
      <QueryClientProvider client={queryClient}>
        <PaletteButton />
        <input aria-label="A field" />
        <PalettePlace />
      </QueryClientProvider>
    ),
    { others },
  );
}

async function openPalette() {
  await screen.findByRole('button', { name: 'Search or jump to' });
  fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true });
  return screen.findByRole('combobox', { name: 'Search or jump to' });
}

const type = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } });

const group = (name: string) => within(screen.getByRole('group', { name }));

const namesIn = (name: string) =>
  group(name)
    .getAllByRole('option')
    .map((option) => option.textContent);

/** Name of the choice that the field marks as active. */
function chosen(field: HTMLElement): string | null | undefined {
  const id = field.getAttribute('aria-activedescendant') ?? '';
  const option = document.getElementById(id);
  expect(option?.getAttribute('aria-selected')).toBe('true');
  return option?.textContent;
}

it('opens by Ctrl+K, Cmd+K and the button, and closes by the same keys', async () => {
  show();
  const field = await openPalette();
  await waitFor(() => expect(document.activeElement).toBe(field));
  fireEvent.keyDown(field, { key: 'k', metaKey: true });
  await waitFor(() => expect(screen.queryByRole('combobox')).toBeNull());
  fireEvent.click(screen.getByRole('button', { name: 'Search or jump to' }));
  expect(await screen.findByRole('dialog', { name: 'Search or jump to' })).toBeDefined();
});

it('takes what is typed before it is drawn', async () => {
  show();
  await screen.findByRole('button', { name: 'Search or jump to' });
  fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true });
  for (const key of ['K', 'y', 'x', 'Backspace', 'c', 'Shift'])
    expect(fireEvent.keyDown(document.body, { key })).toBe(key === 'Shift');
  const field = await screen.findByRole('combobox', { name: 'Search or jump to' });
  await waitFor(() => expect(field).toHaveProperty('value', 'Kyc'));
  await waitFor(() => expect(document.activeElement).toBe(field));
  fireEvent.keyDown(field, { key: 'Escape' });
  await waitFor(() => expect(screen.queryByRole('combobox')).toBeNull());
  fireEvent.keyDown(document.body, { key: 'z' });
  expect(await openPalette()).toHaveProperty('value', '');
});

it('leaves Ctrl+K to a text field that uses it', async () => {
  show();
  const field = await screen.findByRole('textbox', { name: 'A field' });
  field.addEventListener('keydown', (event) => event.preventDefault());
  fireEvent.keyDown(field, { key: 'k', ctrlKey: true });
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('lists pages, actions and documents before anything is typed, without a request', async () => {
  show();
  await openPalette();
  expect(namesIn('Pages')).toContain('Overview');
  expect(namesIn('Pages')).not.toContain('Operations');
  expect(namesIn('Actions')).toContain('New project');
  expect(group('Documentation').getByRole('option', { name: /API reference/ })).toBeDefined();
  expect(screen.queryByRole('group', { name: 'Recent' })).toBeNull();
  expect(network.count(searched)).toBe(0);
});

it('shows what the server found, the best group first, and opens it by Enter', async () => {
  const router = show();
  const field = await openPalette();
  type(field, 'kyc');
  await screen.findByRole('group', { name: 'Suites' });
  const groups = screen.getAllByRole('group').map((one) => one.firstElementChild?.textContent);
  expect(groups).toEqual(['Suites', 'Monitors', 'People', 'Recent runs', 'Tests', 'Projects']);
  expect(chosen(field)).toBe('KYC identity checkBank');
  expect(screen.getByRole('status').textContent).toBe('7 results');
  fireEvent.keyDown(field, { key: 'Enter' });
  await waitFor(() => expect(router.state.location.pathname).toBe('/test-suite/s1'));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('moves by arrows, around both ends', async () => {
  const router = show();
  const field = await openPalette();
  type(field, 'kyc');
  await screen.findByRole('group', { name: 'Suites' });
  fireEvent.keyDown(field, { key: 'ArrowUp' });
  expect(chosen(field)).toBe('Old KYC');
  fireEvent.keyDown(field, { key: 'ArrowDown' });
  fireEvent.keyDown(field, { key: 'ArrowDown' });
  expect(chosen(field)).toBe('Second KYCBank');
  fireEvent.keyDown(field, { key: 'Enter' });
  await waitFor(() => expect(router.state.location.pathname).toBe('/test-suite/s2'));
});

it('opens a test at its place in the suite', async () => {
  const router = show();
  const field = await openPalette();
  type(field, 'papers');
  await screen.findByRole('group', { name: 'Tests' });
  expect(chosen(field)).toBe('Asks for KYC papersKYC identity check');
  fireEvent.keyDown(field, { key: 'Enter' });
  await waitFor(() => expect(router.state.location.href).toBe('/test-suite/s1?test=2'));
});

it('opens a new tab by Ctrl+Enter', async () => {
  const open = vi.fn();
  vi.stubGlobal('open', open);
  const router = show();
  const field = await openPalette();
  type(field, 'kyc');
  await screen.findByRole('group', { name: 'Suites' });
  fireEvent.keyDown(field, { key: 'Enter', ctrlKey: true });
  expect(open).toHaveBeenCalledWith('/test-suite/s1', '_blank', 'noopener');
  expect(router.state.location.pathname).toBe('/');
});

it('waits for the names where Enter comes before them', async () => {
  let answer = (_: Response) => {};
  const router = show(() => new Promise<Response>((resolve) => (answer = resolve)));
  const field = await openPalette();
  // The page with this name is found without a request.
  type(field, 'monitors');
  fireEvent.keyDown(field, { key: 'Enter' });
  await waitFor(() => expect(network.count(searched)).toBe(1));
  expect(screen.getByRole('status').textContent).toBe('Searching…');
  expect(router.state.location.pathname).toBe('/');
  const suites = [{ id: 's9', name: 'Monitors of the bank', projectName: 'Bank' }];
  answer(new Response(JSON.stringify({ ...nothing, suites })));
  await waitFor(() => expect(router.state.location.pathname).toBe('/test-suite/s9'));
});

it('says that nothing has the name', async () => {
  show({ json: nothing });
  const field = await openPalette();
  type(field, 'xyzzy');
  expect((await screen.findAllByText('Nothing called “xyzzy”')).length).toBe(2);
  expect(field.getAttribute('aria-expanded')).toBe('false');
  fireEvent.keyDown(field, { key: 'Enter' });
  expect(screen.getByRole('dialog')).toBeDefined();
});

it('says that the names could not be loaded, keeps what needs none, and tries again', async () => {
  show({ status: 500, json: { error: { code: 'internal', message: 'Broken' } } });
  const field = await openPalette();
  type(field, 'over');
  expect(await screen.findByText('Failed to load the names')).toBeDefined();
  expect(namesIn('Pages')).toEqual(['Overview']);
  network.answer(searched, {
    json: { ...nothing, suites: [{ id: 's3', name: 'Overdraft', projectName: 'Bank' }] },
  });
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('option', { name: /Overdraft/ })).toBeDefined();
  expect(screen.queryByText('Failed to load the names')).toBeNull();
});

it('begins with recent choices of this person and organization, until they sign out', async () => {
  show();
  const field = await openPalette();
  type(field, 'kyc');
  await screen.findByRole('group', { name: 'Suites' });
  fireEvent.keyDown(field, { key: 'Enter' });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  cleanup();
  show();
  await openPalette();
  expect(namesIn('Recent')).toEqual(['KYC identity checkBank']);
  fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true });
  cleanup();
  useOrgStore.setState({ currentOrganization: { ...acme, id: 'o2' } });
  show();
  await openPalette();
  expect(screen.queryByRole('group', { name: 'Recent' })).toBeNull();
  useAuthStore.setState({ user: null });
  expect(localStorage.getItem('palette-recent')).toBeNull();
});

it('takes no address of another site from what the browser kept', async () => {
  const kept = [
    { key: 'suite:1', name: 'Elsewhere', href: 'https://evil.test/' },
    { key: 'suite:2', name: 'Elsewhere too', href: '//evil.test/' },
    { key: 'suite:3', name: 'Script', href: 'javascript:alert(1)' },
  ];
  localStorage.setItem('palette-recent', JSON.stringify({ 'u1 o1': kept }));
  show();
  await openPalette();
  expect(screen.queryByRole('group', { name: 'Recent' })).toBeNull();
});

it('shows all shortcuts by ?, but not from a field nor with single keys off', async () => {
  show();
  const field = await screen.findByRole('textbox', { name: 'A field' });
  fireEvent.keyDown(field, { key: '?' });
  expect(screen.queryByRole('dialog')).toBeNull();
  fireEvent.keyDown(document.body, { key: '?' });
  const sheet = within(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' }));
  expect(sheet.getByText('Next failure')).toBeDefined();
  fireEvent.click(sheet.getByRole('checkbox', { name: 'Single-key shortcuts' }));
  expect(sheet.getAllByText('Off').length).toBe(4);
  fireEvent.click(sheet.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  fireEvent.keyDown(document.body, { key: '?' });
  expect(screen.queryByRole('dialog')).toBeNull();
  // The palette still opens the list.
  const palette = await openPalette();
  type(palette, 'shortcuts');
  const option = await screen.findByRole('option', { name: 'Keyboard shortcuts' });
  fireEvent.click(option);
  expect(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })).toBeDefined();
});

it('begins anew when it is opened while it still closes', async () => {
  show();
  type(await openPalette(), 'kyc');
  act(() => closePaletteWindow());
  act(() => openPaletteWindow('palette'));
  expect(await screen.findByRole('combobox', { name: 'Search or jump to' })).toHaveProperty(
    'value',
    '',
  );
});
