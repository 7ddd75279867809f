import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useProjectStore } from '#/features/projects/project-store.ts';
import { useSuiteList } from '#/features/suites/suite-list.store.ts';
import { identity } from '#/lib/identity/current-identity.ts';
import { useAuthStore } from '#/lib/session/auth-store.ts';
import { useOrgStore } from '#/lib/session/org-store.ts';
import { signInAgain, useSignInAgain } from '#/lib/session/sign-in-again.ts';
import { type FakeNetwork, fakeNetwork } from '#/lib/testing/fake-network.ts';
import { acme, nora } from '#/lib/testing/people.ts';
import type { TrackDetail } from '#/lib/track.ts';
import { toastStore } from '#/ui/toast.ts';
import {
  changeOrganization,
  leaveLostOrganization,
  openWishedOrganization,
} from './change-organization.ts';

const request = 'GET /internal/v1/users/u1/organizations/o2';
const globex = { ...acme, id: 'o2', name: 'Globex' };

let network: FakeNetwork;
let events: string[];
const listen = (event: Event) => events.push((event as CustomEvent<TrackDetail>).detail.event);

beforeEach(() => {
  network = fakeNetwork({ [request]: { json: globex } });
  events = [];
  window.addEventListener('parley:track', listen);
  toastStore.setState({ toast: null });
  useAuthStore.setState({ user: nora });
  useOrgStore.setState({ currentOrganization: acme, error: null });
  useProjectStore.setState({
    selectedProjectId: 'p1',
    search: 'hot',
    pinned: [{ organizationId: 'o1', projectId: 'p1' }],
  });
  useSuiteList.setState({ currentProjectId: 'p1', search: 'greet' });
});

afterEach(() => {
  window.removeEventListener('parley:track', listen);
  vi.unstubAllGlobals();
});

describe('changing the organization', () => {
  it('[S-084, S-085] loads the chosen one, forgets what was selected and is tracked', async () => {
    expect(await changeOrganization('o2')).toBe(true);
    expect(useOrgStore.getState().currentOrganization?.name).toBe('Globex');
    expect(useProjectStore.getState()).toMatchObject({ selectedProjectId: null, search: '' });
    expect(useSuiteList.getState()).toMatchObject({ currentProjectId: null, search: '' });
    expect(useProjectStore.getState().pinned).toHaveLength(1);
    expect(events).toEqual(['organization_switched']);
  });

  it('[S-085] leaves what was selected in another that was chosen before this one was there', async () => {
    const asked = Promise.withResolvers<Response>();
    network.answer(request, () => asked.promise);
    network.answer('GET /internal/v1/users/u1/organizations/o3', {
      json: { ...acme, id: 'o3', name: 'Initech' },
    });
    const first = changeOrganization('o2');
    expect(await changeOrganization('o3')).toBe(true);
    useProjectStore.setState({ selectedProjectId: 'p3' });
    asked.resolve(Response.json(globex));
    expect(await first).toBe(false);
    expect(useProjectStore.getState().selectedProjectId).toBe('p3');
    expect(events).toEqual(['organization_switched']);
  });

  it('comes about once for who signed in again to open another one', async () => {
    vi.spyOn(identity, 'signOut').mockResolvedValue(undefined);
    await signInAgain('o2');
    useAuthStore.setState({ user: nora });
    useOrgStore.setState({ currentOrganization: acme });
    await openWishedOrganization();
    expect(useOrgStore.getState().currentOrganization?.name).toBe('Globex');
    useOrgStore.setState({ currentOrganization: acme });
    await openWishedOrganization();
    expect(useOrgStore.getState().currentOrganization?.name).toBe('Acme');
  });

  it('to one that the sign-in does not open asks for another sign-in, and everything stays', async () => {
    network.answer(request, { status: 403, json: { error: { code: 'other_sign_in_needed' } } });
    useOrgStore.setState({ organizations: [{ id: 'o2', name: 'Globex' }] });
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    expect(await changeOrganization('o2')).toBe(false);
    expect(useSignInAgain.getState().organization).toEqual({ id: 'o2', name: 'Globex' });
    expect(useOrgStore.getState().currentOrganization?.name).toBe('Acme');
    expect(useProjectStore.getState().selectedProjectId).toBe('p1');
    warn.mockRestore();
  });

  it('[S-085, S-087] that fails is only logged, and everything stays', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    network.answer(request, { status: 500 });
    expect(await changeOrganization('o2')).toBe(false);
    expect(useOrgStore.getState().currentOrganization?.name).toBe('Acme');
    expect(useProjectStore.getState().selectedProjectId).toBe('p1');
    expect(toastStore.getState().toast).toBeNull();
    expect(events).toEqual([]);
    expect(warn).toHaveBeenCalledOnce();
    warn.mockRestore();
  });
});

describe('an organization that is not found anymore', () => {
  beforeEach(() => {
    vi.spyOn(identity, 'currentUser').mockReturnValue({ id: nora.id, email: nora.email });
  });
  afterEach(() => vi.restoreAllMocks());

  const user = 'GET /internal/v1/users/u1';
  const listed = 'GET /internal/v1/users/u1/organizations';

  it('is left for one where the user belongs, and that is said', async () => {
    network.answer(user, {
      json: { ...nora, memberOf: [{ id: 'o2', name: 'Globex', role: 'member' }] },
    });
    network.answer(listed, { json: [{ id: 'o2', name: 'Globex' }] });
    network.answer(`${listed}/default`, { json: globex });
    expect(await leaveLostOrganization()).toBe(true);
    expect(useOrgStore.getState().currentOrganization?.name).toBe('Globex');
    expect(useProjectStore.getState()).toMatchObject({ selectedProjectId: null, search: '' });
    expect(toastStore.getState().toast?.title).toBe('You are not a member of Acme anymore');
  });

  it('is left for none where the user belongs to no other', async () => {
    network.answer(user, { json: { ...nora, memberOf: [] } });
    network.answer(listed, { json: [] });
    expect(await leaveLostOrganization()).toBe(true);
    expect(useOrgStore.getState().currentOrganization).toBeNull();
  });

  it('stays where it is there after all', async () => {
    network.answer(user, { json: nora });
    network.answer(listed, { json: [{ id: 'o1', name: 'Acme' }] });
    network.answer(`${listed}/o1`, { json: acme });
    expect(await leaveLostOrganization()).toBe(false);
    expect(toastStore.getState().toast).toBeNull();
  });
});
