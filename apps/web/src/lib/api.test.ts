import { identity, inbox, organizations, projects } from '@parley/contract';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiRequestError, call, setApiBase } from './api.ts';
import { storeToken } from './jwt.ts';
import { type Answer, fakeNetwork } from './testing/fake-network.ts';

const getUser = 'GET /internal/v1/users/u1';
const unauthorized = { status: 401, statusText: 'Unauthorized' };

beforeEach(() => {
  vi.useFakeTimers();
  storeToken('token-1');
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  setApiBase(null);
  localStorage.clear();
});

function readUser() {
  return call(identity.getUser, { params: { id: 'u1' } });
}

describe('a call', () => {
  it('[A-290, A-291, S-231] says that it is JSON and carries the token', async () => {
    const network = fakeNetwork();
    const params = { userId: 'u', orgId: 'o' };
    await readUser().catch(() => {});
    await call(projects.listProjects, { params, query: {} }).catch(() => {});
    await call(projects.createProject, { params, body: { name: 'A' } }).catch(() => {});
    await call(organizations.listOrganizations, { params: { userId: 'u' } }).catch(() => {});
    expect(network.requests).toHaveLength(4);
    for (const { headers } of network.requests) {
      expect(headers.get('content-type')).toBe('application/json');
      expect(headers.get('authorization')).toBe('Bearer token-1');
    }
  });

  const invitation = { orgId: 'o1', email: 'a@b.test' };
  const lead = {
    firstNameCTA: 'Nora',
    lastNameCTA: '',
    emailNameCTA: 'nora@acme.test',
    companyCTA: 'Acme',
    page: 'onboarding',
    providers: [],
    request: 'trial',
  };
  it.each([
    [
      'A-318',
      () => call(organizations.getInvitationDetails, { params: invitation, query: { token: 't' } }),
    ],
    ['A-323', () => call(identity.validateEmail, { body: { email: 'a@b.test' } })],
    ['A-324', () => call(identity.tokenForSAML, { body: { email: 'a@b.test' } })],
    ['A-325', () => call(identity.getLoginToken, { params: { userId: 'u1' } })],
    [
      'A-326',
      () => call(identity.signInWithIbm, { body: { code: 'c', instanceId: 'i', nonce: 'n' } }),
    ],
    ['A-334', () => call(inbox.generateLead, { body: lead })],
  ])('[%s] carries no token where it needs none, though somebody is signed in', async (_, send) => {
    const network = fakeNetwork();
    await expect(send()).rejects.toThrow();
    expect(network.requests).toHaveLength(1);
    expect(network.requests[0]?.headers.has('authorization')).toBe(false);
  });

  it('[A-332] takes text for text', async () => {
    const hash = 'GET /internal/v1/helpers/intercomUserHash/a%40b.test';
    fakeNetwork({ [hash]: () => new Response('0123', { status: 200 }) });
    const params = { email: 'a@b.test' };
    expect(await call(identity.getIntercomUserHash, { params })).toBe('0123');
  });

  it('takes what the page has asked ahead, once and not after a change', async () => {
    const network = fakeNetwork({ [getUser]: { json: { id: 'anew' } } });
    const askAhead = () => {
      const answer = Promise.resolve(new Response('{"id":"ahead"}'));
      vi.stubGlobal('askedAhead', { '/internal/v1/users/u1': answer });
    };
    askAhead();
    expect([await readUser(), await readUser()]).toEqual([{ id: 'ahead' }, { id: 'anew' }]);
    askAhead();
    await call(identity.signOut, {}).catch(() => {});
    expect(await readUser()).toEqual({ id: 'anew' });
    expect(network.count(getUser)).toBe(2);
  });

  it('[A-288, A-289] goes to the organization’s address, and to the own one without it', async () => {
    const network = fakeNetwork();
    await readUser().catch(() => {});
    setApiBase('https://eu.parley.test/');
    await readUser().catch(() => {});
    await call(identity.signOut, {}).catch(() => {});
    expect(network.requests.map(({ url }) => url)).toEqual([
      '/internal/v1/users/u1',
      'https://eu.parley.test/internal/v1/users/u1',
      '/api/auth/sign-out',
    ]);
  });

  it('[A-316] encodes what stands in the path, and leaves out what is not given in the query', async () => {
    const network = fakeNetwork();
    const params = { orgId: 'o1', email: 'ivan+test@acme.test' };
    await call(organizations.getInvitationDetails, { params, query: { token: 'a b' } }).catch(
      () => {},
    );
    await call(projects.listProjects, {
      params: { userId: 'u', orgId: 'o' },
      query: { page: 2 },
    }).catch(() => {});
    expect(network.requests.map(({ url }) => url)).toEqual([
      '/internal/v1/organizations/o1/invitations/ivan%2Btest%40acme.test?token=a+b',
      '/internal/v1/users/u/organizations/o/projects?page=2',
    ]);
  });

  it('repeats the same idempotency key when it is tried again', async () => {
    const path = 'POST /internal/v1/users/u/organizations/o/projects';
    const network = fakeNetwork({ [path]: unauthorized });
    const params = { userId: 'u', orgId: 'o' };
    const calling = call(projects.createProject, { params, body: { name: 'Hotline' } });
    calling.catch(() => {});
    await vi.runAllTimersAsync();
    const keys = network.requests.map(({ headers }) => headers.get('idempotency-key'));
    expect(keys).toHaveLength(4);
    expect(new Set(keys).size).toBe(1);
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
  });
});

