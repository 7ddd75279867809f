/** Tests responses of a provider, or of an impostor, that must not let anyone in. */
import { createHmac } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { identity } from '@parley/contract';
import fc from 'fast-check';
import {
  exportJWK,
  exportSPKI,
  generateKeyPair,
  type JWK,
  type JWTPayload,
  SignJWT,
  UnsecuredJWT,
} from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/test-app.ts';

const clientId = 'parley';
const clientSecret = 'secret of the client';
const now = () => Math.floor(Date.now() / 1000);

/** Creates the ID token for a case. */
type Forge = (claims: JWTPayload) => Promise<string> | string;

let provider: Awaited<ReturnType<typeof startProvider>>;
let app: TestApp;
beforeAll(async () => {
  provider = await startProvider();
  app = await startTestApp({
    hasWorker: false,
    settings: {
      PARLEY_GOOGLE_ISSUER: provider.issuer,
      PARLEY_GOOGLE_CLIENT_ID: clientId,
      PARLEY_GOOGLE_CLIENT_SECRET: clientSecret,
      PARLEY_IBM_ISSUER: provider.issuer,
      PARLEY_IBM_CLIENT_ID: clientId,
      PARLEY_IBM_CLIENT_SECRET: clientSecret,
    },
  });
}, 60_000);
afterAll(async () => {
  await app.close();
  provider.server.close();
});

/** Starts a provider that answers every code with the ID token that a case forges. */
async function startProvider() {
  const keys = await generateKeyPair('RS256');
  const jwk: JWK = { ...(await exportJWK(keys.publicKey)), kid: 'known', alg: 'RS256' };
  const state = { nonce: '', forge: ((): string => '') as Forge, keyRequests: 0 };
  const server: Server = createServer(async (request, response) => {
    const send = (body: object) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    if (request.url === '/.well-known/openid-configuration') return send(discovery());
    if (request.url === '/jwks') {
      state.keyRequests += 1;
      return send({ keys: [jwk] });
    }
    const { nonce } = state;
    const claims = {
      iss: issuer(),
      aud: clientId,
      sub: 'subject',
      email: 'forged@parley.example',
      email_verified: true,
      iat: now(),
      exp: now() + 300,
      nonce,
    };
    const id_token = await state.forge(claims);
    return send({ access_token: 'opaque', token_type: 'Bearer', expires_in: 300, id_token });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = () => `http://localhost:${(server.address() as AddressInfo).port}`;
  const discovery = () => ({
    issuer: issuer(),
    authorization_endpoint: `${issuer()}/authorize`,
    token_endpoint: `${issuer()}/token`,
    jwks_uri: `${issuer()}/jwks`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
  });
  return { issuer: issuer(), server, state, keys };
}

const sign = (claims: JWTPayload, kid = 'known') =>
  new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid }).sign(provider.keys.privateKey);

/**
 * Starts a sign-in and calls back with a code, as the provider would.
 *
 * @returns the error shown to the user, if any, and whether a session was created
 */
async function comeBack(forge: Forge, changed: Record<string, string> = {}) {
  const started = await fetch(`${app.url}/api/auth/window/google?channel=channel-1`, {
    redirect: 'manual',
  });
  const { searchParams } = new URL(started.headers.get('location') ?? '');
  provider.state.nonce = searchParams.get('nonce') ?? '';
  provider.state.forge = forge;
  const cookie = started.headers.getSetCookie().map((line) => line.split(';')[0]);
  const answer = { code: 'a code', state: searchParams.get('state') ?? '', ...changed };
  const back = await fetch(`${app.url}/api/auth/callback/google?${new URLSearchParams(answer)}`, {
    headers: { cookie: cookie.join('; ') },
    redirect: 'manual',
  });
  const fragment = new URL(back.headers.get('location') ?? '', app.url).hash.slice(1);
  const session = back.headers.getSetCookie().find((line) => line.includes('session_token'));
  return { error: new URLSearchParams(fragment).get('error'), isSignedIn: session !== undefined };
}

describe('an id token', () => {
  it('signs in if it is genuine', async () => {
    expect(await comeBack((claims) => sign(claims))).toEqual({ error: null, isSignedIn: true });
  });

  it.each<[string, Forge]>([
    ['of another issuer', (claims) => sign({ ...claims, iss: 'https://evil.example' })],
    ['for another client', (claims) => sign({ ...claims, aud: 'somebody-else' })],
    [
      'for several, where another is the authorized party',
      (claims) => sign({ ...claims, aud: [clientId, 'other'], azp: 'other' }),
    ],
    ['of another attempt (nonce)', (claims) => sign({ ...claims, nonce: 'another' })],
    ['without a nonce', ({ nonce: _, ...claims }) => sign(claims)],
    ['that has expired', (claims) => sign({ ...claims, iat: now() - 900, exp: now() - 600 })],
    ['without a subject', ({ sub: _, ...claims }) => sign(claims)],
    ['without a signature (alg none)', (claims) => new UnsecuredJWT(claims).encode()],
    [
      'signed by a key that is not the provider’s',
      async (claims) => {
        const { privateKey } = await generateKeyPair('RS256');
        return new SignJWT(claims)
          .setProtectedHeader({ alg: 'RS256', kid: 'known' })
          .sign(privateKey);
      },
    ],
    ['signed with the client secret (HS256)', (claims) => hs256(claims, clientSecret)],
    [
      'signed with the public key as a secret (HS256)',
      async (claims) => hs256(claims, await exportSPKI(provider.keys.publicKey)),
    ],
    ['signed by a key that nobody knows', (claims) => sign(claims, 'unknown')],
    ['that is none', () => 'hello'],
  ])('is refused %s', async (_, forge) => {
    expect(await comeBack(forge)).toEqual({ error: 'auth/internal-error', isSignedIn: false });
  });

  it('with an unknown key rarely makes the server refetch the keys', async () => {
    const before = provider.state.keyRequests;
    for (let attempt = 0; attempt < 10; attempt += 1)
      await comeBack((claims) => sign(claims, `unknown-${attempt}`));
    expect(provider.state.keyRequests - before).toBeLessThanOrEqual(2);
  });
});

