import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type FakeNetwork, fakeNetwork } from '../testing/fake-network.ts';
import { acme, nora } from '../testing/people.ts';
import { useAuthStore } from './auth-store.ts';
import {
  clearOrganizations,
  loadOrganizations,
  refreshOrganization,
  reloadOrganization,
  switchOrganization,
  useOrgStore,
} from './org-store.ts';
import { readScope } from './scope.ts';

const base = 'GET /internal/v1/users/u1/organizations';
const globex = { ...acme, id: 'o2', name: 'Globex' };
const forbidden = { status: 403, statusText: 'Forbidden' };

beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  useAuthStore.setState({ user: nora });
  clearOrganizations();
});

afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

function stored() {
  return JSON.parse(localStorage.getItem('org') ?? '{}').state;
}

describe('loading', () => {
  it('[A-165, A-166, A-184, A-302] stores id and name of each organization by name, and the current one', async () => {
    fakeNetwork({
      [base]: {
        json: [
          { ...globex, extra: 1 },
          { id: 'o3', name: 'beta' },
          { ...acme, extra: 1 },
        ],
      },
      [`${base}/default`]: { json: acme },
    });
    await loadOrganizations();
    expect(stored()).toEqual({
      organizations: [
        { id: 'o1', name: 'Acme' },
        { id: 'o3', name: 'beta' },
        { id: 'o2', name: 'Globex' },
      ],
      currentOrganization: acme,
    });
  });

  it('[A-003, A-305] keeps the current organization while the user belongs to it, else takes the default', async () => {
    useOrgStore.setState({ currentOrganization: globex });
    const network = fakeNetwork({
      [base]: { json: [acme, globex] },
      [`${base}/o2`]: { json: globex },
      [`${base}/default`]: { json: acme },
    });
    await loadOrganizations();
    expect(useOrgStore.getState().currentOrganization?.id).toBe('o2');
    network.answer(base, { json: [acme] });
    await loadOrganizations();
    expect(useOrgStore.getState().currentOrganization?.id).toBe('o1');
  });

  it('[A-003] there is one current organization: where somebody went, and what calls are made for', async () => {
    const network = fakeNetwork({
      [base]: { json: [globex, acme] },
      [`${base}/default`]: { json: acme },
      [`${base}/o2`]: { json: globex },
    });
    await loadOrganizations();
    expect(readScope()).toEqual({ userId: 'u1', orgId: 'o1' });
    await switchOrganization('o2');
    expect(readScope()).toEqual({ userId: 'u1', orgId: 'o2' });
    await loadOrganizations();
    expect(readScope()).toEqual({ userId: 'u1', orgId: 'o2' });
    expect(stored().currentOrganization).toEqual(globex);
    network.answer(base, { json: [] });
    await loadOrganizations();
    expect(readScope()).toBeNull();
  });

  it('opens the only organization that the sign-in opens, whatever was the current one', async () => {
    const listed = [
      { id: 'o1', name: 'Acme' },
      { id: 'o2', name: 'Globex' },
    ];
    fakeNetwork({ [base]: { json: listed }, [`${base}/o1`]: { json: acme } });
    useAuthStore.setState({ user: { ...nora, providerOrganizationId: 'o1' } });
    useOrgStore.setState({ currentOrganization: globex });
    await loadOrganizations();
    expect(useOrgStore.getState().currentOrganization?.id).toBe('o1');
  });

  it('leaves somebody where they went meanwhile', async () => {
    useOrgStore.setState({ currentOrganization: acme });
    fakeNetwork({
      [base]: { json: [acme, globex] },
      [`${base}/o1`]: { json: acme },
      [`${base}/o2`]: { json: globex },
    });
    const loading = loadOrganizations();
    await Promise.all([loading, switchOrganization('o2')]);
    expect(useOrgStore.getState().currentOrganization?.id).toBe('o2');
  });

  it.each([
    ['the list', { [base]: forbidden, [`${base}/default`]: { json: acme } }],
    ['the organization', { [base]: { json: [acme] }, [`${base}/default`]: forbidden }],
  ])('[A-371] says so when %s cannot be read, and is no longer loading', async (_, answers) => {
    fakeNetwork(answers);
    await expect(loadOrganizations()).rejects.toThrow();
    expect(useOrgStore.getState()).toMatchObject({
      error: 'Failed to load organizations',
      isLoading: false,
    });
  });

  it.each([
    ['loading', () => loadOrganizations()],
    ['switching', () => switchOrganization('o2')],
    ['reading again', () => reloadOrganization()],
  ])('[A-368] needs a user: %s', async (_, use) => {
    const network = fakeNetwork();
    useAuthStore.setState({ user: null });
    await expect(use()).rejects.toThrow('No authenticated user found');
    expect(useOrgStore.getState().error).toBe('No authenticated user found');
    expect(network.requests).toEqual([]);
  });
});

describe('switching', () => {
  beforeEach(() => useOrgStore.setState({ currentOrganization: acme }));

  it('[A-303] makes the other organization current', async () => {
    fakeNetwork({ [`${base}/o2`]: { json: globex } });
    await switchOrganization('o2');
    expect(useOrgStore.getState()).toMatchObject({ currentOrganization: globex, error: null });
  });

  it.each([
    ['[A-369] refuses an empty id', '', 'Invalid organization ID'],
    ['[A-369] refuses a blank id', ' ', 'Invalid organization ID'],
    ['[A-369] refuses an id that is no text', undefined as never, 'Invalid organization ID'],
    ['[A-370] keeps the present one when it fails', 'o2', 'Failed to switch organization'],
  ])('%s', async (_, id, error) => {
    fakeNetwork({ [`${base}/o2`]: forbidden });
    await expect(switchOrganization(id)).rejects.toThrow(error);
    expect(useOrgStore.getState()).toMatchObject({ currentOrganization: acme, error });
  });
});

