/** Tests sign-in with Google and IBM, against providers that speak the real protocol. */
import { apiKeys, identity, publicApi } from '@parley/contract';
import { type IdentitySandbox, startIdentitySandbox } from '@parley/identity-sandbox';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { users } from '../../../db/schema/users.ts';
import { createTenant } from '../../../test/tenant.ts';
import { startTestApp, type TestApp } from '../../../test/test-app.ts';
import { openBrowser, type TestBrowser } from '../test/test-browser.ts';

const channel = 'channel-of-this-test';
const startAtGoogle = `/api/auth/window/google?channel=${channel}`;

let sandbox: IdentitySandbox;
let app: TestApp;
beforeAll(async () => {
  sandbox = await startIdentitySandbox();
  app = await startTestApp({
    hasWorker: false,
    settings: {
      PARLEY_GOOGLE_ISSUER: sandbox.google.issuer,
      PARLEY_GOOGLE_CLIENT_ID: sandbox.google.clientId,
      PARLEY_GOOGLE_CLIENT_SECRET: sandbox.google.clientSecret,
      PARLEY_IBM_ISSUER: sandbox.ibm.issuer,
      PARLEY_IBM_CLIENT_ID: sandbox.ibm.clientId,
      PARLEY_IBM_CLIENT_SECRET: sandbox.ibm.clientSecret,
    },
  });
}, 60_000);
afterAll(async () => {
  await app.close();
  await sandbox.close();
});

/** Returns the outcome that the window announced to the dashboard. */
function outcomeOf({ hash, pathname }: URL) {
  expect(pathname).toBe('/api/auth/window/closing');
  return Object.fromEntries(new URLSearchParams(hash.slice(1)));
}

async function passGoogle(browser: TestBrowser, email: string) {
  const page = await browser.visit(startAtGoogle);
  return outcomeOf((await browser.submit(page, { email })).url);
}

describe('the sign-in window for Google', () => {
  it('[A-006] signs a new person in, with an account whose address is verified', async () => {
    const browser = openBrowser(app);
    expect(await passGoogle(browser, 'Ada@parley.example')).toEqual({ channel });
    const { body } = await browser.call(identity.getAccessToken);
    expect(body.user).toMatchObject({ email: 'ada@parley.example', name: 'Ada' });
    const [row] = await app.platform.db.select().from(users).where(eq(users.id, body.user.id));
    expect(row).toMatchObject({ emailVerified: true, emailProvenAt: expect.any(Date) });
  });

  it('finds the same account again', async () => {
    const idAfter = async () => {
      const browser = openBrowser(app);
      await passGoogle(browser, 'grace@parley.example');
      return (await browser.call(identity.getAccessToken)).body.user.id;
    };
    expect(await idAfter()).toBe(await idAfter());
  });

  it('shows the provider a code challenge, a nonce and our address to come back to', async () => {
    const started = await fetch(app.url + startAtGoogle, { redirect: 'manual' });
    const { origin, searchParams } = new URL(started.headers.get('location') ?? '');
    expect(origin).toBe(sandbox.google.issuer);
    expect(Object.fromEntries(searchParams)).toMatchObject({
      client_id: 'parley',
      response_type: 'code',
      redirect_uri: `${app.platform.config.publicUrl}/api/auth/callback/google`,
      code_challenge_method: 'S256',
      nonce: expect.any(String),
    });
  });

  it.each([
    ['no address', 'nameless@parley.example', 'auth/invalid-email'],
    ['an unverified address', 'unverified@parley.example', 'auth/operation-not-allowed'],
  ])('refuses a person with %s', async (_, email, error) => {
    const browser = openBrowser(app);
    expect(await passGoogle(browser, email)).toEqual({ channel, error });
    expect((await browser.call(identity.getAccessToken)).status).toBe(401);
  });

  it('says so when the person thinks better of it', async () => {
    const browser = openBrowser(app);
    const started = await browser.visit(startAtGoogle);
    const cookie = /parley\.google=([^;]+)/.exec(browser.cookiesFor('/api/auth/callback/google'));
    const back = `/api/auth/callback/google?error=access_denied&state=${cookie?.[1]}`;
    expect(started.status).toBe(200);
    const { url } = await browser.visit(back);
    expect(outcomeOf(url)).toEqual({ channel, error: 'auth/cancelled' });
  });

  it('is closed where Google is not configured', async () => {
    const plain = await startTestApp({ hasWorker: false });
    try {
      const { url } = await openBrowser(plain).visit(startAtGoogle);
      expect(outcomeOf(url)).toEqual({ channel, error: 'auth/operation-not-allowed' });
    } finally {
      await plain.close();
    }
  }, 60_000);

  it('is closed, not open, while the provider is away', async () => {
    const settings = {
      PARLEY_GOOGLE_ISSUER: 'http://localhost:1',
      PARLEY_GOOGLE_CLIENT_ID: 'parley',
      PARLEY_GOOGLE_CLIENT_SECRET: 'secret',
    };
    const apart = await startTestApp({ hasWorker: false, settings });
    try {
      const { url } = await openBrowser(apart).visit(startAtGoogle);
      expect(outcomeOf(url)).toEqual({ channel, error: 'auth/internal-error' });
    } finally {
      await apart.close();
    }
  }, 60_000);
});

