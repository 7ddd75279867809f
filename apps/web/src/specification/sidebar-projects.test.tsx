/** Tests the projects in the sidebar, and the organization below them. */
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { useProjectStore } from '#/features/projects/project-store.ts';
import { toggleSidebar, useSidebar } from '#/features/shell/sidebar/sidebar-state.ts';
import { useSuiteList } from '#/features/suites/suite-list.store.ts';
import { useOrgStore } from '#/lib/session/org-store.ts';
import { acme, nora } from '#/lib/testing/people.ts';
import { project } from '#/lib/testing/projects.ts';
import { toastStore } from '#/ui/toast.ts';
import {
  closeDashboard,
  follow,
  heading,
  hotline,
  notePaths,
  openDashboard,
  organizationPath,
  pathNow,
  press,
  userPath,
} from './open-dashboard.tsx';

afterEach(async () => {
  vi.useRealTimers();
  useSidebar.setState({ isExpanded: true });
  useProjectStore.setState(useProjectStore.getInitialState(), true);
  useSuiteList.setState(useSuiteList.getInitialState(), true);
  await closeDashboard();
});

const list = `GET ${organizationPath}/projects`;
const sidebar = () => within(screen.getByRole('complementary', { name: 'Sidebar' }));

describe('the projects in the sidebar', () => {
  const seven = ['Alpha', 'Beta', 'Delta', 'Epsilon', 'Eta', 'Gamma', 'Zeta'].map((name) =>
    project(name.toLowerCase(), name),
  );
  const open = (projects = seven, path = '/history') =>
    openDashboard(path, { answers: { [list]: { json: projects } } });
  const nav = () => within(sidebar().getByRole('navigation', { name: 'Projects' }));
  const listed = async () => {
    const links = await nav().findAllByRole('link');
    return links.map((link) => link.querySelector('span:last-child')?.textContent);
  };

  it('[S-045, S-062, S-063] are five, until the button is pressed that counts the others', async () => {
    await open();
    expect(await listed()).toEqual(['Alpha', 'Beta', 'Delta', 'Epsilon', 'Eta']);
    press('Show 2 More');
    expect(await listed()).toHaveLength(7);
  });

  it('[S-062, S-063] have no such button where five are all', async () => {
    await open(seven.slice(0, 5));
    expect(await listed()).toHaveLength(5);
    expect(nav().queryByRole('button', { name: /^Show/ })).toBeNull();
  });

  it('[S-064] are five again after “Show Less”', async () => {
    await open();
    await listed();
    press('Show 2 More');
    press('Show Less');
    expect(await listed()).toHaveLength(5);
    expect(nav().getByRole('button', { name: 'Show 2 More' })).toBeDefined();
  });

  it('[S-061] have the pinned before a separator', async () => {
    await open();
    await listed();
    expect(nav().queryByRole('separator')).toBeNull();
    press('Pin Delta');
    const items = within(nav().getByRole('list')).getAllByRole('listitem');
    expect(items[0]?.textContent).toContain('Delta');
    expect(items[1]?.querySelector('hr')).not.toBeNull();
    expect(nav().getAllByRole('separator')).toHaveLength(1);
    expect(await listed()).toEqual(['Delta', 'Alpha', 'Beta', 'Epsilon', 'Eta']);
    for (const name of ['Alpha', 'Beta', 'Epsilon', 'Eta']) press(`Pin ${name}`);
    expect(nav().queryByRole('separator')).toBeNull();
  });

  it('[S-173, S-174] are pinned once each, and no more than five of them', async () => {
    await open();
    await listed();
    press('Show 2 More');
    for (const name of ['Alpha', 'Beta', 'Delta', 'Epsilon']) press(`Pin ${name}`);
    const last = nav().getByRole('button', { name: 'Pin Zeta' });
    expect(last.getAttribute('aria-disabled')).toBeNull();
    press('Pin Eta');
    expect(last.getAttribute('aria-disabled')).toBe('true');
    fireEvent.click(last);
    expect(nav().getAllByRole('button', { name: /^Unpin/ })).toHaveLength(5);
    expect(nav().queryByRole('button', { name: 'Pin Alpha' })).toBeNull();
    press('Unpin Alpha');
    expect(last.getAttribute('aria-disabled')).toBeNull();
  });

  it('[S-149, S-173] are stored as pairs of organization and project, each once', async () => {
    await open();
    await listed();
    const stored = () => JSON.parse(localStorage.getItem('project-storage') ?? '').state.pinned;
    const pairsOf = (...ids: string[]) =>
      ids.map((projectId) => ({ organizationId: 'o1', projectId }));
    for (const name of ['Delta', 'Alpha', 'Eta']) press(`Pin ${name}`);
    expect(stored()).toEqual(pairsOf('delta', 'alpha', 'eta'));
    for (const name of ['Delta', 'Alpha', 'Eta'])
      expect(nav().queryByRole('button', { name: `Pin ${name}` })).toBeNull();
    press('Unpin Alpha');
    expect(stored()).toEqual(pairsOf('delta', 'eta'));
  });

  it('[S-149, S-173] are pinned as the same pairs by the menu of their page, which then unpins', async () => {
    await open([hotline, project('p2', 'Line 2')], '/projects/p1');
    await listed();
    press('Pin Line 2');
    const stored = () => JSON.parse(localStorage.getItem('project-storage') ?? '').state.pinned;
    const pairsOf = (...ids: string[]) =>
      ids.map((projectId) => ({ organizationId: 'o1', projectId }));
    press('Actions for Hotline');
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Pin to sidebar' }));
    await waitFor(() => expect(stored()).toEqual(pairsOf('p2', 'p1')));
    await waitFor(() => expect(screen.queryByRole('menuitem')).toBeNull());
    press('Actions for Hotline');
    const unpin = await screen.findByRole('menuitem', { name: 'Unpin' });
    expect(screen.queryByRole('menuitem', { name: 'Pin to sidebar' })).toBeNull();
    fireEvent.click(unpin);
    await waitFor(() => expect(stored()).toEqual(pairsOf('p2')));
  });

  it('[S-068] are the pinned and others up to five when the sidebar is folded', async () => {
    await open();
    await listed();
    press('Show 2 More');
    press('Pin Zeta');
    toggleSidebar();
    await waitFor(async () =>
      expect(await listed()).toEqual(['Zeta', 'Alpha', 'Beta', 'Delta', 'Epsilon']),
    );
    expect(nav().queryByRole('button', { name: /^Show/ })).toBeNull();
  });

  it('[S-068] are not narrowed in the folded sidebar by a search that is out of sight', async () => {
    await open();
    await listed();
    const search = screen.getByPlaceholderText('Search projects...');
    fireEvent.change(search, { target: { value: 'eta' } });
    await waitFor(async () => expect(await listed()).toHaveLength(3), { timeout: 5000 });
    act(() => toggleSidebar());
    expect(await listed()).toEqual(['Alpha', 'Beta', 'Delta', 'Epsilon', 'Eta']);
  });

  it('[S-065, S-066, S-210] are searched by name, half a second after typing', async () => {
    await open();
    await listed();
    vi.useFakeTimers();
    const search = screen.getByPlaceholderText('Search projects...');
    fireEvent.change(search, { target: { value: 'ETA' } });
    const names = () =>
      nav()
        .getAllByRole('link')
        .map((link) => link.querySelector('span:last-child')?.textContent);
    await act(() => vi.advanceTimersByTimeAsync(499));
    expect(names()).toHaveLength(5);
    await act(() => vi.advanceTimersByTimeAsync(1));
    vi.useRealTimers();
    await waitFor(() => expect(names()).toEqual(['Beta', 'Eta', 'Zeta']));
  });

  it('[S-067] are three lines while they are loading', async () => {
    const asked = Promise.withResolvers<Response>();
    await openDashboard('/history', { answers: { [list]: () => asked.promise } });
    const waiting = sidebar().getByRole('status', { name: 'Loading projects' });
    expect(waiting.children).toHaveLength(3);
    asked.resolve(Response.json(seven));
    expect(await listed()).toHaveLength(5);
  });

  it('[S-069, S-070] open and select the one that is clicked, with its list as it is at first', async () => {
    await open([hotline]);
    useSuiteList.setState({ search: 'card', platform: 'phone', page: 3, viewMode: 'table' });
    useSuiteList.setState({ sortField: 'lastModified', sortDirection: 'desc' });
    await follow(/Hotline$/);
    await waitFor(() => expect(pathNow()).toBe('/projects/p1'));
    expect(useProjectStore.getState().selectedProjectId).toBe('p1');
    expect(useProjectStore.getState().currentProject?.name).toBe('Hotline');
    expect(useSuiteList.getState()).toMatchObject({
      search: '',
      platform: 'all',
      page: 1,
      sortField: 'name',
      sortDirection: 'asc',
      viewMode: 'table',
    });
  });

  it.each(['/projects/p1', '/test-suite/s1'])('[S-071] mark the one of %s', async (path) => {
    await open([hotline, project('p2', 'Line 2')], path);
    const link = await nav().findByRole('link', { name: /Hotline$/ });
    await waitFor(() => expect(link.getAttribute('aria-current')).toBe('page'));
    const other = nav().getByRole('link', { name: /Line 2$/ });
    expect(other.hasAttribute('aria-current')).toBe(false);
  });
});

