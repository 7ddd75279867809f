/** Tests Firebase sign-in: which tokens are accepted for which account, and what happens if the keys are unavailable. */
import { createHmac, createPublicKey, generateKeyPairSync } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  account,
  apiKeys,
  catalogue,
  identity,
  organizations as organizationEndpoints,
  publicApi,
  singleSignOn,
} from '@parley/contract';
import { startIdentitySandbox } from '@parley/identity-sandbox';
import { eq } from 'drizzle-orm';
import {
  decodeJwt,
  decodeProtectedHeader,
  exportJWK,
  generateKeyPair,
  type JWTPayload,
  SignJWT,
  UnsecuredJWT,
} from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { memberships, organizations } from '../../../db/schema/organizations.ts';
import { ssoProviders } from '../../../db/schema/sso-providers.ts';
import { users } from '../../../db/schema/users.ts';
import { readConfig } from '../../../platform/config/config.ts';
import { StartError } from '../../../platform/errors/start-error.ts';
import { newId } from '../../../platform/security/ids.ts';
import { memberOf } from '../../../test/tenant.ts';
import { startTestApp, type TestApp } from '../../../test/test-app.ts';
import { issueCustomToken } from '../sessions/issue-custom-token.ts';

const projectId = 'demo-parley';
const kid = 'key-1';

const signer = await generateKeyPair('RS256', { extractable: true });
const publicJwk = { ...(await exportJWK(signer.publicKey)), kid, alg: 'RS256', use: 'sig' };

const serviceKey = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  publicKeyEncoding: { type: 'spki', format: 'pem' },
});

/** Current behavior of the server that publishes the keys. */
let keys: 'published' | 'failing' = 'published';
let keyServer: Server;
let keysUrl: string;
let app: TestApp;

const settingsOf = (changed: Record<string, string> = {}) => ({
  PARLEY_IDENTITY: 'firebase',
  PARLEY_FIREBASE_PROJECT: projectId,
  PARLEY_FIREBASE_API_KEY: 'web-key',
  PARLEY_FIREBASE_KEYS_URL: keysUrl,
  PARLEY_FIREBASE_SERVICE_ACCOUNT: JSON.stringify({
    client_email: 'parley@demo-parley.iam.gserviceaccount.com',
    private_key: serviceKey.privateKey,
  }),
  ...changed,
});

beforeAll(async () => {
  keyServer = createServer((_, response) => {
    if (keys === 'failing') response.writeHead(500).end();
    else response.end(JSON.stringify({ keys: [publicJwk] }));
  });
  await new Promise<void>((resolve) => keyServer.listen(0, '127.0.0.1', resolve));
  keysUrl = `http://127.0.0.1:${(keyServer.address() as AddressInfo).port}/keys`;
  app = await startTestApp({ hasWorker: false, settings: settingsOf() });
}, 60_000);
afterAll(async () => {
  await app.close();
  keyServer.close();
});

let people = 0;

function claimsOf(changed: JWTPayload = {}): JWTPayload {
  const now = Math.floor(Date.now() / 1000);
  const uid = `uid-${++people}`;
  return {
    iss: `https://securetoken.google.com/${projectId}`,
    aud: projectId,
    sub: uid,
    iat: now,
    exp: now + 3600,
    auth_time: now,
    email: `${uid}@example.org`,
    email_verified: false,
    firebase: { sign_in_provider: 'password' },
    ...changed,
  };
}

const sign = (claims: JWTPayload, header: { kid: string } = { kid }) =>
  new SignJWT(claims).setProtectedHeader({ alg: 'RS256', ...header }).sign(signer.privateKey);

function whoIs(token: string, at: TestApp = app) {
  return at.call(identity.getAccessToken, { headers: { authorization: `Bearer ${token}` } });
}

/** Returns the status of an endpoint that responds with 401 without a valid sign-in. */
async function statusWith(token: string, at: TestApp = app): Promise<number> {
  return (await at.call(catalogue.getSettings, { token })).status;
}

