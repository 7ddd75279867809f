import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { auditQuery } from '#/features/audit/audit.queries.ts';
import { listeners } from '#/lib/api.ts';
import { outdateLists } from '#/lib/outdated-by.ts';
import { queryClient } from '#/lib/query-client.ts';
import { useAuthStore } from '#/lib/session/auth-store.ts';
import { useOrgStore } from '#/lib/session/org-store.ts';
import { type FakeNetwork, fakeNetwork } from '#/lib/testing/fake-network.ts';
import { acme, nora } from '#/lib/testing/people.ts';
import type { TrackDetail } from '#/lib/track.ts';
import { toastStore } from '#/ui/toast.ts';
import * as actions from './member-actions.ts';
import { memberCount, searchMembers } from './member-search.ts';
import * as store from './member-store.ts';

const organization = 'GET /internal/v1/users/u1/organizations/o1';
const members = '/internal/v1/users/u1/organizations/o1/members/m1';
const invitations = '/internal/v1/users/u1/organizations/o1/invitations';
const max = {
  id: 'm1',
  name: 'Max Frisch',
  email: 'max@acme.test',
  role: 'member' as const,
  addedDate: '2026-01-01T00:00:00.000Z',
  lastActive: null,
};
const ivan = {
  id: 'i1',
  email: 'ivan@acme.test',
  role: 'member' as const,
  creationDate: '2026-01-01T00:00:00.000Z',
};

/** All calls of the store, each with its ids in the specification, the error that it stores, its request and its body. */
const calls = [
  [
    'S-281, A-312',
    'Failed to send invitation',
    `POST ${invitations}`,
    () => store.invite('a@b.test', 'admin'),
    { email: 'a@b.test', role: 'admin' },
  ],
  [
    'S-282, A-310',
    'Failed to update role',
    `PUT ${members}`,
    () => store.changeRole('m1', 'admin'),
    { role: 'admin' },
  ],
  [
    'S-283, A-311',
    'Failed to remove member',
    `DELETE ${members}`,
    () => store.removeMember('m1'),
    undefined,
  ],
  [
    'S-284, A-313',
    'Failed to resend invitation',
    `PUT ${invitations}/i1`,
    () => store.resendInvitation('i1'),
    undefined,
  ],
  [
    'S-285, A-314',
    'Failed to delete invitation',
    `DELETE ${invitations}/i1`,
    () => store.deleteInvitation('i1'),
    undefined,
  ],
] as const;

/** All actions of the screen, with their toasts and usage events. */
const acts = [
  {
    id: 'S-288, S-294',
    request: `PUT ${members}`,
    act: () => actions.updateRole(max, 'admin'),
    failed: 'Failed to update member role. Please try again.',
    done: { title: 'Role updated', description: 'Member role has been updated successfully' },
    events: ['member_role_updated'],
  },
  {
    id: 'S-289, S-295',
    request: `DELETE ${members}`,
    act: () => actions.remove(max),
    failed: 'Failed to remove member. Please try again.',
    done: {
      title: 'Member removed',
      description: 'Member has been removed from the organization',
    },
    events: ['member_removed'],
  },
  {
    id: 'S-290, S-296',
    request: `PUT ${invitations}/i1`,
    act: () => actions.resend(ivan),
    failed: 'Failed to resend invitation. Please try again.',
    done: { title: 'Invitation resent' },
    events: ['invitation_resent'],
  },
  {
    id: 'S-291, S-297',
    request: `DELETE ${invitations}/i1`,
    act: () => actions.withdraw(ivan),
    failed: 'Failed to delete invitation. Please try again.',
    done: {
      title: 'Invitation deleted',
      description: expect.stringContaining('ivan@acme.test') as string,
    },
    events: ['invitation_deleted'],
  },
  {
    id: 'S-292, S-298',
    request: `POST ${invitations}`,
    act: () => actions.invite('new@acme.test', 'member'),
    failed: 'Failed to send invitation. Please try again.',
    done: {
      title: 'Invitation sent',
      description: expect.stringContaining('new@acme.test') as string,
    },
    events: ['invite_attempted', 'invite_sent'],
  },
];

let network: FakeNetwork;
let events: string[];
const listen = (event: Event) => events.push((event as CustomEvent<TrackDetail>).detail.event);

beforeEach(() => {
  useAuthStore.setState({ user: nora });
  useOrgStore.setState({ currentOrganization: acme });
  store.useMemberStore.setState({ isLoading: false, error: null, reason: undefined });
  toastStore.setState({ toast: null });
  network = fakeNetwork({ [organization]: { json: { ...acme, name: 'Acme, read again' } } });
  events = [];
  window.addEventListener('parley:track', listen);
});

afterEach(() => {
  window.removeEventListener('parley:track', listen);
  vi.unstubAllGlobals();
  localStorage.clear();
});

