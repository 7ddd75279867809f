import { account, identity, organizations, projects } from '@parley/contract';
import { desc, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { outboxMails } from '../../../db/schema/outbox.ts';
import { oneTimeTokens, users } from '../../../db/schema/users.ts';
import { newId } from '../../../platform/security/ids.ts';
import { startTestApp, type TestApp } from '../../../test/test-app.ts';
import { issueSignInToken } from './one-time-tokens.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({
    hasWorker: false,
    settings: {
      PARLEY_VERIFY_EMAIL: 'on',
      PARLEY_LOAD_TESTING_FOR: 'parley.example',
      PARLEY_EXPLORATORY_TESTING_FOR: '*',
      PARLEY_ORGANIZATION_DOMAINS: 'parley.example',
      PARLEY_INTERCOM_SECRET: 'shared with the support chat',
    },
  });
}, 60_000);
afterAll(() => app.close());

let people = 0;

async function register(email = `new-${++people}@parley.example`) {
  const { body } = await app.call(identity.signUp, { body: { email, password: 'Abcdef1!' } });
  return { email, userId: body.user.id, token: body.token };
}

const mailsTo = (email: string) =>
  app.platform.db
    .select()
    .from(outboxMails)
    .where(eq(outboxMails.recipient, email))
    .orderBy(desc(outboxMails.createdAt));

async function linkToken(email: string): Promise<string> {
  const [mail] = await mailsTo(email);
  const link = /\S+\/verify\?token=\S+/.exec(mail?.text ?? '')?.[0] ?? 'http://none';
  expect(link.startsWith(`${app.platform.config.publicUrl}/verify?`)).toBe(true);
  return new URL(link).searchParams.get('token') ?? '';
}

const verify = (email: string, token: string) =>
  app.call(identity.verifyEmail, { query: { email }, body: { token } });

async function isVerified(userId: string): Promise<boolean | undefined> {
  const [row] = await app.platform.db.select().from(users).where(eq(users.id, userId));
  return row?.emailVerified;
}

const send = ({ token, userId }: { token: string; userId: string }) =>
  app.call(identity.sendVerificationEmail, { token, params: { id: userId } });

describe('with PARLEY_VERIFY_EMAIL', () => {
  it('[A-160, A-215, A-216, A-301] a new account is unverified until its mailed link is used', async () => {
    const { email, userId, token } = await register();
    /**
     * Returns the verification status that the user's own page sees, and the one that the link's page sees without a sign-in.
     */
    const told = async () => {
      const params = { id: userId };
      const answers = [
        await app.call(identity.getUser, { token, params }),
        await app.call(identity.getUser, { params }),
      ];
      return answers.map(({ body }) => body.verified);
    };
    expect(await isVerified(userId)).toBe(false);
    expect(await told()).toEqual([false, false]);
    expect((await verify(email, await linkToken(email))).status).toBe(204);
    expect(await isVerified(userId)).toBe(true);
    expect(await told()).toEqual([true, true]);
  });

  it('[A-212] the token is base64 of user id, email and organization id, and a secret', async () => {
    const { email, userId } = await register();
    const parts = Buffer.from(await linkToken(email), 'base64')
      .toString()
      .split(':');
    expect(parts.slice(0, 3)).toEqual([userId, email, 'default']);
    expect(parts).toHaveLength(4);
    const stored = await app.platform.db.select().from(oneTimeTokens);
    expect(JSON.stringify(stored)).not.toContain(parts[3]);
  });
});

describe('an account that has not used its link', () => {
  async function found({ token, userId }: { token: string; userId: string }) {
    const onboardingData = { organizationName: 'Waiting' };
    const body = { name: 'Ada', onboardingData };
    return app.call(organizations.createOrganization, { token, params: { userId }, body });
  }

  it('creates and reads its first organization, and needs the link for anything else', async () => {
    const ada = await register();
    const { token, userId, email } = ada;
    const founded = await found(ada);
    expect(founded.status).toBe(201);
    const params = { userId, orgId: 'default' };
    const read = await app.call(organizations.getOrganization, { token, params });
    expect(read.body.id).toBe(founded.body.id);
    const create = () =>
      app.call(projects.createProject, { token, params, body: { name: 'Early' } });
    const { status, error } = await create();
    expect(status).toBe(403);
    expect(error).toMatchObject({
      code: 'not_allowed',
      message: 'The email address of your account is not verified.',
      hint: expect.stringMatching(/^Open the link in the verification email/),
    });
    expect((await verify(email, await linkToken(email))).status).toBe(204);
    expect((await create()).status).toBe(201);
  });

  it('has nothing of what goes by its address', async () => {
    const ada = await register();
    const { token, userId, email } = ada;
    const me = () => app.call(identity.getUser, { token, params: { id: userId } });
    const switches = ['loadTestingEnabled', 'exploratoryTestingEnabled', 'mayCreateOrganizations'];
    const all = (on: boolean) => Object.fromEntries(switches.map((name) => [name, on]));
    expect((await me()).body).toMatchObject(all(false));
    await found(ada);
    const preferences = { token, params: { id: userId }, body: { alerts: false } };
    const refused = [
      await found(ada),
      await app.call(account.setMailPreferences, preferences),
      await app.call(account.getMailPreferences, { token, params: { id: userId } }),
      await app.call(identity.getIntercomUserHash, { token, params: { email } }),
    ];
    expect(refused.map(({ status, error }) => [status, error?.message])).toEqual(
      refused.map(() => [403, 'The email address of your account is not verified.']),
    );
    await verify(email, await linkToken(email));
    expect((await me()).body).toMatchObject(all(true));
    expect((await found(ada)).status).toBe(201);
    expect((await app.call(account.setMailPreferences, preferences)).status).toBe(200);
  });
});

