import { request } from 'node:http';
import { identity } from '@parley/contract';
import type { FastifyRequest } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '../../platform/config/config.ts';
import { newId } from '../../platform/security/ids.ts';
import { withoutRequestId } from '../../test/call-api.ts';
import { startTestApp, type TestApp, type TestUser } from '../../test/test-app.ts';
import { isFromThisMachine } from './sessions/local-sign-in.ts';
import { issueSignInToken } from './users/one-time-tokens.ts';

let app: TestApp;
let ada: TestUser;
let code: string;
beforeAll(async () => {
  app = await startTestApp({ hasWorker: false, settings: { PARLEY_LOCAL_SIGNIN: 'on' } });
  ada = await app.signUp();
  code = app.platform.config.signIn.localSignIn?.code ?? '';
}, 60_000);
afterAll(() => app.close());

/** Sends the given headers unchanged, including Host, unlike fetch. */
function get(path: string, headers: Record<string, string> = {}, via = app, from = '127.0.0.1') {
  const { port } = new URL(via.url);
  return new Promise<{ status: number; text: string }>((resolve, reject) => {
    const options = {
      host: '127.0.0.1',
      localAddress: from,
      port,
      path,
      headers: { host: `localhost:${port}`, ...headers },
    };
    request(options, async (response) => {
      const text = (await response.setEncoding('utf8').toArray()).join('');
      resolve({ status: response.statusCode ?? 0, text: withoutRequestId(text) });
    })
      .on('error', reject)
      .end();
  });
}

const path = (userId = ada.userId) => `/internal/v1/login/token/${userId}`;

/** Headers that a person at the server's console sends. */
const withCode = (headers: Record<string, string> = {}) => ({
  [identity.localCodeHeader]: code,
  ...headers,
});

describe('GET login/token/{userId}', () => {
  it('[A-010, A-028, A-325] lets a person at the machine sign in as any user', async () => {
    const { status, text } = await get(path(), withCode());
    expect(status).toBe(200);
    const body = { token: JSON.parse(text).authToken };
    const signedIn = await app.call(identity.signInWithToken, { body });
    expect(signedIn.body.user.id).toBe(ada.userId);
  });

  it.each<[string, (port: string) => Record<string, string>]>([
    ['127.0.0.1', (port) => ({ host: `127.0.0.1:${port}` })],
    ['the address of IPv6', (port) => ({ host: `[::1]:${port}` })],
    ['the public address', () => ({ host: new URL(app.platform.config.publicUrl).host })],
    ['a page of its own', (port) => ({ origin: `http://localhost:${port}` })],
    ['a page that was opened by itself', () => ({ 'sec-fetch-site': 'none' })],
    ['a script of its own', () => ({ 'sec-fetch-site': 'same-origin' })],
  ])('[A-010] is there by %s', async (_, headers) => {
    const sent = withCode(headers(new URL(app.url).port));
    expect((await get(path(), sent)).status).toBe(200);
  });

  it('[A-010] is not there for a request that comes from elsewhere, or in from elsewhere', async () => {
    const refused = await get(path(), withCode(), app, '127.0.0.2');
    expect(refused).toEqual(await get('/internal/v1/no-such-thing'));
    const { config } = app.platform;
    const isLocal = (socket: object) =>
      isFromThisMachine(
        { headers: withCode({ host: 'localhost:1' }), socket } as unknown as FastifyRequest,
        config,
      );
    const here = { localPort: 1, localAddress: '127.0.0.1', remoteAddress: '127.0.0.1' };
    expect(isLocal(here)).toBe(true);
    expect(isLocal({ ...here, localAddress: '::1', remoteAddress: '::1' })).toBe(true);
    expect(isLocal({ ...here, remoteAddress: '10.0.0.7' })).toBe(false);
    expect(isLocal({ ...here, localAddress: '10.0.0.7' })).toBe(false);
  });

  it.each<[string, Record<string, string>]>([
    ['no code, as what a default proxy passes on', {}],
    ['another code', { [identity.localCodeHeader]: 'x'.repeat(43) }],
    ['an empty code', { [identity.localCodeHeader]: '' }],
    ['another host', { host: '10.0.0.7' }],
    ['another port', { host: 'localhost:1' }],
    ['a name that ends like ours', { host: 'evil.localhost' }],
    ['X-Forwarded-For', { 'x-forwarded-for': '127.0.0.1' }],
    ['X-Forwarded-Host', { 'x-forwarded-host': 'localhost' }],
    ['X-Forwarded-Proto', { 'x-forwarded-proto': 'https' }],
    ['Forwarded', { forwarded: 'for=127.0.0.1' }],
    ['X-Real-IP', { 'x-real-ip': '127.0.0.1' }],
    ['Via', { via: '1.1 proxy' }],
    ['a foreign origin', { origin: 'https://evil.example' }],
    ['a foreign page', { 'sec-fetch-site': 'cross-site' }],
  ])('[A-010] is not there for a request with %s', async (title, headers) => {
    const sent = /code/.test(title) ? headers : withCode(headers);
    const refused = await get(path(), sent);
    expect(refused.status).toBe(404);
    expect(refused).toEqual(await get('/internal/v1/no-such-thing'));
  });

  it('is not there for an unknown user', async () => {
    const refused = await get(path(newId()), withCode());
    expect(refused).toEqual(await get('/internal/v1/no-such-thing'));
  });

  it('needs no code where the server is started for development', async () => {
    const settings = { PARLEY_LOCAL_SIGNIN: 'on' };
    const other = await startTestApp({ hasWorker: false, settings });
    other.platform.config.signIn.localSignIn = { code: null };
    try {
      const { userId } = await other.signUp();
      expect((await get(path(userId), {}, other)).status).toBe(200);
    } finally {
      await other.close();
    }
  }, 60_000);

  it.each<[string, Record<string, string>]>([
    ['by default', {}],
    ['behind a proxy', { PARLEY_LOCAL_SIGNIN: 'on', PARLEY_TRUSTED_PROXIES: '127.0.0.1' }],
  ])(
    '[A-010] is not there %s',
    async (_, settings) => {
      const other = await startTestApp({ hasWorker: false, settings });
      try {
        const { userId } = await other.signUp();
        const its = other.platform.config.signIn.localSignIn?.code ?? code;
        const { status } = await get(path(userId), { [identity.localCodeHeader]: its }, other);
        expect(status).toBe(404);
      } finally {
        await other.close();
      }
    },
    60_000,
  );

  it.each<[string, Record<string, string>]>([
    ['the bound address', { HOST: '0.0.0.0' }],
    ['the public address', { PARLEY_PUBLIC_URL: 'https://parley.example' }],
    [
      'a public address that only looks local',
      { PARLEY_PUBLIC_URL: 'http://localhost.evil.example' },
    ],
  ])('[A-010] stops the start where others reach %s', (_, settings) => {
    expect(() => readConfig({ PARLEY_LOCAL_SIGNIN: 'on', ...settings })).toThrow(
      /PARLEY_LOCAL_SIGNIN/,
    );
  });

  it('asks for another code after each start, in production, too', () => {
    const codeOfStart = () =>
      readConfig({ PARLEY_LOCAL_SIGNIN: 'on', NODE_ENV: 'production' }).signIn.localSignIn?.code;
    expect(codeOfStart()).toMatch(/^[\w-]{43}$/);
    expect(codeOfStart()).not.toBe(codeOfStart());
  });
});