describe('answers that overtake each other', () => {
  const initech = { ...acme, id: 'o3', name: 'Initech' };
  let first: PromiseWithResolvers<Response>;
  let second: PromiseWithResolvers<Response>;
  const answerWith = (organization: object) => Response.json(organization);

  beforeEach(() => {
    useOrgStore.setState({ currentOrganization: acme });
    first = Promise.withResolvers();
    second = Promise.withResolvers();
  });

  it('lead to the organization that was chosen last', async () => {
    fakeNetwork({ [`${base}/o2`]: () => first.promise, [`${base}/o3`]: () => second.promise });
    const switches = [switchOrganization('o2'), switchOrganization('o3')];
    second.resolve(answerWith(initech));
    await switches[1];
    first.resolve(answerWith(globex));
    await Promise.all(switches);
    expect(useOrgStore.getState().currentOrganization).toEqual(initech);
  });

  it('leave the organization as it was read last', async () => {
    const network = fakeNetwork({ [`${base}/o1`]: () => first.promise });
    const before = reloadOrganization();
    network.answer(`${base}/o1`, () => second.promise);
    const after = reloadOrganization();
    second.resolve(answerWith({ ...acme, name: 'Acme Corp' }));
    await after;
    first.resolve(answerWith(acme));
    await before;
    expect(useOrgStore.getState().currentOrganization?.name).toBe('Acme Corp');
  });
});

describe('[A-240] a background refresh', () => {
  it('replaces the stored organization only when the status of its subscription changed', async () => {
    useOrgStore.setState({ currentOrganization: acme });
    const renamed = { ...acme, name: 'Acme Corp' };
    const network = fakeNetwork({ [`${base}/o1`]: { json: renamed } });
    await refreshOrganization();
    expect(useOrgStore.getState().currentOrganization).toEqual(acme);

    const enabled = { ...renamed, subscription: { ...acme.subscription, status: 'enabled' } };
    network.answer(`${base}/o1`, { json: enabled });
    await refreshOrganization();
    expect(useOrgStore.getState().currentOrganization).toEqual(enabled);
  });

  it('drops an answer that comes after a switch', async () => {
    useOrgStore.setState({ currentOrganization: acme });
    const ended = { ...acme, subscription: { ...acme.subscription, status: 'trialEnded' } };
    fakeNetwork({
      [`${base}/o1`]: () => {
        useOrgStore.setState({ currentOrganization: globex });
        return new Response(JSON.stringify(ended));
      },
    });
    await refreshOrganization();
    expect(useOrgStore.getState().currentOrganization).toEqual(globex);
  });
});

describe('reading the organization again', () => {
  beforeEach(() => useOrgStore.setState({ currentOrganization: acme }));

  it('stores what came back, whatever changed', async () => {
    const renamed = { ...acme, name: 'Acme Corp' };
    fakeNetwork({ [`${base}/o1`]: { json: renamed } });
    expect(await reloadOrganization()).toEqual(renamed);
    expect(useOrgStore.getState().currentOrganization).toEqual(renamed);
  });

  it('leaves somebody where they went before the answer came', async () => {
    let answer = (_: Response) => {};
    const late = new Promise<Response>((resolve) => {
      answer = resolve;
    });
    fakeNetwork({ [`${base}/o1`]: () => late, [`${base}/o2`]: { json: globex } });
    const reloading = reloadOrganization();
    await switchOrganization('o2');
    answer(new Response(JSON.stringify(acme)));
    await reloading;
    expect(useOrgStore.getState().currentOrganization).toEqual(globex);
  });
});

describe('the address of the server', () => {
  const away = { ...globex, apiURL: 'https://eu.parley.test' };
  const lastUrl = async (network: FakeNetwork) => {
    await reloadOrganization().catch(() => {});
    return network.requests.at(-1)?.url;
  };

  it('[A-288, A-289] is the one of the current organization, or the default where it has none', async () => {
    const atHome = '/internal/v1/users/u1/organizations';
    const network = fakeNetwork({
      [base]: { json: [acme, globex] },
      [`${base}/default`]: { json: away },
      [`GET https://eu.parley.test${atHome}/o1`]: { json: acme },
    });
    await loadOrganizations();
    expect(await lastUrl(network)).toBe(`https://eu.parley.test${atHome}/o2`);
    await switchOrganization('o1');
    expect(await lastUrl(network)).toBe(`${atHome}/o1`);
    network.answer(`${base}/o1`, { json: { ...acme, apiURL: 'https://us.parley.test' } });
    await reloadOrganization();
    expect(await lastUrl(network)).toBe(`https://us.parley.test${atHome}/o1`);
    clearOrganizations();
    expect(await lastUrl(network)).toBe(`${atHome}/default`);
  });

  it('is never read from what is stored or from the address of the page', async () => {
    const evil = { ...acme, apiURL: 'https://evil.example' };
    const state = { organizations: [], currentOrganization: evil };
    localStorage.setItem('org', JSON.stringify({ state, version: 0 }));
    history.replaceState(null, '', '/signin?apiURL=https://evil.example');
    const network = fakeNetwork({ [base]: { json: [acme] }, [`${base}/o1`]: { json: acme } });
    vi.resetModules();
    const { useAuthStore: auth } = await import('./auth-store.ts');
    const store = await import('./org-store.ts');
    auth.setState({ user: nora });
    expect(store.useOrgStore.getState().currentOrganization?.apiURL).toBe('https://evil.example');
    await store.refreshOrganization();
    await store.loadOrganizations();
    expect(network.requests.length).toBeGreaterThan(1);
    for (const { url } of network.requests) expect(url).toMatch(/^\/internal\//);
  });
});