async function addUser(email: string, proven: boolean): Promise<string> {
  const id = newId();
  const emailProvenAt = proven ? new Date() : null;
  const user = { id, email, name: 'Ada', emailVerified: true, emailProvenAt };
  await app.platform.db.insert(users).values(user);
  return id;
}

const secondsAgo = (seconds: number) => Math.floor(Date.now() / 1000) - seconds;

const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');

describe('an account of Firebase with an address of free mail', () => {
  it.each([
    ['that is new', 'password', {}],
    ['that signs in with Google', 'google.com', { email_verified: true }],
  ])('%s is let into no hosted installation', async (_, provider, more) => {
    const email = `${provider}@gmail.com`;
    if (provider === 'google.com') await addUser(email, true);
    const claims = claimsOf({ email, firebase: { sign_in_provider: provider }, ...more });
    const { status, error } = await whoIs(await sign(claims));
    expect([status, error?.code]).toEqual([403, 'auth/company-email-needed']);
    expect(await statusWith(await sign(claims))).toBe(401);
  });
});

describe('an account of Firebase where sign-up is closed', () => {
  it('signs in existing users, and creates no account for anybody else', async () => {
    const closed = await startTestApp({
      hasWorker: false,
      settings: settingsOf({ PARLEY_SIGN_UP: 'nobody' }),
    });
    try {
      const enter = async (email: string) => {
        const claims = claimsOf({ email, email_verified: true });
        const { status, error } = await whoIs(await sign(claims), closed);
        return [status, error?.code];
      };
      expect(await enter('stranger@example.org')).toEqual([403, 'auth/sign-up-closed']);
      expect(await closed.platform.db.$count(users)).toBe(0);
      await closed.signUp({ email: 'before@example.org' });
      expect(await enter('before@example.org')).toEqual([200, undefined]);
    } finally {
      await closed.close();
    }
  });
});

describe('a token of Firebase', () => {
  it('signs in, and identifies the same user each time', async () => {
    const token = await sign(claimsOf({ email: 'Grace@Example.ORG', name: 'Grace' }));
    const first = await whoIs(token);
    expect(await statusWith(token)).toBe(200);
    expect(first.body.user).toMatchObject({ email: 'grace@example.org', name: 'Grace' });
    expect((await whoIs(token)).body.user.id).toBe(first.body.user.id);
  });

  it('makes one user of many first requests at once', async () => {
    const token = await sign(claimsOf());
    const answers = await Promise.all(Array.from({ length: 8 }, () => whoIs(token)));
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
    expect(new Set(answers.map(({ body }) => body.user.id)).size).toBe(1);
  });

  it.each<[string, JWTPayload]>([
    ['of another project', { iss: 'https://securetoken.google.com/other', aud: 'other' }],
    ['of another issuer', { iss: 'https://evil.example' }],
    ['for another audience', { aud: 'other' }],
    ['that has expired', { exp: Math.floor(Date.now() / 1000) - 60 }],
    ['that never expires', { exp: undefined }],
    ['without a subject', { sub: undefined }],
    ['with an empty subject', { sub: '' }],
    ['of a SAML sign-in that was not exchanged', { firebase: { sign_in_provider: 'saml.acme' } }],
  ])('is refused %s', async (_, changed) => {
    expect(await statusWith(await sign(claimsOf(changed)))).toBe(401);
  });

  it('is refused when it names an unknown key', async () => {
    expect(await statusWith(await sign(claimsOf(), { kid: 'key-2' }))).toBe(401);
  });

  it('is refused when somebody else signed it in the name of the key', async () => {
    const forger = await generateKeyPair('RS256');
    const forged = new SignJWT(claimsOf()).setProtectedHeader({ alg: 'RS256', kid });
    expect(await statusWith(await forged.sign(forger.privateKey))).toBe(401);
  });

  it('is refused without a signature (alg none)', async () => {
    expect(await statusWith(new UnsecuredJWT(claimsOf()).encode())).toBe(401);
    for (const alg of ['none', 'None', 'NONE']) {
      expect(await statusWith(`${encode({ alg, kid })}.${encode(claimsOf())}.`)).toBe(401);
    }
  });

  it('is refused when signed with the public key as a shared secret (HS256)', async () => {
    const pem = createPublicKey({ key: publicJwk, format: 'jwk' });
    for (const secret of [pem.export({ type: 'spki', format: 'pem' }), JSON.stringify(publicJwk)]) {
      const signed = `${encode({ alg: 'HS256', kid })}.${encode(claimsOf())}`;
      const signature = createHmac('sha256', secret).update(signed).digest('base64url');
      expect(await statusWith(`${signed}.${signature}`)).toBe(401);
    }
  });

  it.each(['x', 'x.y.z', '..', `${'a'.repeat(9000)}`])('is refused as nonsense', async (token) => {
    expect(await statusWith(token)).toBe(401);
  });

  it('is refused while its user is disabled', async () => {
    const token = await sign(claimsOf());
    const { id } = (await whoIs(token)).body.user;
    await app.platform.db.update(users).set({ disabledAt: new Date() }).where(eq(users.id, id));
    expect(await statusWith(token)).toBe(401);
    expect((await whoIs(token)).body).toMatchObject({ error: { code: 'auth/user-disabled' } });
  });
});