describe('a custom token', () => {
  it('accepts one of twenty concurrent uses', async () => {
    const token = await issueSignInToken(app.platform.db, ada.userId);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => app.call(identity.signInWithToken, { body: { token } })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const refused = answers.filter(({ error }) => error?.code === 'auth/invalid-custom-token');
    expect(refused).toHaveLength(19);
  });

  it('is dead after a change of the password', async () => {
    const body = { email: 'changing@parley.example', password: 'Abcdef1!' };
    const { body: signedUp, headers } = await app.call(identity.signUp, { body });
    const token = await issueSignInToken(app.platform.db, signedUp.user.id);
    const cookie = headers.getSetCookie().map((line) => line.split(';')[0]);
    const changed = await app.call(identity.changePassword, {
      body: { currentPassword: 'Abcdef1!', newPassword: 'Ghijkl2?' },
      headers: { cookie: cookie.join('; ') },
    });
    expect(changed.status).toBe(200);
    const { error } = await app.call(identity.signInWithToken, { body: { token } });
    expect(error?.code).toBe('auth/invalid-custom-token');
  });
});

describe('GET helpers/intercomUserHash/{email}', () => {
  it('[A-332] proves one’s own address and no other, where there is a support chat', async () => {
    const settings = { PARLEY_INTERCOM_SECRET: 'shared with the support chat' };
    const other = await startTestApp({ hasWorker: false, settings });
    try {
      const { token, email } = await other.signUp();
      const own = await other.call(identity.getIntercomUserHash, { token, params: { email } });
      expect(own.text).toMatch(/^[0-9a-f]{64}$/);
      const params = { email: 'somebody-else@parley.example' };
      const foreign = await other.call(identity.getIntercomUserHash, { token, params });
      expect(foreign.status).toBe(404);
      expect((await other.call(identity.getIntercomUserHash, { params })).status).toBe(401);
    } finally {
      await other.close();
    }
  }, 60_000);

  it('[A-332] is an empty text where there is none, and nothing for another address', async () => {
    const hashOf = (email: string) =>
      app.call(identity.getIntercomUserHash, { token: ada.token, params: { email } });
    const { status, text, headers } = await hashOf(ada.email);
    expect([status, text]).toEqual([200, '']);
    expect(headers.get('content-type')).toMatch(/^text\/plain/);
    expect((await hashOf('somebody-else@parley.example')).status).toBe(404);
  });
});
