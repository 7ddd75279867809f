import type { Member, Organization, Role } from '@parley/contract';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { queryClient } from '#/lib/query-client.ts';
import { useAuthStore } from '#/lib/session/auth-store.ts';
import { useOrgStore } from '#/lib/session/org-store.ts';
import { type Answer, fakeNetwork } from '#/lib/testing/fake-network.ts';
import { acme, nora } from '#/lib/testing/people.ts';
import { renderPage } from '#/lib/testing/render-page.tsx';
import { toastStore } from '#/ui/toast.ts';
import { MembersScreen } from './members-screen.tsx';

const organization = '/internal/v1/users/u1/organizations/o1';
const read = `GET ${organization}`;

const member = (
  id: string,
  name: string,
  role: Role,
  lastActive: string | null = null,
): Member => ({
  id,
  name,
  email: `${id}@acme.test`,
  role,
  addedDate: '2026-03-04T12:00:00.000Z',
  lastActive,
});
const olga = member('olga', 'Olga Owner', 'owner', '2026-05-06T12:00:00.000Z');
const self = member('nora', 'Nora Lind', 'admin');
const max = member('max', 'Max Frisch', 'member');
const ivan = {
  id: 'i1',
  email: 'ivan@acme.test',
  role: 'admin' as const,
  creationDate: '2026-07-08T12:00:00.000Z',
};
const known: Organization = { ...acme, members: [olga, self, max], invitations: [ivan] };
const medium = (date: string) =>
  new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' }).format(new Date(date));

beforeEach(() => {
  class NoResizes {
    observe() {}
    disconnect() {}
  }
  vi.stubGlobal('ResizeObserver', NoResizes);
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {} }));
  vi.spyOn(console, 'warn').mockReturnValue();
  toastStore.setState({ toast: null });
  useAuthStore.setState({ user: nora });
});

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  queryClient.clear();
  useAuthStore.setState({ user: null });
  useOrgStore.setState({ currentOrganization: null });
  vi.unstubAllGlobals();
});

async function open(stored = known, answers: Record<string, Answer> = {}) {
  const network = fakeNetwork({ [read]: { json: stored }, ...answers });
  useOrgStore.setState({ currentOrganization: stored });
  renderPage(() => (
    <QueryClientProvider client={queryClient}>
      <MembersScreen />
    </QueryClientProvider>
  ));
  await screen.findByText(/^\d+ members?$/);
  return network;
}

const table = (name: string) => within(screen.getByRole('table', { name }));
const columns = (name: string) =>
  table(name)
    .getAllByRole('columnheader')
    .map(({ textContent }) => textContent);
const row = (text: string) => within(screen.getByText(text).closest('tr') as HTMLElement);
const cellsOf = (text: string) =>
  row(text)
    .getAllByRole('cell')
    .map(({ textContent }) => textContent);
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

it('[S-129] reads the organization by its id when it opens', async () => {
  const stored = { ...acme, members: [olga, self] };
  useOrgStore.setState({ currentOrganization: stored });
  const network = await open(stored, { [read]: { json: known } });
  expect(await screen.findByText('Max Frisch')).toBeDefined();
  expect(network.requests.filter(({ url }) => url === organization)).toHaveLength(1);
});

it('[S-293] shows what is at hand where the organization cannot be read, and says so', async () => {
  await open(known, { [read]: { status: 500 } });
  expect(toastStore.getState().toast).toMatchObject({
    title: 'Failed to load organizations',
    variant: 'destructive',
  });
  expect(screen.getByText('Max Frisch')).toBeDefined();
});

it('[S-097, S-112] has the members in its first card and the invitations in its second', async () => {
  await open({ ...known, members: [olga, { ...self, role: 'member' }] });
  const cards = screen.getAllByRole('heading', { level: 2 });
  expect(cards.map(({ textContent }) => textContent)).toEqual([
    'Existing Users',
    'Pending Invitations',
  ]);
});

it('[S-098, S-113] says what its cards are for', async () => {
  await open();
  expect(screen.getByText('View and manage permissions for everyone on your team')).toBeDefined();
  expect(screen.getByText('Track and manage pending team invitations')).toBeDefined();
});