describe('signing out everywhere', () => {
  it('ends every sign-in before, however new its token, and lets one after it in', async () => {
    const claims = claimsOf();
    const { id } = (await whoIs(await sign(claims))).body.user;
    const [token, elsewhere] = await Promise.all(
      [60, 3600].map((agoS) => sign({ ...claims, auth_time: secondsAgo(agoS) })),
    );
    if (!token || !elsewhere) throw new Error('There are no tokens');
    expect(await statusWith(elsewhere)).toBe(200);
    expect((await app.call(account.endAllSessions, { token, params: { id } })).status).toBe(204);
    for (const ended of [token, elsewhere]) {
      expect(await statusWith(ended)).toBe(401);
      expect((await whoIs(ended)).body).toMatchObject({ error: { code: 'not_signed_in' } });
    }
    const anew = await sign({ ...claims, auth_time: secondsAgo(-1) });
    expect((await whoIs(anew)).body.user.id).toBe(id);
    expect(await statusWith(anew)).toBe(200);
  });
});

describe('a deleted account', () => {
  it('stays deleted while a browser is still signed in at Firebase, until somebody signs in', async () => {
    const claims = claimsOf();
    const token = await sign(claims);
    const { id } = (await whoIs(token)).body.user;
    expect((await app.call(identity.deleteUser, { token, params: { id } })).status).toBe(204);
    expect(await statusWith(token)).toBe(401);
    const elsewhere = await sign({ ...claims, auth_time: secondsAgo(3600) });
    expect(await statusWith(elsewhere)).toBe(401);
    expect((await whoIs(elsewhere)).status).toBe(401);
    expect(await app.platform.db.select().from(users).where(eq(users.id, id))).toEqual([]);
    const anew = await whoIs(await sign(claims));
    expect(anew.status).toBe(200);
    expect(anew.body.user.id).not.toBe(id);
  });
});

describe('a proof of who one is', () => {
  it.each([
    ['a sign-in just now', 0, 'password', { method: 'password', isRecent: true }],
    ['a sign-in an hour ago', 3600, 'password', { method: 'password', isRecent: false }],
    ['an old sign-in with Google', 3600, 'google.com', { method: 'sign-in', isRecent: false }],
  ])('is by the time of %s, however new the token', async (_, agoS, provider, proof) => {
    const claims = claimsOf({ firebase: { sign_in_provider: provider } });
    const { id } = (await whoIs(await sign(claims))).body.user;
    const token = await sign({ ...claims, auth_time: secondsAgo(agoS) });
    expect((await app.call(account.getProof, { token, params: { id } })).body).toEqual(proof);
    const answer = await app.call(account.exportAccount, { token, params: { id } });
    expect(answer.status).toBe(proof.isRecent ? 200 : 403);
  });
});

