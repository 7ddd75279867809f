import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type FakeNetwork, fakeNetwork } from '../testing/fake-network.ts';
import { acme, nora, tokenFor } from '../testing/people.ts';

const hourMs = 3_600_000;
const minuteMs = 60_000;
const userPath = 'GET /internal/v1/users/u1';
const listPath = `${userPath}/organizations`;
const tokenPath = 'GET /api/auth/token';

let network: FakeNetwork;

beforeEach(() => {
  vi.useFakeTimers();
  vi.setSystemTime('2026-11-21T12:00:00.000Z');
  network = fakeNetwork({
    [userPath]: { json: nora },
    [listPath]: { json: [{ id: 'o1', name: 'Acme' }] },
    [`${listPath}/default`]: { json: acme },
    [`${listPath}/o1`]: { json: acme },
    'POST /api/auth/sign-out': { status: 204 },
  });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  localStorage.clear();
  sessionStorage.clear();
});

/** Simulates a page load: fresh modules with the current storage. */
async function openTab() {
  vi.resetModules();
  const session = await import('./session.ts');
  const { identity } = await import('../identity/current-identity.ts');
  const changes = { count: 0 };
  session.startSession({
    onAccessChanged: () => {
      changes.count += 1;
    },
  });
  return { session, identity, changes };
}

function signedInBefore(expiresInMs = hourMs) {
  localStorage.setItem('jwt', tokenFor(nora, Date.now() + expiresInMs));
}

function cached(loadedMsAgo: number, currentOrganization = acme) {
  const store = (state: object) => JSON.stringify({ state, version: 0 });
  localStorage.setItem('auth', store({ user: nora, ibm: null }));
  localStorage.setItem('org', store({ organizations: [], currentOrganization }));
  sessionStorage.setItem('parley-session-flag', String(Date.now() - loadedMsAgo));
}

async function isSettled(session: { settled(): Promise<void> }): Promise<boolean> {
  let isDone = false;
  void session.settled().then(() => {
    isDone = true;
  });
  await vi.advanceTimersByTimeAsync(0);
  return isDone;
}

