/** Tests the rights of an address that an IBM customer entered, before and after it is proven. */
import { identity, operations, organizations } from '@parley/contract';
import { type IdentitySandbox, startIdentitySandbox } from '@parley/identity-sandbox';
import { desc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { outboxMails, users } from '../../../db/schema/index.ts';
import { createTenant } from '../../../test/tenant.ts';
import { startTestApp, type TestApp, type TestUser } from '../../../test/test-app.ts';
import { createAuth } from '../sessions/better-auth.ts';
import { openBrowser, type TestBrowser } from '../test/test-browser.ts';

const operator = 'boss@parley.example';

let sandbox: IdentitySandbox;
let app: TestApp;
beforeAll(async () => {
  sandbox = await startIdentitySandbox();
  app = await startTestApp({
    hasWorker: false,
    settings: {
      ...providers(),
      PARLEY_OPERATORS: operator,
      PARLEY_EXPLORATORY_TESTING_FOR: 'powers.example',
      PARLEY_LOAD_TESTING_FOR: 'powers.example',
      PARLEY_ORGANIZATION_DOMAINS: 'powers.example',
      PARLEY_INTERCOM_SECRET: 'shared with the support chat',
    },
  });
}, 60_000);
afterAll(async () => {
  await app.close();
  await sandbox.close();
});

const providers = () => ({
  PARLEY_GOOGLE_ISSUER: sandbox.google.issuer,
  PARLEY_GOOGLE_CLIENT_ID: sandbox.google.clientId,
  PARLEY_GOOGLE_CLIENT_SECRET: sandbox.google.clientSecret,
  PARLEY_IBM_ISSUER: sandbox.ibm.issuer,
  PARLEY_IBM_CLIENT_ID: sandbox.ibm.clientId,
  PARLEY_IBM_CLIENT_SECRET: sandbox.ibm.clientSecret,
});

let customers = 0;
const newIbmEmail = () => `customer-${++customers}@ibm.example`;

interface Customer extends TestUser {
  browser: TestBrowser;
}

async function enterByIbm(email = newIbmEmail(), via = app): Promise<Customer> {
  const browser = openBrowser(via);
  const instanceId = 'instance-7';
  const started = await browser.call(identity.startIbmLogin, { body: { instanceId } });
  const { address, nonce } = started.body;
  const { url } = await browser.submit(await browser.visit(address), { email });
  const code = url.searchParams.get('code') ?? '';
  const { body } = await browser.call(identity.signInWithIbm, {
    body: { code, instanceId, nonce },
  });
  const signedIn = await browser.call(identity.signInWithToken, {
    body: { token: body.authToken },
  });
  return { browser, userId: signedIn.body.user.id, token: signedIn.body.token, email };
}

function found({ token, userId }: TestUser, typed: string | undefined, more = {}, via = app) {
  const body = {
    name: 'Ines Marin',
    jobTitle: 'QA Engineer',
    onboardingData: { organizationName: 'Initech', ...more },
    ...(typed !== undefined && { email: typed }),
  };
  return via.call(organizations.createOrganization, { token, params: { userId }, body });
}

/** Signs in an IBM customer who enters this address. */
async function claim(typed: string, via = app): Promise<Customer> {
  const customer = await enterByIbm(newIbmEmail(), via);
  const { status, text } = await found(customer, typed, {}, via);
  expect(status, text).toBe(201);
  return { ...customer, email: typed };
}

async function readUser({ token, userId }: TestUser, via = app) {
  const { body } = await via.call(identity.getUser, { token, params: { id: userId } });
  if (!('memberOf' in body)) throw new Error('Not oneself');
  return body;
}

async function openMailedLink(email: string): Promise<number> {
  const [mail] = await app.platform.db
    .select()
    .from(outboxMails)
    .where(eq(outboxMails.recipient, email))
    .orderBy(desc(outboxMails.createdAt));
  const link = new URL(/\S+\/verify\?token=\S+/.exec(mail?.text ?? '')?.[0] ?? 'http://none');
  const token = link.searchParams.get('token') ?? '';
  return (await app.call(identity.verifyEmail, { query: { email }, body: { token } })).status;
}

describe('the address that an IBM customer types', () => {
  it('[A-274] is theirs at once, before anybody has shown whose it is', async () => {
    const ines = await claim('Ines@Typed.example');
    expect(await readUser(ines)).toMatchObject({
      email: 'ines@typed.example',
      verified: true,
      hasUnprovenEmail: true,
      memberOf: [{ name: 'Initech', role: 'owner' }],
    });
  });

  it('is mailed a link that proves it, also where accounts are not verified', async () => {
    const ines = await claim('proof@typed.example');
    expect(await openMailedLink(ines.email)).toBe(204);
    expect(await readUser(ines)).toMatchObject({ hasUnprovenEmail: false });
  });

  it('is mailed the link again on demand, and no more once it is proven', async () => {
    const ines = await claim('again@typed.example');
    const send = () =>
      app.call(identity.sendVerificationEmail, { token: ines.token, params: { id: ines.userId } });
    expect((await send()).body).toEqual({ status: 'sent' });
    await openMailedLink(ines.email);
    expect((await send()).body).toEqual({ status: 'already_verified' });
  });

  it('counts as unverified for others, so that the page of the link continues', async () => {
    const { userId: id } = await claim('landing@typed.example');
    const { body } = await app.call(identity.getUser, { params: { id } });
    expect(body).toEqual({ id, verified: false });
  });

  it('keeps the sign-in with IBM', async () => {
    const first = await enterByIbm('stays@ibm.example');
    await found(first, 'stays@typed.example');
    const again = await enterByIbm('stays@ibm.example');
    expect(again.userId).toBe(first.userId);
  });

  it('stays proven where it is the one that IBM told', async () => {
    const ines = await enterByIbm('same@ibm.example');
    expect((await found(ines, 'SAME@ibm.example')).status).toBe(201);
    expect(await readUser(ines)).toMatchObject({ hasUnprovenEmail: false });
  });

  it('is refused where it has an account, and nothing is founded', async () => {
    const ada = await app.signUp({ email: 'ada@typed.example' });
    const thief = await enterByIbm();
    const { status, error } = await found(thief, ada.email);
    expect([status, error?.code]).toEqual([409, 'auth/email-already-in-use']);
    expect(await readUser(thief)).toMatchObject({ email: thief.email, memberOf: [] });
  });

  it('goes to one of two who type it at once', async () => {
    const [one, other] = [await enterByIbm(), await enterByIbm()];
    const answers = await Promise.all([one, other].map((who) => found(who, 'both@typed.example')));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
  });

  it.each(['ines@with@two.example', 'іnes@typed.example'])(
    'is refused as %s, which is none',
    async (typed) => {
      const ines = await enterByIbm();
      expect((await found(ines, typed)).status).toBe(400);
      expect(await readUser(ines)).toMatchObject({ email: ines.email, memberOf: [] });
    },
  );

  it('is not read from anybody who did not come by IBM, whatever they say of themselves', async () => {
    const ada = await app.signUp();
    const ibm = { instanceId: 'instance-7', isNewUser: true };
    expect((await found(ada, 'chosen@typed.example', { ibm })).status).toBe(201);
    expect((await readUser(ada)).email).toBe(ada.email);
    await app.call(organizations.createOrganization, {
      token: ada.token,
      params: { userId: ada.userId },
      body: {
        name: 'Ada',
        email: 'chosen@typed.example',
        onboardingData: { organizationName: 'Second' },
      },
    });
    expect((await readUser(ada)).email).toBe(ada.email);
  });
});

describe('before it is proven, a typed address', () => {
  it('grants no operator rights', async () => {
    const thief = await claim(operator);
    const health = async () =>
      (await app.call(operations.getHealth, { token: thief.token })).status;
    expect((await readUser(thief)).isOperator).toBe(false);
    expect(await health()).toBe(404);
    expect(await openMailedLink(operator)).toBe(204);
    expect((await readUser(thief)).isOperator).toBe(true);
    expect(await health()).toBe(200);
  });

  it('switches nothing on that is on for its domain', async () => {
    const thief = await claim('thief@powers.example');
    const off = {
      exploratoryTestingEnabled: false,
      loadTestingEnabled: false,
      mayCreateOrganizations: false,
    };
    expect(await readUser(thief)).toMatchObject(off);
    expect((await found(thief, undefined)).status).toBe(403);
    await openMailedLink(thief.email);
    const on = Object.fromEntries(Object.keys(off).map((name) => [name, true]));
    expect(await readUser(thief)).toMatchObject(on);
    expect((await found(thief, undefined)).status).toBe(201);
  });

  it('keeps what is on for everybody', async () => {
    const open = await startTestApp({
      hasWorker: false,
      settings: { ...providers(), PARLEY_EXPLORATORY_TESTING_FOR: '*' },
    });
    try {
      const ines = await claim('ines@typed.example', open);
      expect(await readUser(ines, open)).toMatchObject({ exploratoryTestingEnabled: true });
    } finally {
      await open.close();
    }
  }, 60_000);

  it('opens no invitation of another person, even with its link', async () => {
    const { owner } = await createTenant(app);
    const email = 'invited@typed.example';
    await owner.call(organizations.invite, { body: { email, role: 'admin' } });
    const [mail] = await app.platform.db
      .select()
      .from(outboxMails)
      .where(eq(outboxMails.recipient, email));
    const link = new URL(/http\S+\/invitation\?\S+/.exec(mail?.text ?? '')?.[0] ?? '');
    const thief = await claim(email);
    const accept = () =>
      app.call(organizations.acceptInvitation, {
        token: thief.token,
        params: { orgId: owner.organizationId, email },
        query: { token: link.searchParams.get('token') ?? '' },
      });
    const { status, error } = await accept();
    expect([status, error?.code]).toEqual([403, 'not_allowed']);
    expect(error?.hint).toContain('verification email');
    await openMailedLink(email);
    expect((await accept()).status).toBe(200);
  });

  it('reveals no organizations at its domain', async () => {
    const { owner } = await createTenant(app, { name: 'Neighbors' });
    const { db } = app.platform;
    await db
      .update(users)
      .set({ email: 'owner@neighbors.example' })
      .where(eq(users.id, owner.userId));
    const thief = await claim('thief@neighbors.example');
    const look = async ({ token, email }: TestUser) =>
      (await app.call(organizations.listOrganizationsOfDomain, { token, query: { email } })).body;
    expect(await look(thief)).toEqual([{ active: true }]);
    await openMailedLink(thief.email);
    expect(await look(thief)).toMatchObject([{ name: 'Neighbors' }]);
  });

  it('does not put an organization at its domain', async () => {
    const thief = await claim('thief@alone.example');
    const colleague = await app.signUp({ email: 'colleague@alone.example' });
    const look = async () =>
      (
        await app.call(organizations.listOrganizationsOfDomain, {
          token: colleague.token,
          query: { email: colleague.email },
        })
      ).body;
    expect(await look()).toEqual([]);
    await openMailedLink(thief.email);
    expect(await look()).toMatchObject([{ name: 'Initech' }]);
  });

  it('has no identity in the support chat', async () => {
    const thief = await claim('thief@chat.example');
    const hash = () =>
      app.call(identity.getIntercomUserHash, {
        token: thief.token,
        params: { email: thief.email },
      });
    expect((await hash()).status).toBe(403);
    await openMailedLink(thief.email);
    expect((await hash()).text).toMatch(/^[0-9a-f]{64}$/);
  });

  it('does no work where the operator wants every address verified', async () => {
    const strict = await startTestApp({
      hasWorker: false,
      settings: { ...providers(), PARLEY_VERIFY_EMAIL: 'on' },
    });
    try {
      const ines = await claim('ines@typed.example', strict);
      expect(await readUser(ines, strict)).toMatchObject({ verified: false });
    } finally {
      await strict.close();
    }
  }, 60_000);
});

describe('whoever has the mailbox of a typed address', () => {
  async function resetTokenOf(email: string): Promise<string> {
    await createAuth(app.platform).api.requestPasswordReset({ body: { email } });
    const [mail] = await app.platform.db
      .select()
      .from(outboxMails)
      .where(eq(outboxMails.recipient, email))
      .orderBy(desc(outboxMails.createdAt));
    return /reset-password\?token=([\w%-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
  }

  it('takes it over by Google, and removes the sessions and the IBM sign-in of the person who typed it', async () => {
    const thief = await enterByIbm('google-thief@ibm.example');
    await found(thief, 'victim@google.example');
    const victim = openBrowser(app);
    const page = await victim.visit('/api/auth/window/google?channel=channel-of-this-test');
    await victim.submit(page, { email: 'victim@google.example' });
    const { body: mine } = await victim.call(identity.getAccessToken);
    expect(mine.user.id).toBe(thief.userId);
    expect((await thief.browser.call(identity.getAccessToken)).status).toBe(401);
    const back = await enterByIbm('google-thief@ibm.example');
    expect(back.userId).not.toBe(thief.userId);
  });

  it('takes it over by a new password, and signs out the person who typed it', async () => {
    const email = 'victim@reset.example';
    const thief = await enterByIbm('reset-thief@ibm.example');
    await found(thief, email);
    const victim = openBrowser(app);
    const password = 'Abcdef1!';
    const body = { token: await resetTokenOf(email), newPassword: password };
    expect((await victim.call(identity.resetPassword, { body })).status).toBe(204);
    const signedIn = await victim.call(identity.signIn, { body: { email, password } });
    expect(signedIn.body.user.id).toBe(thief.userId);
    expect((await thief.browser.call(identity.getAccessToken)).status).toBe(401);
    const back = await enterByIbm('reset-thief@ibm.example');
    expect(back.userId).not.toBe(thief.userId);
  });
});