describe('the organization switcher', () => {
  const globex = { ...acme, id: 'o2', name: 'Globex' };
  const memberOf = [
    { id: 'o1', name: 'Acme', role: 'owner' as const },
    { id: 'o2', name: 'Globex', role: 'member' as const },
  ];
  const asMember = (role: 'owner' | 'admin' | 'member') => ({
    ...acme,
    members: [
      { id: 'u1', name: nora.name, email: nora.email, role, addedDate: '', lastActive: null },
    ],
  });
  const [startup, trial] = ['Startup', 'Trial'].map((name) => {
    return { id: name.toLowerCase(), name, benefits: { platforms: [] } };
  });
  const settings = (known: unknown[]) => ({
    'GET /internal/v1/apps/dashboard/settings': { json: { plans: known, locales: [], voices: [] } },
  });
  const switcher = () => sidebar().getByRole('button', { name: /^(Acme|Globex)/ });

  async function openPanel(visit: Parameters<typeof openDashboard>[1] = {}) {
    const network = await openDashboard('/history', visit);
    fireEvent.click(switcher());
    const panel = within(await screen.findByRole('dialog', { name: 'Organizations' }));
    await panel.findAllByText('Acme');
    return { network, panel };
  }

  it.each([
    ['S-072', [startup, trial], 'AcmeTrial'],
    ['S-073', [startup], 'AcmeContact Centers'],
    ['S-073', [], 'AcmeContact Centers'],
  ])(
    '[%s] shows the organization and its plan, where the plans are %o: %s',
    async (_, known, text) => {
      await openDashboard('/history', { answers: settings(known) });
      await waitFor(() => expect(switcher().textContent).toBe(text));
      fireEvent.click(switcher());
      const panel = await screen.findByRole('dialog', { name: 'Organizations' });
      await waitFor(() => expect(panel.textContent).toContain(text));
    },
  );

  it('[S-074, S-075, S-077] lists the other organizations below a search and their number', async () => {
    const { panel } = await openPanel({ user: { ...nora, memberOf } });
    expect(panel.getByText('Other Organizations (1)')).toBeDefined();
    expect(panel.getByPlaceholderText('Search organizations...')).toBeDefined();
    const options = panel.getAllByRole('option').map(({ textContent }) => textContent);
    expect(options).toEqual(['Globex']);
  });

  it('[S-074, S-075, S-077] narrows the list by its search, and counts all others still', async () => {
    const initech = { id: 'o3', name: 'Initech', role: 'member' as const };
    const { panel } = await openPanel({ user: { ...nora, memberOf: [...memberOf, initech] } });
    const names = () => panel.getAllByRole('option').map(({ textContent }) => textContent);
    expect(names()).toEqual(['Globex', 'Initech']);
    const search = panel.getByPlaceholderText('Search organizations...');
    fireEvent.change(search, { target: { value: 'INI' } });
    await waitFor(() => expect(names()).toEqual(['Initech']));
    expect(panel.getByText('Other Organizations (2)')).toBeDefined();
  });

  it('[S-074] lists another organization of the same name, and not the current one', async () => {
    const named = (id: string, name: string) => ({ id, name, role: 'member' as const });
    const { network, panel } = await openPanel({
      user: { ...nora, memberOf: [named('o1', 'Acme'), named('o2', 'Acme'), named('o3', 'Zeta')] },
      answers: { [`GET ${userPath}/organizations/o2`]: { json: { ...acme, id: 'o2' } } },
    });
    const options = panel.getAllByRole('option');
    expect(options.map(({ textContent }) => textContent)).toEqual(['Acme', 'Zeta']);
    fireEvent.click(panel.getByRole('option', { name: 'Acme' }));
    await waitFor(() => expect(network.count(`GET ${userPath}/organizations/o2`)).toBe(1));
  });

  it.each([2, 9, 10, 12, 120])('[S-074, S-077] counts and lists %i others', async (count) => {
    const others = Array.from({ length: count }, (_, index) => {
      const number = String(index + 1).padStart(3, '0');
      return { id: `other-${number}`, name: `Other ${number}`, role: 'member' as const };
    });
    const [own] = memberOf;
    const { panel } = await openPanel({
      user: { ...nora, memberOf: own ? [own, ...others] : others },
    });
    expect(panel.getByText(/^Other Organizations/).textContent).toBe(
      `Other Organizations (${count})`,
    );
    const options = panel.getAllByRole('option').map(({ textContent }) => textContent);
    expect(options).toEqual(others.map(({ name }) => name));
  });

  it('[S-076] says that a search found none', async () => {
    const { panel } = await openPanel({ user: { ...nora, memberOf } });
    expect(panel.queryByText('No organizations found.')).toBeNull();
    const search = panel.getByPlaceholderText('Search organizations...');
    fireEvent.change(search, { target: { value: 'zzz' } });
    expect(await panel.findByText('No organizations found.')).toBeDefined();
  });

  it('[S-078] has search and heading with the first other organization', async () => {
    const { panel } = await openPanel({ user: { ...nora, memberOf } });
    expect(panel.getByRole('combobox', { name: 'Search organizations' })).toBeDefined();
    expect(panel.getByText('Other Organizations (1)')).toBeDefined();
    fireEvent.change(panel.getByRole('combobox'), { target: { value: 'zzz' } });
    expect(await panel.findByText('No organizations found.')).toBeDefined();
  });

  it('[S-078] has neither search nor heading where there is no other', async () => {
    const { panel } = await openPanel();
    expect(panel.queryByRole('combobox')).toBeNull();
    expect(panel.queryByText(/Other Organizations/)).toBeNull();
    expect(panel.queryByText('No organizations found.')).toBeNull();
  });

  it.each([
    ['owner', true],
    ['admin', true],
    ['member', false],
  ] as const)('[S-079] lets an %s manage: %s', async (role, isShown) => {
    const { panel } = await openPanel({ organization: asMember(role) });
    const manage = panel.queryByRole('link', { name: 'Manage' });
    expect(manage?.getAttribute('href')).toBe(isShown ? '/organization' : undefined);
  });

  it.each([true, false])(
    '[S-028, S-080] lets somebody add an organization by a page load where they may: %s',
    async (mayCreateOrganizations) => {
      const { panel } = await openPanel({ user: { ...nora, mayCreateOrganizations } });
      const add = panel.queryByRole('link', { name: 'Add organization' });
      expect(add !== null).toBe(mayCreateOrganizations);
      if (!add) return;
      expect(add.getAttribute('href')).toBe('/organizations/new');
      // A router link would handle the click itself.
      expect(fireEvent.click(add)).toBe(true);
    },
  );

  it('[S-084, S-086] loads the one that is chosen, and leads to the start', async () => {
    const { network, panel } = await openPanel({
      user: { ...nora, memberOf },
      answers: { [`GET ${userPath}/organizations/o2`]: { json: globex } },
    });
    const paths = notePaths();
    fireEvent.click(panel.getByRole('option', { name: 'Globex' }));
    await waitFor(() => expect(pathNow()).toBe('/projects'));
    expect(paths[0]).toBe('/');
    expect(network.count(`GET ${userPath}/organizations/o2`)).toBe(1);
    expect(switcher().textContent).toContain('Globex');
  });

  it('[S-001] leaves nothing but the projects of the chosen one', async () => {
    const { panel } = await openPanel({
      user: { ...nora, memberOf },
      answers: {
        [list]: { json: [hotline] },
        [`GET ${userPath}/organizations/o2`]: { json: globex },
        [`GET ${userPath}/organizations/o2/projects`]: { json: [project('p9', 'Line 9')] },
      },
    });
    const nav = within(sidebar().getByRole('navigation', { name: 'Projects', hidden: true }));
    expect(await nav.findByText('Hotline')).toBeDefined();
    fireEvent.click(panel.getByRole('option', { name: 'Globex' }));
    expect(await nav.findByText('Line 9')).toBeDefined();
    expect(nav.queryByText('Hotline')).toBeNull();
  });

  it('[S-087] stays where it is, without a word, where the other cannot be loaded', async () => {
    const { panel } = await openPanel({
      user: { ...nora, memberOf },
      answers: { [`GET ${userPath}/organizations/o2`]: { status: 500 } },
    });
    fireEvent.click(panel.getByRole('option', { name: 'Globex' }));
    await waitFor(() => expect(console.warn).toHaveBeenCalled());
    expect(switcher().textContent).toContain('Acme');
    expect(pathNow()).toBe('/history');
    expect(toastStore.getState().toast).toBeNull();
    expect(useOrgStore.getState().error).toBe('Failed to switch organization');
  });

  it('[S-081] copies the id of the organization after three clicks on its icon', async () => {
    await openDashboard('/history');
    const writeText = vi.fn(async () => {});
    vi.stubGlobal('navigator', { ...navigator, clipboard: { writeText } });
    const press3 = (place: Element | null) => {
      for (let click = 0; click < 3; click += 1) if (place) fireEvent.click(place);
    };
    press3(within(switcher()).getByText('Acme'));
    expect(writeText).not.toHaveBeenCalled();
    press3(switcher().querySelector('[data-organization-icon]'));
    await waitFor(() => expect(writeText).toHaveBeenCalledExactlyOnceWith('o1'));
  });
});

it('[S-027] /organizations/new founds another organization', async () => {
  const found = 'POST /internal/v1/users/u1/organizations';
  const hooli = { ...acme, id: 'o2', name: 'Hooli' };
  const network = await openDashboard('/organizations/new', {
    user: { ...nora, mayCreateOrganizations: true },
    answers: {
      [found]: { status: 201, json: hooli },
      [`GET ${userPath}/organizations/o2`]: { json: hooli },
    },
  });
  expect(heading()).toBe('Add organization');
  fireEvent.change(screen.getByLabelText('Organization name'), { target: { value: 'Hooli' } });
  press('Add organization');
  await waitFor(() => expect(pathNow()).toBe('/projects'));
  expect(network.requests.find(({ method }) => method === 'POST')?.body).toMatchObject({
    onboardingData: { organizationName: 'Hooli' },
  });
});