describe('opening the dashboard', () => {
  it('knows at once that nobody is signed in, without a request', async () => {
    const { session } = await openTab();
    expect(session.sessionFacts()).toMatchObject({ isLoading: false, user: null });
    expect(network.requests).toEqual([]);
  });

  it('loads the user and the organizations of a stored token, pending until then', async () => {
    signedInBefore();
    const { session } = await openTab();
    expect(session.sessionFacts().isLoading).toBe(true);
    await session.settled();
    expect(session.sessionFacts()).toMatchObject({ user: nora, organization: acme });
    const token = localStorage.getItem('jwt');
    expect(JSON.parse(localStorage.getItem('auth') ?? '').state.user).toEqual({ ...nora, token });
  });

  it('[A-245] uses what is cached for five minutes, then loads it anew', async () => {
    signedInBefore();
    cached(5 * minuteMs);
    await openTab();
    expect(network.count(listPath)).toBe(0);
    cached(5 * minuteMs + 1);
    const { session } = await openTab();
    await session.settled();
    expect(network.count(listPath)).toBe(1);
    await vi.advanceTimersByTimeAsync(5 * minuteMs);
    await openTab();
    expect(network.count(listPath)).toBe(1);
  });

  it('[A-203] is pending while anything is loaded, held back or not yet known', async () => {
    const { session } = await openTab();
    const { useAuthStore } = await import('./auth-store.ts');
    const { useOrgStore } = await import('./org-store.ts');
    expect(await isSettled(session)).toBe(true);
    for (const [pending, over] of [
      [{ isChecked: false }, { isChecked: true }],
      [{ isLoading: true }, { isLoading: false }],
      [{ isHeld: true }, { isHeld: false }],
    ] as const) {
      useAuthStore.setState(pending);
      expect(await isSettled(session), JSON.stringify(pending)).toBe(false);
      useAuthStore.setState(over);
      expect(await isSettled(session)).toBe(true);
    }
    useOrgStore.setState({ isLoading: true });
    expect(await isSettled(session)).toBe(false);
  });

  it('[A-202] lets a password be updated meanwhile', async () => {
    const { session } = await openTab();
    const { useAuthStore } = await import('./auth-store.ts');
    useAuthStore.setState({ isLoading: true, isPasswordUpdating: true });
    expect(await isSettled(session)).toBe(true);
  });

  it('asks where an organization with an address of its own is to be called, and calls it there', async () => {
    signedInBefore();
    const apiURL = 'https://eu.parley.test';
    network.answer(`${listPath}/o1`, { json: { ...acme, apiURL } });
    cached(0, { ...acme, apiURL: 'https://stored.test' });
    const { session } = await openTab();
    await session.settled();
    expect(network.requests.map(({ url }) => url).filter((url) => !url.startsWith('/'))).toEqual(
      [],
    );
    session.reloadUser().catch(() => {});
    expect(network.requests.at(-1)?.url).toContain(apiURL);
  });

  it('asks for everything at once for somebody who comes back', async () => {
    signedInBefore();
    cached(6 * minuteMs);
    const { session } = await openTab();
    const asked = network.requests.map(({ method, url }) => `${method} ${url}`);
    expect(asked.sort()).toEqual([userPath, listPath, `${listPath}/o1`]);
    await session.settled();
    expect(network.requests).toHaveLength(3);
    expect(session.sessionFacts()).toMatchObject({ user: nora, organization: acme });
  });

  it.each([
    ['', 'Unauthorized'],
    [' of which HTTP/2 says the number only', ''],
  ])(
    'lets in whose token has run out while their session goes on, after a refusal%s',
    async (_, statusText) => {
      const spent = tokenFor(nora, Date.now() - minuteMs);
      const fresh = tokenFor(nora, Date.now() + hourMs);
      localStorage.setItem('jwt', spent);
      cached(6 * minuteMs);
      const answers = { [userPath]: nora, [listPath]: [acme], [`${listPath}/o1`]: acme };
      for (const [path, json] of Object.entries(answers)) {
        network.answer(path, () => {
          if (localStorage.getItem('jwt') === fresh) return Response.json(json);
          return new Response(null, { status: 401, statusText });
        });
      }
      network.answer(tokenPath, { json: { token: fresh, user: nora } });
      const { session } = await openTab();
      await vi.advanceTimersByTimeAsync(1000);
      expect(session.sessionFacts()).toMatchObject({
        isLoading: false,
        user: nora,
        organization: acme,
      });
    },
  );

  it('keeps pending when the user cannot be loaded, and recovers with another try', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    signedInBefore();
    network.answer(userPath, { status: 500, statusText: 'Internal Server Error' });
    const { session } = await openTab();
    await vi.advanceTimersByTimeAsync(0);
    const { useAuthStore } = await import('./auth-store.ts');
    expect(useAuthStore.getState().failure).toBe('API request failed: Internal Server Error');
    expect(session.sessionFacts().isLoading).toBe(true);
    network.answer(userPath, { json: nora });
    await session.loadSession();
    expect(session.sessionFacts()).toMatchObject({ isLoading: false, user: nora });
  });
});

describe('signing in', () => {
  beforeEach(() => {
    const token = tokenFor(nora, Date.now() + hourMs);
    network.answer('POST /api/auth/sign-in/email', { json: { token, user: nora } });
  });

  it('[A-186] stores the token under jwt and tells the router once everything is loaded', async () => {
    const { session, identity, changes } = await openTab();
    await identity.signInWithPassword(nora.email, 'secret');
    await session.settled();
    expect(localStorage.getItem('jwt')).toBe(tokenFor(nora, Date.now() + hourMs));
    expect(changes.count).toBe(1);
  });

  it('moves nobody on while a sign-in makes its own checks', async () => {
    const { session, identity, changes } = await openTab();
    const held = session.holdWhile(async () => {
      await identity.signInWithPassword(nora.email, 'secret');
      await vi.advanceTimersByTimeAsync(1000);
      expect(session.sessionFacts()).toMatchObject({ user: nora, isLoading: true });
      expect(changes.count).toBe(0);
    });
    await held;
    expect(changes.count).toBe(1);
  });
});

