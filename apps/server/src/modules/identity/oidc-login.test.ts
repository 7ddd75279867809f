/** Signing in with Google and IBM, against providers that speak the real protocol. */
import { apiKeys, identity, publicApi } from '@parley/contract';
import { type IdentitySandbox, startIdentitySandbox } from '@parley/identity-sandbox';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { users } from '../../db/schema/users.ts';
import { createTenant } from '../../test/tenant.ts';
import { startTestApp, type TestApp } from '../../test/test-app.ts';
import { openBrowser, type TestBrowser } from './test-browser.ts';

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

/** What the window told the dashboard in the end. */
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
  it('is joined, and what nobody had proven to be theirs is void: password and sessions', async () => {
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
    const { owner } = await createTenant(app);
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
  const start = '/internal/v1/ibm/start?instanceId=instance-7';

  /** Up to the page of the dashboard, which reads code and state. */
  async function passIbm(browser: TestBrowser, email: string) {
    const { url } = await browser.submit(await browser.visit(start), { email });
    expect(url.pathname).toBe('/ibm-login');
    return {
      code: url.searchParams.get('code') ?? '',
      instanceId: url.searchParams.get('state') ?? '',
    };
  }

  it('[A-009, A-101, A-102, A-103, A-104, S-265] goes out with client, code and the instance in the state', async () => {
    const started = await fetch(app.url + start, { redirect: 'manual' });
    const { origin, searchParams } = new URL(started.headers.get('location') ?? '');
    expect(origin).toBe(sandbox.ibm.issuer);
    expect(Object.fromEntries(searchParams)).toMatchObject({
      client_id: 'parley',
      response_type: 'code',
      redirect_uri: `${app.platform.config.publicUrl}/ibm-login`,
      state: expect.stringMatching(/^instance-7\./),
    });
  });

  it('[A-179, A-326] exchanges the code for a custom token and says whether the person is new', async () => {
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
    expect(row?.onboardingData.ibm).toEqual({ instanceId: 'instance-7', isNewUser: true });
    const again = await browser.call(identity.signInWithIbm, {
      body: await passIbm(browser, email),
    });
    expect(again.body.isNewUser).toBe(false);
  });

  it('leads back to the page, with a word about it, while IBM cannot be reached', async () => {
    const away = await startTestApp({
      hasWorker: false,
      settings: {
        PARLEY_IBM_ISSUER: 'http://127.0.0.1:9',
        PARLEY_IBM_CLIENT_ID: 'parley',
        PARLEY_IBM_CLIENT_SECRET: 'hush',
      },
    });
    try {
      const { headers, status } = await fetch(away.url + start, { redirect: 'manual' });
      expect(status).toBe(303);
      expect(headers.get('location')).toBe(
        `${away.platform.config.publicUrl}/ibm-login?instance_id=instance-7&error=unreachable`,
      );
    } finally {
      await away.close();
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

  it('refuses a code in another browser, for another instance or with another attempt', async () => {
    const browser = openBrowser(app);
    const { code, instanceId } = await passIbm(browser, 'ada@parley.example');
    const call = async (body: { code: string; instanceId: string }, by = browser) =>
      (await by.call(identity.signInWithIbm, { body })).error?.code;
    expect(await call({ code, instanceId }, openBrowser(app))).toBe('invalid_token');
    const other = await passIbm(browser, 'grace@parley.example');
    expect(await call({ code, instanceId: other.instanceId })).toBe('invalid_token');
    const third = await passIbm(browser, 'grace@parley.example');
    const foreign = third.instanceId.replace('instance-7', 'instance-8');
    expect(await call({ code: third.code, instanceId: foreign })).toBe('invalid_token');
    expect(await call({ code: 'made up', instanceId: 'instance-7' })).toBe('invalid_token');
  });

  it('goes to the login page without a sound instance', async () => {
    for (const query of [
      '',
      '?instanceId=',
      '?instanceId=a%0d%0ab',
      '?instanceId=a&instanceId=b',
    ]) {
      const { headers } = await fetch(`${app.url}/internal/v1/ibm/start${query}`, {
        redirect: 'manual',
      });
      expect(headers.get('location')).toBe(`${app.platform.config.publicUrl}/ibm-login`);
    }
  });
});
