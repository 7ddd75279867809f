/** Tests sign-up and the creation of organizations, both with and without the rule for company addresses. */
import { identity, organizations } from '@parley/contract';
import { type IdentitySandbox, startIdentitySandbox } from '@parley/identity-sandbox';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accounts, users } from '../../../db/schema/index.ts';
import { newId } from '../../../platform/security/ids.ts';
import { startTestApp, type TestApp, type TestUser } from '../../../test/test-app.ts';
import { enterByGoogle, invite, signUp } from '../test/test-entrances.ts';

const code = 'auth/company-email-needed';

let sandbox: IdentitySandbox;
let hosted: TestApp;
let selfHosted: TestApp;

beforeAll(async () => {
  sandbox = await startIdentitySandbox();
  const settings = {
    PARLEY_GOOGLE_ISSUER: sandbox.google.issuer,
    PARLEY_GOOGLE_CLIENT_ID: sandbox.google.clientId,
    PARLEY_GOOGLE_CLIENT_SECRET: sandbox.google.clientSecret,
  };
  const start = (PARLEY_EDITION: string) =>
    startTestApp({ hasWorker: false, settings: { ...settings, PARLEY_EDITION } });
  [hosted, selfHosted] = await Promise.all([start('hosted'), start('self-hosted')]);
}, 60_000);

afterAll(async () => {
  await hosted.close();
  await selfHosted.close();
  await sandbox.close();
});

const judged = async (app: TestApp, email: string) =>
  (await app.call(identity.validateEmail, { body: { email } })).body;

async function hasAccount(app: TestApp, email: string): Promise<boolean> {
  return (await app.platform.db.$count(users, eq(users.email, email))) > 0;
}

function found(app: TestApp, { userId, token }: TestUser, email?: string) {
  return app.call(organizations.createOrganization, {
    token,
    params: { userId },
    body: { name: 'Ada', onboardingData: { organizationName: 'Acme' }, ...(email && { email }) },
  });
}

describe('a hosted installation', () => {
  it.each([
    ['A-264', 'ada@gmail.com'],
    ['A-265', 'ada@mail.yopmail.com'],
    ['A-264', 'ADA＠GMAIL．COM'],
  ])('[%s] gives %s no account, and says why', async (_, email) => {
    expect(await signUp(hosted, email)).toBe(code);
    expect(await hasAccount(hosted, 'ada@gmail.com')).toBe(false);
  });

  it('gives an account to an address of a company', async () => {
    expect(await signUp(hosted, 'ada@navy.example')).toBe(201);
    expect(await judged(hosted, 'ada@navy.example')).toEqual({
      isFreeMail: false,
      isDisposable: false,
    });
  });

  it('gives one to invited people, as long as the invitation is open', async () => {
    await invite(hosted, 'invited@gmail.com');
    await invite(hosted, 'late@gmail.com', sql`now() - interval '1 day'`);
    expect(await signUp(hosted, 'invited@gmail.com')).toBe(201);
    expect(await signUp(hosted, 'late@gmail.com')).toBe(code);
  });

  it('[A-266] lets nobody in by Google with such an address, whether or not they were here before', async () => {
    expect(await enterByGoogle(hosted, 'gina@gmail.com')).toEqual([code, 401]);
    expect(await hasAccount(hosted, 'gina@gmail.com')).toBe(false);
    await hosted.signUp({ email: 'before@gmail.com' });
    expect(await enterByGoogle(hosted, 'before@gmail.com')).toEqual([code, 401]);
    expect(await enterByGoogle(hosted, 'gina@navy.example')).toEqual([null, 200]);
  });

  it('founds no organization for somebody with such an address', async () => {
    const answer = await found(hosted, await hosted.signUp({ email: 'member@gmail.com' }));
    expect([answer.status, answer.error]).toEqual([
      403,
      {
        code,
        message:
          'We only offer free trials for users with corporate emails. Please register using your company email to receive a free trial.',
      },
    ]);
  });

  it('[A-274, A-275] goes by the address that an IBM customer types, and by no other', async () => {
    const customer = await hosted.signUp({ email: 'ines@gmail.com' });
    const ibm = { instanceId: 'i-1', isNewUser: true };
    await hosted.platform.db
      .insert(accounts)
      .values({ id: newId(), userId: customer.userId, providerId: 'ibm', accountId: 'ines' });
    const refused = await found(hosted, customer, 'ines@yopmail.com');
    expect([refused.error?.code, refused.error?.message]).toEqual([
      code,
      'Please use your company email address',
    ]);
    expect((await found(hosted, customer, 'ines@initech.example')).status).toBe(201);

    const pretender = await hosted.signUp({ email: 'eve@gmail.com' });
    const answer = await hosted.call(organizations.createOrganization, {
      token: pretender.token,
      params: { userId: pretender.userId },
      body: {
        name: 'Eve',
        email: 'eve@initech.example',
        onboardingData: { organizationName: 'Acme', ibm },
      },
    });
    expect(answer.error?.code).toBe(code);
  });
});

describe('a self-hosted installation', () => {
  it('accepts any address, and treats none as free mail', async () => {
    expect(await judged(selfHosted, 'ada@gmail.com')).toEqual({
      isFreeMail: false,
      isDisposable: false,
    });
    expect(await signUp(selfHosted, 'ada@gmail.com')).toBe(201);
    expect(await enterByGoogle(selfHosted, 'gina@gmail.com')).toEqual([null, 200]);
    const user = await selfHosted.signUp({ email: 'founder@yopmail.com' });
    expect((await found(selfHosted, user)).status).toBe(201);
  });
});