describe('an account that is there already', () => {
  it('is not entered by an address that Firebase has not verified', async () => {
    await addUser('owner@example.org', true);
    const refused = await whoIs(await sign(claimsOf({ email: 'owner@example.org' })));
    expect(refused.status).toBe(409);
    expect(refused.body).toMatchObject({ error: { code: 'auth/email-already-in-use' } });
  });

  it('is entered by a verified address', async () => {
    const id = await addUser('linus@example.org', true);
    const token = await sign(claimsOf({ email: 'Linus@example.org', email_verified: true }));
    expect((await whoIs(token)).body.user.id).toBe(id);
  });

  it('is lost to its creator without the mailbox, once the owner signs in', async () => {
    const email = 'victim@example.org';
    const squatter = await sign(claimsOf({ email }));
    expect((await whoIs(squatter)).status).toBe(200);
    const owner = await sign(claimsOf({ email, email_verified: true }));
    expect((await whoIs(owner)).status).toBe(200);
    expect(await statusWith(squatter)).toBe(401);
    expect((await whoIs(squatter)).status).toBe(409);
  });

  it('loses the API keys of its creator once its address is proven, and only those', async () => {
    const { db } = app.platform;
    const claims = claimsOf();
    const unproven = await sign(claims);
    const { user } = (await whoIs(unproven)).body;
    const organizationId = newId();
    await db
      .insert(organizations)
      .values({ id: organizationId, name: 'Acme', subscriptionStatus: 'trial' });
    await db.insert(memberships).values({ organizationId, userId: user.id, role: 'owner' });
    const makeKey = async (token: string) => {
      const member = memberOf(app, { userId: user.id, token, email: user.email }, organizationId);
      return (await member.call(apiKeys.createApiKey, { body: { name: 'CI' } })).body.key;
    };
    const statusOfKey = async (token: string) =>
      (await app.call(publicApi.readSuites, { token })).status;
    const early = await makeKey(unproven);
    expect(await statusOfKey(early)).toBe(200);
    const proven = await sign({ ...claims, email_verified: true });
    expect((await whoIs(proven)).status).toBe(200);
    expect(await statusOfKey(early)).toBe(401);
    const later = await makeKey(proven);
    expect((await whoIs(proven)).status).toBe(200);
    expect(await statusOfKey(later)).toBe(200);
  });
});

describe('without the keys of Firebase', () => {
  it('every sign-in is an error', async () => {
    keys = 'failing';
    const closed = await startTestApp({ hasWorker: false, settings: settingsOf() });
    try {
      const token = await sign(claimsOf());
      expect(await statusWith(token, closed)).toBe(503);
      expect((await whoIs(token, closed)).status).toBe(503);
      keys = 'published';
      expect((await whoIs(token, closed)).status).toBe(200);
      expect(await statusWith(token, closed)).toBe(200);
    } finally {
      keys = 'published';
      await closed.close();
    }
  }, 60_000);

  it('every sign-in fails while the key server is unreachable', async () => {
    const settings = settingsOf({ PARLEY_FIREBASE_KEYS_URL: 'http://127.0.0.1:9/keys' });
    const closed = await startTestApp({ hasWorker: false, settings });
    try {
      expect(await statusWith(await sign(claimsOf()), closed)).toBe(503);
    } finally {
      await closed.close();
    }
  }, 60_000);
});

