/** Tests the requirements for bearer tokens. Each forgery is one that some library has accepted in the past. */
import { createHmac, createPublicKey } from 'node:crypto';
import { identity } from '@parley/contract';
import { eq, sql } from 'drizzle-orm';
import { decodeJwt, exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { sessions } from '../../../db/schema/sessions.ts';
import { jwks } from '../../../db/schema/users.ts';
import { newId } from '../../../platform/security/ids.ts';
import { startTestApp, type TestApp, type TestUser } from '../../../test/test-app.ts';
import { createAuth } from './better-auth.ts';

let app: TestApp;
let ada: TestUser;
beforeAll(async () => {
  app = await startTestApp({ hasWorker: false });
  ada = await app.signUp();
}, 60_000);
afterAll(() => app.close());

/** Returns the status of an endpoint that responds with 401 without a valid sign-in. */
async function statusWith(token: string): Promise<number> {
  const call = { token, params: { id: ada.userId }, body: {} };
  return (await app.call(identity.updateUser, call)).status;
}

const claims = (): JWTPayload => decodeJwt(ada.token);

/** Signs a token with changed claims; its signature is genuine. */
async function signOurselves(changed: JWTPayload): Promise<string> {
  const { token } = await createAuth(app.platform).api.signJWT({
    body: { payload: { ...claims(), ...changed } as Record<string, unknown> },
  });
  return token;
}

const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');

async function ourKey() {
  const [key] = await app.platform.db.select().from(jwks);
  if (!key) throw new Error('There is no key yet');
  return key;
}

describe('a bearer token', () => {
  it('signs in as issued', async () => {
    expect(await statusWith(ada.token)).toBe(200);
    expect(await statusWith(await signOurselves({}))).toBe(200);
  });

  it.each([
    ['of another issuer', { iss: 'https://evil.example' }],
    ['for another audience', { aud: 'https://evil.example' }],
    ['that has expired', { exp: Math.floor(Date.now() / 1000) - 60 }],
    ['that is not valid yet', { nbf: Math.floor(Date.now() / 1000) + 600 }],
    ['of a session that never was', { sid: newId() }],
    ['without a session', { sid: undefined }],
    ['for another user than its session', { sub: newId() }],
  ])('is refused %s', async (_, changed) => {
    expect(await statusWith(await signOurselves(changed))).toBe(401);
  });

  it('is refused once it expires, although it was accepted before', async () => {
    expect(await statusWith(ada.token)).toBe(200);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 24 * 3_600_000 });
    const status = await statusWith(ada.token);
    vi.useRealTimers();
    expect(status).toBe(401);
  });

  it('is refused without a signature (alg none)', async () => {
    for (const alg of ['none', 'None', 'NONE']) {
      const unsigned = `${encode({ alg, typ: 'JWT' })}.${encode(claims())}.`;
      expect(await statusWith(unsigned)).toBe(401);
    }
  });

  it('is refused when signed with our public key as a shared secret (HS256)', async () => {
    const { id, publicKey } = await ourKey();
    const pem = createPublicKey({ key: JSON.parse(publicKey), format: 'jwk' });
    for (const secret of [pem.export({ type: 'spki', format: 'pem' }), publicKey]) {
      const signed = `${encode({ alg: 'HS256', kid: id })}.${encode(claims())}`;
      const signature = createHmac('sha256', secret).update(signed).digest('base64url');
      expect(await statusWith(`${signed}.${signature}`)).toBe(401);
    }
  });

  it('is refused when signed by a key of the sender, whatever the header says of it', async () => {
    const { publicKey, privateKey } = await generateKeyPair('RS256');
    const { id } = await ourKey();
    const jwk = await exportJWK(publicKey);
    const headers = [{ kid: id }, { kid: newId() }, { jwk }, { jku: 'https://evil.example/jwks' }];
    for (const header of headers) {
      const forged = new SignJWT(claims()).setProtectedHeader({ alg: 'RS256', ...header });
      expect(await statusWith(await forged.sign(privateKey))).toBe(401);
    }
  });

  it.each(['x', 'x.y.z', '..', `${'a'.repeat(9000)}`])(
    'is refused when it is %j',
    async (token) => {
      expect(await statusWith(token)).toBe(401);
    },
  );

  it('is refused when changed by one character', async () => {
    const [header, payload, signature = ''] = ada.token.split('.');
    const flipped = (signature.startsWith('A') ? 'B' : 'A') + signature.slice(1);
    expect(await statusWith(`${header}.${payload}.${flipped}`)).toBe(401);
  });

  it('ends when its session expires, or after two weeks however it is used', async () => {
    const { db } = app.platform;
    const { token, userId } = await app.signUp();
    const isOpen = async () => {
      const call = { token, params: { id: userId }, body: {} };
      return (await app.call(identity.updateUser, call)).status === 200;
    };
    expect(await isOpen()).toBe(true);
    const isTheirs = eq(sessions.userId, userId);
    await db.update(sessions).set({ createdAt: sql`now() - interval '15 days'` }).where(isTheirs);
    expect(await isOpen()).toBe(false);
    await db.update(sessions).set({ createdAt: sql`now()` }).where(isTheirs);
    expect(await isOpen()).toBe(true);
    await db.update(sessions).set({ expiresAt: sql`now()` }).where(isTheirs);
    expect(await isOpen()).toBe(false);
  });

  it('is all that the API takes: the cookie of the session opens nothing outside /api/auth', async () => {
    const { headers } = await app.call(identity.signUp, {
      body: { email: 'cookie@parley.example', password: 'Abcdef1!' },
    });
    const cookie = headers.getSetCookie().map((line) => line.split(';')[0]);
    const call = { params: { id: ada.userId }, headers: { cookie: cookie.join('; ') }, body: {} };
    expect((await app.call(identity.updateUser, call)).status).toBe(401);
  });
});