describe('the member store', () => {
  it.each(calls)(
    '[S-200, %s] reloads the organization and answers true, else "%s"',
    async (...row) => {
      const [, , request, act, body] = row;
      network.answer(request, { json: {} });
      expect(await act()).toBe(true);
      expect(network.count(request)).toBe(1);
      expect(network.requests[0]?.body).toEqual(body);
      expect(network.count(organization)).toBe(1);
      expect(useOrgStore.getState().currentOrganization?.name).toBe('Acme, read again');
      expect(store.useMemberStore.getState()).toEqual({ isLoading: false, error: null });
    },
  );

  it.each(calls)('[S-201, %s] keeps "%s" and answers false', async (_, text, request, act) => {
    network.answer(request, { status: 500 });
    expect(await act()).toBe(false);
    expect(store.useMemberStore.getState()).toEqual({ isLoading: false, error: text });
    expect(network.count(organization)).toBe(0);
  });

  it.each(calls)('[S-201, %s] keeps "%s" where no answer comes', async (...row) => {
    const [, text, request, act] = row;
    network.answer(request, () => Promise.reject(new TypeError('Failed to fetch')));
    expect(await act()).toBe(false);
    expect(store.useMemberStore.getState()).toEqual({ isLoading: false, error: text });
  });

  it.each(calls)('[S-201, %s] keeps what the server said in place of "%s"', async (...row) => {
    const [, , request, act] = row;
    const error = { code: 'too_many_requests', message: 'Wait an hour.' };
    network.answer(request, { status: 429, json: { error } });
    expect(await act()).toBe(false);
    expect(store.useMemberStore.getState()).toMatchObject({
      isLoading: false,
      error: 'Wait an hour.',
    });
  });

  it.each(calls)('[S-209, %s] needs a user and an organization', async (_, __, ___, act) => {
    const refused = 'No authenticated user or organization found';
    useOrgStore.setState({ currentOrganization: null });
    expect(await act()).toBe(false);
    expect(store.useMemberStore.getState().error).toBe(refused);
    useAuthStore.setState({ user: null });
    useOrgStore.setState({ currentOrganization: acme });
    store.useMemberStore.setState({ error: null });
    expect(await act()).toBe(false);
    expect(store.useMemberStore.getState().error).toBe(refused);
    expect(network.requests).toEqual([]);
  });

  it.each(calls)('has the audit log read again, which tells of it: %s', async (...row) => {
    listeners.changed = outdateLists;
    const { queryKey } = auditQuery({ userId: 'u1', orgId: 'o1' }, {});
    queryClient.setQueryData(queryKey, { pages: [], pageParams: [] });
    network.answer(row[2], { json: {} });
    await row[3]();
    expect(queryClient.getQueryState(queryKey)?.isInvalidated).toBe(true);
  });

  it('answers true also when the organization cannot be read again', async () => {
    network.answer(`DELETE ${members}`, { status: 204 });
    network.answer(organization, { status: 500 });
    expect(await store.removeMember('m1')).toBe(true);
  });
});

describe('the members screen', () => {
  it.each(acts)('[$id, S-266, S-305] tells "$done.title" once and tracks it', async (row) => {
    network.answer(row.request, { json: {} });
    expect(await row.act()).toBe(true);
    expect(toastStore.getState().toast).toMatchObject({ variant: 'success', ...row.done });
    expect(network.count(organization)).toBe(1);
    expect(events).toEqual(row.events);
  });

  it.each(acts)('[$id, S-267, S-305] tells "$failed" once', async (row) => {
    network.answer(row.request, { status: 500 });
    expect(await row.act()).toBe(false);
    const { toast } = toastStore.getState();
    expect(toast).toMatchObject({ variant: 'destructive', title: row.failed });
    const stored = calls.find(([, , request]) => request === row.request)?.[1];
    expect(store.useMemberStore.getState().error).toBe(stored);
    expect(
      events.filter((event) => row.events.includes(event) && event !== 'invite_attempted'),
    ).toEqual([]);
  });

  it.each(acts)('[$id] tells why beside "$failed" where the server says so', async (row) => {
    const error = { code: 'too_many_requests', message: 'Wait an hour.' };
    network.answer(row.request, { status: 429, json: { error } });
    expect(await row.act()).toBe(false);
    expect(toastStore.getState().toast).toMatchObject({
      title: row.failed,
      description: 'Wait an hour.',
    });
  });

  it('[S-292, S-305] tracks a failed invitation', async () => {
    network.answer(`POST ${invitations}`, { status: 500 });
    await actions.invite('new@acme.test', 'member');
    expect(events).toEqual(['invite_attempted', 'invite_failed']);
  });

  it.each([
    ['MAX', 1],
    ['frisch', 1],
    ['acme.TEST', 1],
    ['zzz', 0],
  ])('[S-101] searches name and email for "%s"', (search, count) => {
    expect(searchMembers([max], search)).toHaveLength(count);
  });

  it('[S-101] searches a name and an email that are spelled in capitals', () => {
    const found = (search: string) =>
      searchMembers([{ ...max, name: 'MAX', email: 'M.Frisch@ACME.test' }], search).length;
    expect([found('max'), found('frisch@acme'), found('MAX'), found('other')]).toEqual([
      1, 1, 1, 0,
    ]);
  });

  it('[S-103] counts members', () => {
    expect([0, 1, 2].map(memberCount)).toEqual(['0 members', '1 member', '2 members']);
  });
});