describe('the organization of an open tab', () => {
  const ended = { ...acme, subscription: { ...acme.subscription, status: 'trialEnded' } };

  beforeEach(() => {
    signedInBefore();
    cached(0);
  });

  it('[A-236, A-240] is read again every three minutes, which tells of a trial that ended', async () => {
    const { session, changes } = await openTab();
    network.answer(`${listPath}/o1`, { json: ended });
    await vi.advanceTimersByTimeAsync(3 * minuteMs - 1);
    expect(network.count(`${listPath}/o1`)).toBe(0);
    await vi.advanceTimersByTimeAsync(1);
    expect(session.sessionFacts().organization).toEqual(ended);
    expect(JSON.parse(localStorage.getItem('org') ?? '').state.currentOrganization).toEqual(ended);
    expect(changes.count).toBe(1);
  });

  it('[A-238] is read again when the tab comes back after more than two minutes', async () => {
    await openTab();
    const isVisible = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    await vi.advanceTimersByTimeAsync(2 * minuteMs + 1);
    isVisible.mockReturnValue('visible');
    document.dispatchEvent(new Event('visibilitychange'));
    await vi.advanceTimersByTimeAsync(0);
    isVisible.mockRestore();
    expect(network.count(`${listPath}/o1`)).toBeGreaterThan(0);
  });
});

describe('signing out', () => {
  it('[A-243] waits for nobody whose organization is not at hand', async () => {
    signedInBefore();
    network.answer(userPath, { json: { ...nora, memberOf: [] } });
    const { session } = await openTab();
    await session.settled();
    localStorage.removeItem('jwt');
    dispatchEvent(new StorageEvent('storage', { key: 'jwt' }));
    expect(session.sessionFacts().user).toBeNull();
  });

  it('[A-244] waits two seconds after a sign-out that nobody asked for', async () => {
    signedInBefore();
    cached(0);
    const { session } = await openTab();
    localStorage.removeItem('jwt');
    dispatchEvent(new StorageEvent('storage', { key: 'jwt' }));
    await vi.advanceTimersByTimeAsync(1999);
    expect(session.sessionFacts().user).toMatchObject(nora);
    await vi.advanceTimersByTimeAsync(1);
    expect(session.sessionFacts()).toMatchObject({ user: null, organization: null });
    expect(sessionStorage.getItem('parley-session-flag')).toBeNull();
  });

  it('[A-243] ignores it when the user is back within two seconds', async () => {
    signedInBefore();
    cached(0);
    const { session } = await openTab();
    localStorage.removeItem('jwt');
    dispatchEvent(new StorageEvent('storage', { key: 'jwt' }));
    await vi.advanceTimersByTimeAsync(1000);
    signedInBefore();
    dispatchEvent(new StorageEvent('storage', { key: 'jwt' }));
    await vi.advanceTimersByTimeAsync(5000);
    expect(session.sessionFacts()).toMatchObject({ user: nora, organization: acme });
  });

  it('[A-186] is immediate when it was asked for, and leaves nothing behind', async () => {
    signedInBefore();
    cached(0);
    const { session, changes } = await openTab();
    const leaving = session.signOut();
    expect(session.sessionFacts()).toMatchObject({ user: null, organization: null });
    await leaving;
    expect(changes.count).toBe(1);
    expect(localStorage.getItem('jwt')).toBeNull();
    expect(sessionStorage.getItem('parley-session-flag')).toBeNull();
    expect(network.count('POST /api/auth/sign-out')).toBe(1);
  });
});