describe('the members', () => {
  it('[S-104] have five columns', async () => {
    await open();
    expect(columns('Members')).toEqual([
      'Member',
      'Member Since',
      'Last Active',
      expect.stringMatching(/^Role/),
      'Actions',
    ]);
    expect(cellsOf('olga@acme.test')).toEqual([
      expect.stringContaining('Olga Owner'),
      medium(olga.addedDate),
      medium(olga.lastActive ?? ''),
      'Owner',
      '',
    ]);
    const cells = row('max@acme.test').getAllByRole('cell');
    expect(within(cells[3] as HTMLElement).getByRole('combobox').textContent).toBe('Member');
    const action = within(cells[4] as HTMLElement).getByRole('button', {
      name: 'Remove Max Frisch',
    });
    fireEvent.click(action);
    expect(await screen.findByRole('alertdialog', { name: 'Remove Max Frisch?' })).toBeDefined();
  });

  it('[S-105] are shown with initials, name and email', async () => {
    await open();
    const [cell] = row('max@acme.test').getAllByRole('cell');
    const shown = within(cell as HTMLElement);
    for (const text of ['MF', 'Max Frisch', 'max@acme.test'])
      expect(shown.getByText(text)).toBeDefined();
  });

  it('[S-106] mark oneself, and nobody else', async () => {
    await open();
    expect(row('nora@acme.test').getByText('You')).toBeDefined();
    expect(screen.getAllByText('You')).toHaveLength(1);
  });

  it('[S-107, A-384] have a date when they were last active, or a dash', async () => {
    await open();
    expect(cellsOf('olga@acme.test').slice(1, 3)).toEqual([
      medium(olga.addedDate),
      medium(olga.lastActive ?? ''),
    ]);
    expect(cellsOf('max@acme.test')[2]).toBe('-');
    // On a narrow screen, the first cell shows it.
    expect(cellsOf('olga@acme.test')[0]).toContain(`Last active ${medium(olga.lastActive ?? '')}`);
    expect(cellsOf('max@acme.test')[0]).toMatch(/Last active -$/);
  });

  it('[S-110, S-111] show the owner as text, whom nobody edits or removes', async () => {
    await open();
    expect(row('olga@acme.test').getByText('Owner')).toBeDefined();
    expect(row('olga@acme.test').queryByRole('combobox')).toBeNull();
    expect(row('olga@acme.test').queryByRole('button')).toBeNull();
    expect(row('max@acme.test').getByRole('combobox').textContent).toBe('Member');
    expect(row('max@acme.test').getByRole('button', { name: 'Remove Max Frisch' })).toBeDefined();
  });

  it('[S-221] are made administrator or member, never owner', async () => {
    await open();
    fireEvent.click(row('max@acme.test').getByRole('combobox'));
    const offered = await screen.findAllByRole('option');
    expect(offered.map(({ textContent }) => textContent)).toEqual(['Administrator', 'Member']);
  });

  it('[S-109, S-222, S-224] come with what each role may do', async () => {
    await open();
    press('About roles');
    const help = within(await screen.findByRole('dialog', { name: 'Available roles' }));
    expect(help.getAllByRole('term').map(({ textContent }) => textContent)).toEqual([
      'Administrator',
      'Member',
    ]);
    const told = help.getAllByRole('definition').map(({ textContent }) => textContent);
    expect(told).toEqual([
      expect.stringMatching(/^Full access to manage.*Manage members and invitations/),
      expect.stringMatching(/^Standard access to testing.*Run tests and view reports/),
    ]);
  });

  it.each([
    [
      'S-223',
      'Administrator',
      [
        /manage organization settings and members/i,
        /manage members and invitations/i,
        /create and manage test suites/i,
        /configure virtual devices/i,
        /access all reports and analytics/i,
      ],
    ],
    [
      'S-225',
      'Member',
      [
        /access to testing features/i,
        /create and edit test suites/i,
        /run tests and view reports/i,
        /create and manage virtual devices/i,
        /access shared resources/i,
      ],
    ],
  ] as const)('[%s] come with a description of the role %s', async (_, title, abilities) => {
    await open();
    press('About roles');
    const help = within(await screen.findByRole('dialog', { name: 'Available roles' }));
    const description = help.getByText(title, { selector: 'dt' }).nextElementSibling?.textContent;
    for (const ability of abilities) expect(description).toMatch(ability);
  });

  it('[S-100, S-101, S-102, S-103] are searched and counted 300 ms after typing', async () => {
    await open();
    expect(screen.getByText('3 members')).toBeDefined();
    vi.useFakeTimers();
    const search = screen.getByPlaceholderText('Search members...');
    fireEvent.change(search, { target: { value: 'MAX' } });
    await act(() => vi.advanceTimersByTimeAsync(200));
    fireEvent.change(search, { target: { value: 'MAX FRI' } });
    await act(() => vi.advanceTimersByTimeAsync(299));
    expect(screen.getByText('3 members')).toBeDefined();
    await act(() => vi.advanceTimersByTimeAsync(1));
    expect(screen.getByText('1 member')).toBeDefined();
    expect(screen.queryByText('olga@acme.test')).toBeNull();
    fireEvent.change(search, { target: { value: 'OLGA@acme' } });
    await act(() => vi.advanceTimersByTimeAsync(300));
    expect(screen.getByText('Olga Owner')).toBeDefined();
    expect(screen.queryByText('Max Frisch')).toBeNull();
  });

  it('[S-108] say when a search finds nobody', async () => {
    await open();
    expect(screen.queryByText('No members found')).toBeNull();
    const search = screen.getByPlaceholderText('Search members...');
    fireEvent.change(search, { target: { value: 'nobody at all' } });
    expect(await screen.findByText('No members found')).toBeDefined();
  });

  it('[S-099] are joined by others through a dialog', async () => {
    await open();
    press('Add New Member');
    expect(await screen.findByRole('dialog', { name: 'Add New Member' })).toBeDefined();
  });

  it('[S-126, S-128] are removed after a question, and stay where that is cancelled', async () => {
    const remove = `DELETE ${organization}/members/max`;
    const network = await open(known, { [remove]: { status: 204 } });
    press('Remove Max Frisch');
    const question = within(await screen.findByRole('alertdialog'));
    expect(question.getByText(/cannot be undone/)).toBeDefined();
    fireEvent.click(question.getByRole('button', { name: 'Cancel' }));
    expect(network.count(remove)).toBe(0);
    expect(screen.getByText('Max Frisch')).toBeDefined();
    press('Remove Max Frisch');
    fireEvent.click(await screen.findByRole('button', { name: 'Remove member' }));
    await waitFor(() => expect(network.count(remove)).toBe(1));
  });

  it('[S-220, S-006] are only looked at by somebody who does not manage them', async () => {
    await open({ ...known, members: [olga, { ...self, role: 'member' }, max] });
    expect(screen.queryByRole('button', { name: 'Add New Member' })).toBeNull();
    expect(table('Members').queryByRole('combobox')).toBeNull();
    expect(table('Members').queryByRole('button', { name: /^Remove/ })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Resend invite' })).toBeNull();
    expect(screen.queryByRole('button', { name: /^Delete the invitation/ })).toBeNull();
  });

  it('[S-222, S-224] are shown with the title of their role where it cannot be changed', async () => {
    const ada = member('ada', 'Ada Admin', 'admin');
    await open({ ...known, members: [olga, { ...self, role: 'member' }, max, ada] });
    const roleOf = (email: string) => cellsOf(email)[3];
    expect(roleOf('ada@acme.test')).toBe('Administrator');
    expect(roleOf('max@acme.test')).toBe('Member');
    expect(roleOf('nora@acme.test')).toBe('Member');
  });

  it.each(['owner', 'admin'] as const)('[S-006] are managed by an %s', async (role) => {
    await open({ ...known, members: [olga, { ...self, role }, max] });
    expect(screen.getByRole('button', { name: 'Add New Member' })).toBeDefined();
    expect(row('max@acme.test').getByRole('combobox')).toBeDefined();
    expect(row('max@acme.test').getByRole('button', { name: 'Remove Max Frisch' })).toBeDefined();
    expect(screen.getByRole('button', { name: 'Resend invite' })).toBeDefined();
    expect(screen.getByRole('button', { name: /^Delete the invitation/ })).toBeDefined();
  });
});

describe('the invitations', () => {
  it('[S-114, S-116] have four columns, the last with two buttons', async () => {
    const eva = { ...ivan, id: 'i2', email: 'eva@acme.test', role: 'member' as const };
    await open({ ...known, invitations: [ivan, eva] });
    for (const [{ email, creationDate }, role] of [
      [ivan, 'Administrator'],
      [eva, 'Member'],
    ] as const) {
      const cells = row(email).getAllByRole('cell');
      expect(cells.slice(1, 3).map(({ textContent }) => textContent)).toEqual([
        medium(creationDate),
        role,
      ]);
      const buttons = within(cells[3] as HTMLElement).getAllByRole('button');
      expect(
        buttons.map((button) => button.textContent || button.getAttribute('aria-label')),
      ).toEqual(['Resend invite', `Delete the invitation of ${email}`]);
    }
    expect(columns('Pending invitations')).toEqual([
      'Pending Member',
      'Invited On',
      'Role',
      'Actions',
    ]);
  });

  it('[S-222, S-224] are for roles that have titles, however wide the screen is', async () => {
    const eva = { ...ivan, id: 'i2', email: 'eva@acme.test', role: 'member' as const };
    await open({ ...known, invitations: [ivan, eva] });
    for (const [{ email, creationDate }, title] of [
      [ivan, 'Administrator'],
      [eva, 'Member'],
    ] as const) {
      const [who, , role] = cellsOf(email);
      expect(role).toBe(title);
      expect(who).toBe(`Invite Pending${email}${title}, ${medium(creationDate)}`);
    }
  });

  it('[S-115, A-384] are shown with the email, the date and the role', async () => {
    await open();
    const [who, ...rest] = cellsOf('ivan@acme.test');
    expect(who).toMatch(/^Invite Pending.*ivan@acme\.test/);
    expect(rest.slice(0, 2)).toEqual([medium(ivan.creationDate), 'Administrator']);
  });

  it('[S-116, S-202] are sent again by a button', async () => {
    const resend = `PUT ${organization}/invitations/i1`;
    const network = await open(known, { [resend]: { json: ivan } });
    press('Resend invite');
    await waitFor(() => expect(network.count(resend)).toBe(1));
    await waitFor(() => expect(toastStore.getState().toast?.title).toBe('Invitation resent'));
  });

  it('[S-127, S-128, S-202] are deleted after a question, and stay where that is cancelled', async () => {
    const withdraw = `DELETE ${organization}/invitations/i1`;
    const network = await open(known, { [withdraw]: { status: 204 } });
    press('Delete the invitation of ivan@acme.test');
    const question = within(await screen.findByRole('alertdialog'));
    expect(question.getByText(/cannot ?\n? ?be undone/)).toBeDefined();
    fireEvent.click(question.getByRole('button', { name: 'Cancel' }));
    expect(network.count(withdraw)).toBe(0);
    expect(screen.getByText('ivan@acme.test')).toBeDefined();
    press('Delete the invitation of ivan@acme.test');
    network.answer(read, { json: { ...known, invitations: [] } });
    fireEvent.click(await screen.findByRole('button', { name: 'Delete invitation' }));
    await waitFor(() => expect(network.count(withdraw)).toBe(1));
    expect(await screen.findByText(/^No pending invitations/)).toBeDefined();
  });

  it('[S-202] are pending as soon as they are sent', async () => {
    const invite = `POST ${organization}/invitations`;
    const eva = { ...ivan, id: 'i2', email: 'eva@acme.test' };
    const network = await open(known, { [invite]: { status: 201, json: eva } });
    press('Add New Member');
    const email = await screen.findByLabelText('Email address');
    fireEvent.change(email, { target: { value: eva.email } });
    const send = screen.getByRole<HTMLButtonElement>('button', { name: 'Send Invitation' });
    await waitFor(() => expect(send.disabled).toBe(false));
    network.answer(read, { json: { ...known, invitations: [ivan, eva] } });
    fireEvent.click(send);
    await waitFor(() => expect(row(eva.email).getByText('Invite Pending')).toBeDefined());
  });

  it('[S-112, S-117] say that there are none', async () => {
    await open({ ...known, invitations: [] });
    expect(
      screen.getByText(
        'No pending invitations at the moment. Use the form above to invite new members to your organization.',
      ),
    ).toBeDefined();
  });
});