describe('an answer', () => {
  it.each<[string, Record<string, string>]>([
    ['of another issuer', { iss: 'https://evil.example' }],
    ['to a state that we never gave out', { state: 'made-up' }],
  ])('is refused %s', async (_, changed) => {
    const outcome = await comeBack((claims) => sign(claims), changed);
    expect(outcome).toEqual({ error: 'auth/internal-error', isSignedIn: false });
  });

  it('is refused in a browser that did not start the attempt', async () => {
    const started = await fetch(`${app.url}/api/auth/window/google?channel=channel-1`, {
      redirect: 'manual',
    });
    const state = new URL(started.headers.get('location') ?? '').searchParams.get('state');
    const back = await fetch(`${app.url}/api/auth/callback/google?code=x&state=${state}`, {
      redirect: 'manual',
    });
    expect(back.headers.get('location')).toContain('error=auth%2Finternal-error');
    expect(back.headers.getSetCookie()).toEqual([]);
    const signedIn = await app.call(identity.getAccessToken, {});
    expect(signedIn.status).toBe(401);
  });
});

/** IBM does not support PKCE, so only the nonce ties a code to an attempt. */
describe('a code of IBM', () => {
  const instanceId = 'instance-7';

  /** Starts a sign-in. The tab keeps `nonce`; IBM receives `sent` instead. */
  async function begin() {
    const { body } = await app.call(identity.startIbmLogin, { body: { instanceId } });
    return { nonce: body.nonce, sent: new URL(body.address).searchParams.get('nonce') ?? '' };
  }

  async function exchange(nonce: string, forge: Forge = (claims) => sign(claims)) {
    provider.state.forge = forge;
    const body = { code: 'a code', instanceId, nonce };
    const { status, error } = await app.call(identity.signInWithIbm, { body });
    return { status, code: error?.code };
  }

  it('signs in the tab that started', async () => {
    const { nonce, sent } = await begin();
    provider.state.nonce = sent;
    expect(await exchange(nonce)).toEqual({ status: 200, code: undefined });
  });

  it('that an attacker injects into a tab, from their own attempt, signs nobody in', async () => {
    const [victim, attacker] = [await begin(), await begin()];
    provider.state.nonce = attacker.sent;
    expect(await exchange(victim.nonce)).toEqual({ status: 401, code: 'invalid_token' });
  });

  it('is refused in a tab that did not start the attempt', async () => {
    const { sent } = await begin();
    provider.state.nonce = sent;
    expect(await exchange(sent)).toEqual({ status: 401, code: 'invalid_token' });
  });

  it('is refused without a nonce in the id token', async () => {
    const { nonce } = await begin();
    const outcome = await exchange(nonce, ({ nonce: _, ...claims }) => sign(claims));
    expect(outcome).toEqual({ status: 401, code: 'invalid_token' });
  });
});

function hs256(claims: JWTPayload, secret: string): string {
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
  const signed = `${encode({ alg: 'HS256', kid: 'known' })}.${encode(claims)}`;
  return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`;
}

describe('an id token of any kind', () => {
  const rounds = { numRuns: 60, seed: 20_261_126 };
  const partsOf = (token: string) =>
    token.split('.').map((part) => Buffer.from(part, 'base64url').toString('hex'));

  it('with any modification signs nobody in, and ends the window with an error', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
        fc.constantFrom(0, 1, 4, 60),
        fc.string({ unit: 'binary', maxLength: 6 }),
        async (from, length, put) => {
          let isSame = false;
          const outcome = await comeBack(async (claims) => {
            const genuine = await sign(claims);
            const at = Math.floor(from * genuine.length);
            const changed = genuine.slice(0, at) + put + genuine.slice(at + length);
            // Padding bits in the last character do not change the value.
            isSame = partsOf(changed).join() === partsOf(genuine).join();
            return changed;
          });
          if (!isSame) expect(outcome).toEqual({ error: 'auth/internal-error', isSignedIn: false });
        },
      ),
      rounds,
    );
  }, 120_000);

  it('with claims of any type signs in the named user, or ends the window with an error', async () => {
    const claim = fc.constantFrom(
      'sub',
      'email',
      'email_verified',
      'name',
      'picture',
      'aud',
      'exp',
      'iat',
    );
    const value = fc.oneof(
      fc.jsonValue({ maxDepth: 2 }),
      fc.constantFrom('x'.repeat(5_000), '\u0000', '\ud800', 'a@b', "' or 1=1 --", 1e308, -1),
    );
    await fc.assert(
      fc.asyncProperty(claim, value, async (name, odd) => {
        const { error, isSignedIn } = await comeBack((claims) => sign({ ...claims, [name]: odd }));
        expect(isSignedIn || error !== null).toBe(true);
      }),
      rounds,
    );
  }, 120_000);
});