describe('an account that was there before', () => {
  it('is joined, and unproven access is void: password and sessions', async () => {
    const email = 'squatted@parley.example';
    const squatter = openBrowser(app);
    const account = { body: { email, password: 'Abcdef1!' } };
    const { body: taken } = await squatter.call(identity.signUp, account);
    const owner = openBrowser(app);
    await passGoogle(owner, email);
    const { body: mine } = await owner.call(identity.getAccessToken);
    expect(mine.user.id).toBe(taken.user.id);
    expect((await squatter.call(identity.getAccessToken)).status).toBe(401);
    const again = await squatter.call(identity.signIn, account);
    expect(again.error?.code).toBe('auth/wrong-password');
  });

  it('has the API keys revoked that were made before', async () => {
    const { add } = await createTenant(app);
    const owner = await add('admin', { isEmailProven: false });
    const { body } = await owner.call(apiKeys.createApiKey, { body: { name: 'CI' } });
    const opens = async () => (await app.call(publicApi.readSuites, { token: body.key })).status;
    expect(await opens()).toBe(200);
    await passGoogle(openBrowser(app), owner.email);
    expect(await opens()).toBe(401);
  });

  it('keeps the password of somebody who had shown that the mailbox is theirs', async () => {
    const email = 'proven@parley.example';
    const account = { body: { email, password: 'Abcdef1!' } };
    const { body } = await openBrowser(app).call(identity.signUp, account);
    const { db } = app.platform;
    await db.update(users).set({ emailProvenAt: new Date() }).where(eq(users.id, body.user.id));
    await passGoogle(openBrowser(app), email);
    expect((await openBrowser(app).call(identity.signIn, account)).status).toBe(200);
  });
});