describe('POST users/{id}/sendVerificationEmail', () => {
  it('[A-249, A-300] mails a new link, and the one before is dead', async () => {
    const { email, userId, token } = await register();
    const first = await linkToken(email);
    expect((await send({ token, userId })).body).toEqual({ status: 'sent' });
    expect((await verify(email, first)).error?.code).toBe('invalid_token');
    expect((await verify(email, await linkToken(email))).status).toBe(204);
  });

  it('[A-250] says so when the address is verified already', async () => {
    const { email, userId, token } = await register();
    await verify(email, await linkToken(email));
    expect((await send({ token, userId })).body).toEqual({ status: 'already_verified' });
  });

  it('mails at most three times an hour, always answers the same, and keeps the last link valid', async () => {
    const { email, userId, token } = await register();
    for (let call = 0; call < 10; call += 1)
      expect((await send({ token, userId })).body).toEqual({ status: 'sent' });
    expect(await mailsTo(email)).toHaveLength(3);
    expect((await verify(email, await linkToken(email))).status).toBe(204);
  });

  it('mails ten times an hour at most to one mailbox, in whichever spelling', async () => {
    const people = [];
    for (let tag = 0; tag < 12; tag += 1)
      people.push(await register(`one-mailbox+${tag}@parley.example`));
    const mailed = await Promise.all(people.map(({ email }) => mailsTo(email)));
    expect(mailed.flat()).toHaveLength(10);
    const other = await register('another-mailbox@parley.example');
    expect(await mailsTo(other.email)).toHaveLength(1);
  });

  it('is for oneself', async () => {
    const ada = await register();
    const eve = await register();
    expect((await send({ token: eve.token, userId: ada.userId })).status).toBe(404);
    const params = { id: ada.userId };
    expect((await app.call(identity.sendVerificationEmail, { params })).status).toBe(401);
  });
});

describe('POST users/verify/', () => {
  const rewrite = (token: string, change: (parts: string[]) => string[]): string => {
    const parts = Buffer.from(token, 'base64').toString().split(':');
    return Buffer.from(change(parts).join(':')).toString('base64');
  };

  it.each<[string, (parts: string[]) => string[]]>([
    ['the secret cut off, as three parts', (parts) => parts.slice(0, 3)],
    ['two parts', (parts) => parts.slice(0, 2)],
    ['a secret that is too short', ([a = '', b = '', c = '', d = '']) => [a, b, c, d.slice(0, -1)]],
    ['no secret', ([a = '', b = '', c = '']) => [a, b, c, '']],
    ['another organization', ([a = '', b = '', , d = '']) => [a, b, newId(), d]],
    ['another user', ([, b = '', c = '', d = '']) => [newId(), b, c, d]],
    ['another address', ([a = '', , c = '', d = '']) => [a, 'eve@evil.example', c, d]],
  ])('refuses a token with %s, and the real link stays good', async (_, change) => {
    const { email, userId } = await register();
    const token = await linkToken(email);
    const { status, error } = await verify(email, rewrite(token, change));
    expect([status, error?.code]).toEqual([401, 'invalid_token']);
    expect(await isVerified(userId)).toBe(false);
    expect((await verify(email, token)).status).toBe(204);
  });

  it('[A-301] refuses the token for another address in the query', async () => {
    const { email } = await register();
    const token = await linkToken(email);
    expect((await verify('eve@evil.example', token)).error?.code).toBe('invalid_token');
    expect((await verify(email, token)).status).toBe(204);
  });

  it('refuses text that is not a token', async () => {
    for (const token of ['x', '%%%', '::::', Buffer.from('a:b:c:d').toString('base64')])
      expect((await verify('ada@parley.example', token)).error?.code).toBe('invalid_token');
  });

  it('takes one of twenty uses at once', async () => {
    const { email } = await register();
    const token = await linkToken(email);
    const answers = await Promise.all(Array.from({ length: 20 }, () => verify(email, token)));
    expect(answers.filter(({ status }) => status === 204)).toHaveLength(1);
    expect(answers.filter(({ error }) => error?.code === 'invalid_token')).toHaveLength(19);
  });

  it('refuses an expired token, and a token of another kind', async () => {
    const { db } = app.platform;
    const { email, userId } = await register();
    const token = await linkToken(email);
    await db
      .update(oneTimeTokens)
      .set({ expiresAt: sql`now() - interval '1 second'` })
      .where(eq(oneTimeTokens.userId, userId));
    expect((await verify(email, token)).error?.code).toBe('invalid_token');
    const custom = await issueSignInToken(db, userId);
    const posing = Buffer.from(`${userId}:${email}:default:${custom}`).toString('base64');
    expect((await verify(email, posing)).error?.code).toBe('invalid_token');
  });
});