describe('a log out that fails', () => {
  const signOutPath = 'POST /api/auth/sign-out';
  const failureOf = async () =>
    (await import('./auth-store.ts')).useAuthStore.getState().signOutFailure;

  beforeEach(() => {
    signedInBefore();
    cached(0);
    network.answer(signOutPath, { status: 500 });
  });

  it('[A-357] says so, is as immediate as any, and can be tried again', async () => {
    const { session } = await openTab();
    const leaving = session.signOut();
    expect(session.sessionFacts()).toMatchObject({ user: null, organization: null });
    await leaving;
    expect(await failureOf()).toBe('Logout failed. Please try again.');
    network.answer(signOutPath, { status: 204 });
    await session.signOut();
    expect(await failureOf()).toBeNull();
    expect(network.count(signOutPath)).toBe(2);
  });

  it('says what is known of the cause', async () => {
    network.answer(signOutPath, () => Promise.reject(new TypeError('Failed to fetch')));
    const { session } = await openTab();
    await session.signOut();
    expect(await failureOf()).toMatch(/^Network error/);
  });

  it('is no longer told to somebody who signed in again, before or after it failed', async () => {
    const token = tokenFor(nora, Date.now() + hourMs);
    network.answer('POST /api/auth/sign-in/email', { json: { token, user: nora } });
    const { session, identity } = await openTab();
    await session.signOut();
    await identity.signInWithPassword(nora.email, 'secret');
    expect(await failureOf()).toBeNull();

    let answer = (_: Response) => {};
    const late = new Promise<Response>((resolve) => {
      answer = resolve;
    });
    network.answer(signOutPath, () => late);
    const leaving = session.signOut();
    await identity.signInWithPassword(nora.email, 'secret');
    await session.settled();
    answer(new Response(null, { status: 500 }));
    await leaving;
    expect(await failureOf()).toBeNull();
  });
});

describe('an answer that comes too late', () => {
  it('does not bring back a user who has signed out meanwhile', async () => {
    signedInBefore();
    const { session } = await openTab();
    await session.signOut();
    await vi.advanceTimersByTimeAsync(5000);
    expect(session.sessionFacts()).toMatchObject({ isLoading: false, user: null });
    expect(JSON.parse(localStorage.getItem('auth') ?? '').state.user).toBeNull();
  });
});

describe('the access token', () => {
  it('is asked for anew when a call is refused, which finds sessions that ended elsewhere', async () => {
    signedInBefore();
    cached(0);
    network.answer(tokenPath, { status: 401, json: { error: { code: 'not_signed_in' } } });
    network.answer(userPath, { status: 401, statusText: 'Unauthorized' });
    const { session } = await openTab();
    session.reloadUser().catch(() => {});
    await vi.advanceTimersByTimeAsync(10_000);
    expect(network.count(tokenPath)).toBe(1);
    expect(session.sessionFacts().user).toBeNull();
  });

  it('[A-186, A-241] is refreshed five minutes before it expires', async () => {
    signedInBefore();
    cached(0);
    network.answer(tokenPath, () => {
      const token = tokenFor(nora, Date.now() + hourMs);
      return new Response(JSON.stringify({ token, user: nora }));
    });
    await openTab();
    await vi.advanceTimersByTimeAsync(55 * minuteMs - 1);
    expect(network.count(tokenPath)).toBe(0);
    await vi.advanceTimersByTimeAsync(1);
    expect(network.count(tokenPath)).toBe(1);
    expect(localStorage.getItem('jwt')).toBe(tokenFor(nora, Date.now() + hourMs));
    await vi.advanceTimersByTimeAsync(55 * minuteMs);
    expect(network.count(tokenPath)).toBe(2);
  });

  it('[A-242] is tried again a minute after a failure', async () => {
    signedInBefore();
    cached(0);
    network.answer(tokenPath, { status: 503 });
    await openTab();
    await vi.advanceTimersByTimeAsync(55 * minuteMs);
    expect(network.count(tokenPath)).toBe(1);
    await vi.advanceTimersByTimeAsync(minuteMs - 1);
    expect(network.count(tokenPath)).toBe(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(network.count(tokenPath)).toBe(2);
  });

  it.each([
    ['the session behind it is over', 401, 'not_signed_in'],
    ['the account is closed', 403, 'auth/user-disabled'],
  ])('signs out when %s', async (_, status, code) => {
    signedInBefore();
    cached(0);
    network.answer(tokenPath, { status, json: { error: { code } } });
    const { session } = await openTab();
    await vi.advanceTimersByTimeAsync(55 * minuteMs + 2000);
    expect(session.sessionFacts().user).toBeNull();
  });
});