describe('a failed request', () => {
  it('[A-292] throws the specified text with the status text, and the server’s own words beside it', async () => {
    const error = { code: 'conflict', message: 'It was changed.', hint: 'Reload it.' };
    fakeNetwork({ [getUser]: { status: 409, statusText: 'Conflict', json: { error } } });
    const failure = await readUser().catch((caught: unknown) => caught);
    expect(failure).toBeInstanceOf(ApiRequestError);
    expect(failure).toMatchObject({
      message: 'API request failed: Conflict',
      status: 409,
      code: 'conflict',
      detail: 'It was changed.',
      hint: 'Reload it.',
    });
  });

  it('[A-292] names the status number where the protocol has no status text', async () => {
    fakeNetwork({ [getUser]: { status: 418 } });
    await expect(readUser()).rejects.toThrow('API request failed: 418');
  });
});

describe('a server that is busy', () => {
  const busy = (seconds?: string) => () =>
    new Response(null, {
      status: 503,
      statusText: 'Service Unavailable',
      ...(seconds !== undefined && { headers: { 'Retry-After': seconds } }),
    });

  it('is asked again when it said so', async () => {
    const network = fakeNetwork({ [getUser]: busy('5') });
    const reading = readUser();
    await vi.advanceTimersByTimeAsync(4999);
    expect(network.count(getUser)).toBe(1);
    network.answer(getUser, { json: { id: 'u1', verified: true } });
    await vi.advanceTimersByTimeAsync(1);
    await expect(reading).resolves.toEqual({ id: 'u1', verified: true });
    expect(network.count(getUser)).toBe(2);
  });

  it.each([
    ['for half a minute in all', '10', 4],
    ['not when that is too long to wait', '31', 1],
    ['not when it names no time', undefined, 1],
    ['not by a date', 'Fri, 31 Dec 2027 23:59:59 GMT', 1],
  ])('is asked again %s', async (_, seconds, times) => {
    const network = fakeNetwork({ [getUser]: busy(seconds) });
    const reading = readUser();
    reading.catch(() => {});
    await vi.runAllTimersAsync();
    await expect(reading).rejects.toThrow('API request failed: Service Unavailable');
    expect(network.count(getUser)).toBe(times);
  });

  it('is not asked again for a change', async () => {
    const path = 'POST /internal/v1/users/u/organizations/o/projects';
    const network = fakeNetwork({ [path]: busy('1') });
    const params = { userId: 'u', orgId: 'o' };
    const calling = call(projects.createProject, { params, body: { name: 'Hotline' } });
    calling.catch(() => {});
    await vi.runAllTimersAsync();
    await expect(calling).rejects.toThrow();
    expect(network.count(path)).toBe(1);
  });

  it('is not asked again for what nobody wants any more', async () => {
    const network = fakeNetwork({ [getUser]: busy('5') });
    const leaving = new AbortController();
    const reading = call(identity.getUser, { params: { id: 'u1' }, signal: leaving.signal });
    reading.catch(() => {});
    await vi.advanceTimersByTimeAsync(1000);
    leaving.abort();
    await vi.runAllTimersAsync();
    await expect(reading).rejects.toThrow();
    expect(network.count(getUser)).toBe(1);
  });
});