describe('the emulator of Firebase', () => {
  it('has its unsigned tokens accepted, for its project alone', async () => {
    const settings = settingsOf({ FIREBASE_AUTH_EMULATOR_HOST: '127.0.0.1:9099' });
    const emulated = await startTestApp({ hasWorker: false, settings });
    try {
      const unsigned = (changed?: JWTPayload) => new UnsecuredJWT(claimsOf(changed)).encode();
      expect((await whoIs(unsigned(), emulated)).status).toBe(200);
      expect(await statusWith(unsigned({ aud: 'other' }), emulated)).toBe(401);
      expect(await statusWith(unsigned({ exp: 1 }), emulated)).toBe(401);
      expect(await statusWith(unsigned({ sub: undefined }), emulated)).toBe(401);
    } finally {
      await emulated.close();
    }
  }, 60_000);

  it('does not go with production, nor Firebase without a project', () => {
    const emulator = { FIREBASE_AUTH_EMULATOR_HOST: '127.0.0.1:9099' };
    const production = { ...settingsOf(emulator), NODE_ENV: 'production' };
    expect(() => readConfig(production)).toThrow(StartError);
    expect(() => readConfig({ PARLEY_IDENTITY: 'firebase' })).toThrow(/PARLEY_FIREBASE_PROJECT/);
    const badKey = settingsOf({ PARLEY_FIREBASE_SERVICE_ACCOUNT: '{"private_key":"hush"}' });
    expect(() => readConfig(badKey)).toThrow(/^(?!.*hush)/);
  });
});

describe('a custom token for Firebase', () => {
  it('is signed by the service account for a minute, and identifies the same user', async () => {
    const userId = await addUser('custom@example.org', true);
    const custom = await issueCustomToken(app.platform, app.platform.db, userId);
    expect(decodeProtectedHeader(custom).alg).toBe('RS256');
    const { uid, exp = 0, iat = 0, sub } = decodeJwt(custom);
    expect(sub).toBe('parley@demo-parley.iam.gserviceaccount.com');
    expect(exp - iat).toBe(60);
    const claims = { sub: String(uid), email: undefined, email_verified: undefined };
    expect((await whoIs(await sign(claimsOf(claims)))).body.user.id).toBe(userId);
  });

  it('of an organization’s provider is for a separate account, which opens that organization only', async () => {
    const { db } = app.platform;
    const userId = await addUser('provider@example.org', true);
    const [own, other] = [newId(), newId()];
    for (const id of [own, other]) {
      await db.insert(organizations).values({ id, name: id, subscriptionStatus: 'trial' });
      await db.insert(memberships).values({ organizationId: id, userId, role: 'member' });
    }
    const uidOf = async (organizationId?: string) =>
      String(
        decodeJwt(
          await issueCustomToken(
            app.platform,
            db,
            userId,
            organizationId === undefined ? undefined : { organizationId },
          ),
        ).uid,
      );
    const uid = await uidOf(own);
    expect(await uidOf()).toBe(userId);
    expect(uid).not.toBe(userId);
    // Whoever has a token of a Firebase account can set a password for it.
    for (const provider of ['custom', 'password', 'google.com']) {
      const firebase = { sign_in_provider: provider };
      const token = await sign(claimsOf({ sub: uid, email: 'else@acme.example', firebase }));
      expect((await whoIs(token)).body.user.id).toBe(userId);
      const open = async (orgId: string) => {
        const call = { token, params: { userId, orgId } };
        const { status, error } = await app.call(organizationEndpoints.getOrganization, call);
        return error?.code ?? status;
      };
      expect([await open(own), await open(other)]).toEqual([200, 'other_sign_in_needed']);
    }
    await db.delete(memberships).where(eq(memberships.organizationId, own));
    const left = await sign(claimsOf({ sub: uid, firebase: { sign_in_provider: 'custom' } }));
    expect([(await whoIs(left)).status, await statusWith(left)]).toEqual([401, 401]);
  });

  it('of an organization’s provider ends with the provider, and its successor gets another account', async () => {
    const { db } = app.platform;
    const own = newId();
    await db.insert(organizations).values({ id: own, name: own, subscriptionStatus: 'trial' });
    const add = async (email: string, role: 'owner' | 'member') => {
      const claims = claimsOf({ email, email_verified: true });
      const token = await sign(claims);
      const userId = (await whoIs(token)).body.user.id;
      await db.insert(memberships).values({ organizationId: own, userId, role });
      return { userId, token };
    };
    const owner = await add('owner@moving.example', 'owner');
    const member = await add('member@moving.example', 'member');
    const as = { token: owner.token, params: { userId: owner.userId, orgId: own } };
    const sandbox = await startIdentitySandbox();
    const set = async () => {
      const body = { company: 'moving', domain: 'moving.example', metadata: sandbox.saml.metadata };
      const { status } = await app.call(singleSignOn.setSingleSignOn, { ...as, body });
      await db.update(ssoProviders).set({ domainVerified: true });
      return status;
    };
    const email = 'member@moving.example';
    const exchange = async (auth_time: number) => {
      const firebase = { sign_in_provider: 'saml.moving' };
      const proof = await sign(claimsOf({ email, auth_time, firebase }));
      return app.call(identity.tokenForSAML, { body: { email, proof } });
    };
    const enter = async () => {
      const { status, body } = await exchange(Math.floor(Date.now() / 1000));
      expect(status).toBe(200);
      const uid = String(decodeJwt(body.authToken).uid);
      return {
        uid,
        token: await sign(claimsOf({ sub: uid, firebase: { sign_in_provider: 'custom' } })),
      };
    };
    try {
      expect(await set()).toBe(200);
      const before = await enter();
      expect(await statusWith(before.token)).toBe(200);
      expect((await app.call(singleSignOn.deleteSingleSignOn, as)).status).toBe(204);
      expect(await statusWith(before.token)).toBe(401);
      expect(await set()).toBe(200);
      expect((await exchange(secondsAgo(10))).error?.code).toBe('invalid_token');
      const after = await enter();
      expect(after.uid).not.toBe(before.uid);
      expect([await statusWith(after.token), await statusWith(member.token)]).toEqual([200, 200]);
      expect([await statusWith(before.token), (await whoIs(before.token)).status]).toEqual([
        401, 401,
      ]);
    } finally {
      await sandbox.close();
    }
  });

  it('is not made without a service account', async () => {
    const { signIn } = app.platform.config;
    const firebase = signIn.firebase && { ...signIn.firebase, serviceAccount: null };
    const config = { ...app.platform.config, signIn: { ...signIn, firebase } };
    const platform = { ...app.platform, config };
    const userId = await addUser('nobody@example.org', true);
    await expect(issueCustomToken(platform, platform.db, userId)).rejects.toMatchObject({
      code: 'auth/operation-not-allowed',
    });
  });
});