describe('signing in with IBM', () => {
  const instanceId = 'crn:v1:bluemix:public:parley:us-south:a/8f3c:7d::';

  const start = (browser: TestBrowser) =>
    browser.call(identity.startIbmLogin, { body: { instanceId } });

  /** Signs in on IBM's page, and returns what the page to which IBM redirects would post. */
  async function answerAt(
    browser: TestBrowser,
    begun: { address: string; nonce: string },
    email: string,
  ) {
    const { url } = await browser.submit(await browser.visit(begun.address), { email });
    expect(url.pathname).toBe('/ibm-login');
    return {
      code: url.searchParams.get('code') ?? '',
      instanceId: url.searchParams.get('state') ?? '',
      nonce: begun.nonce,
    };
  }

  const passIbm = async (browser: TestBrowser, email: string) =>
    answerAt(browser, (await start(browser)).body, email);

  it('[A-009, A-101, A-102, A-103] goes out with client, code and our address to come back to', async () => {
    const { body } = await start(openBrowser(app));
    const { origin, searchParams } = new URL(body.address);
    expect(origin).toBe(sandbox.ibm.issuer);
    expect(Object.fromEntries(searchParams)).toMatchObject({
      client_id: 'parley',
      response_type: 'code',
      redirect_uri: `${app.platform.config.publicUrl}/ibm-login`,
      code_challenge_method: 'S256',
    });
  });

  it('[A-100, A-104, S-265] goes out to where IBM takes it, with the instance id as state, to the letter', async () => {
    const { body } = await start(openBrowser(app));
    const told = await fetch(`${sandbox.ibm.issuer}/.well-known/openid-configuration`);
    const { authorization_endpoint } = await told.json();
    const { origin, pathname, searchParams } = new URL(body.address);
    expect(origin + pathname).toBe(authorization_endpoint);
    expect(Object.fromEntries(searchParams)).toMatchObject({
      client_id: sandbox.ibm.clientId,
      redirect_uri: `${app.platform.config.publicUrl}/ibm-login`,
      response_type: 'code',
      state: instanceId,
    });
  });

  it('reveals to no intermediary the nonce that the tab keeps', async () => {
    const { body } = await start(openBrowser(app));
    expect(body.nonce).toMatch(/^[\w-]{43}$/);
    expect(body.address).toMatch(/[?&]nonce=[\w-]{43}/);
    expect(body.address).not.toContain(body.nonce);
  });

  it('[A-009, A-162, A-179, A-326] exchanges the code for a custom token and says whether the person is new', async () => {
    const email = 'ibmer@parley.example';
    const browser = openBrowser(app);
    const first = await browser.call(identity.signInWithIbm, {
      body: await passIbm(browser, email),
    });
    expect(first.body).toEqual({ authToken: expect.any(String), isNewUser: true });
    const token = { body: { token: first.body.authToken } };
    const { body } = await browser.call(identity.signInWithToken, token);
    expect(body.user.email).toBe(email);
    const [row] = await app.platform.db.select().from(users).where(eq(users.email, email));
    expect(row?.onboardingData.ibm).toEqual({ instanceId, isNewUser: true });
    const again = await browser.call(identity.signInWithIbm, {
      body: await passIbm(browser, email),
    });
    expect(again.body.isNewUser).toBe(false);
  });

  it('signs in from two tabs of a browser that have both started', async () => {
    const browser = openBrowser(app);
    const [first, second] = [await start(browser), await start(browser)];
    for (const { body: begun } of [first, second]) {
      const body = await answerAt(browser, begun, 'ada@parley.example');
      expect((await browser.call(identity.signInWithIbm, { body })).status).toBe(200);
    }
  });

  it('says so while IBM cannot be reached', async () => {
    const away = await startTestApp({
      hasWorker: false,
      settings: {
        PARLEY_IBM_ISSUER: 'http://127.0.0.1:9',
        PARLEY_IBM_CLIENT_ID: 'parley',
        PARLEY_IBM_CLIENT_SECRET: 'hush',
      },
    });
    try {
      const { error, status } = await start(openBrowser(away));
      expect([status, error?.code]).toEqual([503, 'unavailable']);
    } finally {
      await away.close();
    }
  }, 60_000);

  it('is closed where IBM is not configured', async () => {
    const plain = await startTestApp({ hasWorker: false });
    try {
      const { error } = await start(openBrowser(plain));
      expect(error?.code).toBe('auth/operation-not-allowed');
    } finally {
      await plain.close();
    }
  }, 60_000);

  it('takes a code once, also of twenty at the same time', async () => {
    const browser = openBrowser(app);
    const body = await passIbm(browser, 'ada@parley.example');
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => browser.call(identity.signInWithIbm, { body })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ error }) => error?.code === 'invalid_token')).toHaveLength(19);
  });

  it('refuses a code of another attempt, for another instance or with a made-up nonce', async () => {
    const browser = openBrowser(app);
    const call = async (body: { code: string; instanceId: string; nonce: string }) =>
      (await browser.call(identity.signInWithIbm, { body })).error?.code;
    const mine = await passIbm(browser, 'ada@parley.example');
    const foreign = await passIbm(openBrowser(app), 'mallory@parley.example');
    expect(await call({ ...mine, code: foreign.code })).toBe('invalid_token');
    const again = await passIbm(browser, 'ada@parley.example');
    expect(await call({ ...again, instanceId: 'another-instance' })).toBe('invalid_token');
    expect(await call({ ...again, nonce: 'made up' })).toBe('invalid_token');
    expect(await call({ ...again, code: 'made up' })).toBe('invalid_token');
  });

  it('starts only from our own pages', async () => {
    const headers = { origin: 'https://evil.example' };
    const { status } = await app.call(identity.startIbmLogin, { body: { instanceId }, headers });
    expect(status).toBe(403);
  });

  it.each([[''], ['a\r\nb'], ['a b'], ['x'.repeat(513)]])(
    'refuses %j, which is no instance id',
    async (odd) => {
      const body = { instanceId: odd };
      expect((await openBrowser(app).call(identity.startIbmLogin, { body })).status).toBe(400);
    },
  );
});