describe('[A-293, A-294, A-295] the retry rule', () => {
  it.each([
    ['in its status text', unauthorized, 'API request failed: Unauthorized'],
    ['by its number alone, as over HTTP/2', { status: 401 }, 'API request failed: 401'],
    [
      'in whatever case',
      { status: 511, statusText: 'Network Authentication Required' },
      'API request failed: Network Authentication Required',
    ],
    [
      'by the name of the header',
      { status: 400, statusText: 'No Authorization header' },
      'API request failed: No Authorization header',
    ],
  ])(
    'tries three times more, after 1, 2 and 4 s, when the error speaks of authorization %s',
    async (_, refused, message) => {
      const network = fakeNetwork({ [getUser]: refused });
      const calling = readUser();
      calling.catch(() => {});
      const counts: number[] = [];
      for (const waitMs of [999, 1, 1999, 1, 3999, 1, 60_000]) {
        await vi.advanceTimersByTimeAsync(waitMs);
        counts.push(network.requests.length);
      }
      expect(counts).toEqual([1, 2, 2, 3, 3, 4, 4]);
      await expect(calling).rejects.toThrow(message);
    },
  );

  it('sends the token of the moment, so one that was refreshed meanwhile gets through', async () => {
    const network = fakeNetwork({ [getUser]: unauthorized });
    const calling = readUser();
    await vi.advanceTimersByTimeAsync(500);
    storeToken('token-2');
    network.answer(getUser, { json: { id: 'u1', verified: true } });
    await vi.advanceTimersByTimeAsync(500);
    await expect(calling).resolves.toEqual({ id: 'u1', verified: true });
    expect(network.requests[1]?.headers.get('authorization')).toBe('Bearer token-2');
  });

  it('holds for calls that only who is signed in can make', async () => {
    const list = 'GET /internal/v1/users/u1/organizations';
    const network = fakeNetwork({ [list]: unauthorized });
    const calling = call(organizations.listOrganizations, { params: { userId: 'u1' } });
    calling.catch(() => {});
    await vi.runAllTimersAsync();
    expect(network.count(list)).toBe(4);
  });

  it.each<[string, Answer]>([
    ['500', { status: 500, statusText: 'Internal Server Error' }],
    ['403', { status: 403, statusText: 'Forbidden' }],
    ['no answer', () => Promise.reject(new TypeError('Failed to fetch'))],
  ])('throws every other error at once: %s', async (_, answer) => {
    const network = fakeNetwork({ [getUser]: answer });
    await expect(readUser()).rejects.toThrow();
    expect(network.requests).toHaveLength(1);
  });

  it('leaves calls without authentication alone', async () => {
    const signIn = 'POST /api/auth/sign-in/email';
    const network = fakeNetwork({ [signIn]: unauthorized });
    const body = { email: 'a@b.test', password: 'x' };
    await expect(call(identity.signIn, { body })).rejects.toThrow();
    expect(network.requests).toHaveLength(1);
    expect(network.requests[0]?.headers.has('authorization')).toBe(false);
  });
});