describe('where Firebase keeps the accounts', () => {
  it('its addresses, and no others, may be called and framed by the page', async () => {
    const { headers } = await fetch(`${app.url}/livez`);
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy.split(';')).toEqual(
      expect.arrayContaining([
        "script-src 'self' https://apis.google.com",
        "connect-src 'self' https://identitytoolkit.googleapis.com https://securetoken.googleapis.com",
        'frame-src https://demo-parley.firebaseapp.com',
      ]),
    );
  });

  it('passwords are neither taken nor changed here', async () => {
    const body = { email: 'ada@example.org', password: 'Correct-horse-1' };
    for (const endpoint of [identity.signIn, identity.signUp]) {
      const refused = await app.call(endpoint, { body });
      expect(refused.body).toMatchObject({ error: { code: 'auth/operation-not-allowed' } });
    }
  });

  it('a SAML sign-in is exchanged only with the proof of Firebase', async () => {
    const email = 'member@acme.example';
    const proofs = [
      undefined,
      await sign(claimsOf({ email })),
      await sign(claimsOf({ email, firebase: { sign_in_provider: 'saml.unknown' } })),
    ];
    for (const proof of proofs) {
      const body = { email, ...(proof && { proof }) };
      const refused = await app.call(identity.tokenForSAML, { body });
      expect(refused.body).toMatchObject({ error: { code: 'invalid_token' } });
    }
  });
});
