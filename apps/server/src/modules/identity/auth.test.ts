import { apiKeys, identity, publicApi } from '@parley/contract';
import { desc, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { outboxMails } from '../../db/schema/outbox.ts';
import { sessions } from '../../db/schema/sessions.ts';
import {
  accounts,
  oneTimeTokens,
  signInFailures,
  users,
  verifications,
} from '../../db/schema/users.ts';
import { createTenant } from '../../test/tenant.ts';
import { startTestApp, type TestApp } from '../../test/test-app.ts';
import { passwordHashing } from './passwords/password-hashing.ts';
import { openBrowser } from './test/test-browser.ts';
import { issueSignInToken, issueToken } from './users/one-time-tokens.ts';

const password = 'Abcdef1!';
const otherPassword = 'Ghijkl2?';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
}, 60_000);
afterAll(() => app.close());

let people = 0;

/** Signs up a user with a password, in a browser that is then signed in. */
async function register(email = `visitor-${++people}@parley.example`) {
  const browser = openBrowser(app);
  const { body } = await browser.call(identity.signUp, { body: { email, password } });
  return { email, browser, userId: body.user.id, token: body.token };
}

async function statusOf(token: string, userId: string): Promise<'oneself' | 'refused'> {
  const { status, text } = await app.call(identity.getUser, { token, params: { id: userId } });
  expect(text.includes('email')).toBe(status === 200);
  return status === 401 ? 'refused' : 'oneself';
}

describe('POST /api/auth/sign-up/email', () => {
  it('[A-205, A-336] creates a verified account under the one spelling of its address', async () => {
    const answer = await app.call(identity.signUp, {
      body: { email: ' Grace@Parley.EXAMPLE. ', password, name: 'Grace' },
    });
    expect(answer.status).toBe(201);
    expect(answer.body.user).toMatchObject({ email: 'grace@parley.example', name: 'Grace' });
    const { id } = answer.body.user;
    const user = await app.call(identity.getUser, { token: answer.body.token, params: { id } });
    expect(user.body).toMatchObject({ verified: true, memberOf: [] });
  });

  it('keeps the session in a cookie that scripts and other paths do not see', async () => {
    const { headers, text } = await app.call(identity.signUp, {
      body: { email: 'cookie@parley.example', password },
    });
    const cookie = headers.getSetCookie().find((line) => line.startsWith('parley.session_token='));
    expect(cookie).toMatch(/; Path=\/api\/auth;/);
    expect(cookie).toMatch(/; HttpOnly/);
    expect(cookie).toMatch(/; SameSite=Lax/);
    const sessionToken = /=([^.;]+)/.exec(cookie ?? '')?.[1];
    expect(text).not.toContain(sessionToken);
  });

  it.each(['taken@parley.example', 'TAKEN@parley.example.', 'taken＠parley.example'])(
    'refuses an address that is taken, written as %s',
    async (email) => {
      await app.call(identity.signUp, { body: { email: 'taken@parley.example', password } });
      const { status, error } = await app.call(identity.signUp, { body: { email, password } });
      expect([status, error?.code]).toEqual([409, 'auth/email-already-in-use']);
    },
  );

  it('makes one account of several requests at once', async () => {
    const body = { email: 'at-once@parley.example', password };
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => app.call(identity.signUp, { body })),
    );
    const codes = answers.map(({ error }) => error?.code);
    expect(codes.filter((code) => code === undefined)).toHaveLength(1);
    expect(codes.filter((code) => code === 'auth/email-already-in-use')).toHaveLength(4);
  });

  it.each(['not an address', 'a(b)@parley.example', 'a:b@parley.example'])(
    'refuses %s, which is not an address to write to',
    async (email) => {
      const body = { email, password };
      const { status, error } = await app.call(identity.signUp, { body });
      expect([status, error?.code]).toEqual([400, 'auth/invalid-email']);
    },
  );

  it.each([
    ['A-255', 'Short1!'],
    ['A-256', 'nouppercase1!'],
    ['A-257', 'NOLOWERCASE1!'],
    ['A-258', 'NoDigits!'],
    ['A-259', 'NoSpecial1'],
  ])('[%s] refuses the weak password %s', async (_, weak) => {
    const body = { email: 'weak@parley.example', password: weak };
    const { status, error } = await app.call(identity.signUp, { body });
    expect([status, error?.code]).toEqual([400, 'auth/weak-password']);
  });

  it('accepts only email, password and name', async () => {
    const body = {
      email: 'modest@parley.example',
      password,
      emailVerified: true,
      id: 'chosen',
      loadTestingEnabled: true,
      disabledAt: null,
      __proto__: { admin: true },
    };
    const { body: signedIn } = await app.call(identity.signUp, { body });
    const [row] = await app.platform.db.select().from(users).where(eq(users.id, signedIn.user.id));
    expect(row).toMatchObject({ loadTestingEnabled: null, disabledAt: null });
    expect(signedIn.user.id).not.toBe('chosen');
  });
});

describe('POST /api/auth/sign-in/email', () => {
  it('[A-005, A-335] lets in with the right password, however the address is written', async () => {
    const { email, userId } = await register();
    const body = { email: ` ${email.toUpperCase()}.`, password };
    const answer = await openBrowser(app).call(identity.signIn, { body });
    expect(answer.status).toBe(200);
    expect(await statusOf(answer.body.token, userId)).toBe('oneself');
  });

  it('[A-005] distinguishes a wrong password from an unknown address', async () => {
    const { email } = await register();
    const wrong = await app.call(identity.signIn, { body: { email, password: 'wrong' } });
    expect([wrong.status, wrong.error?.code]).toEqual([401, 'auth/wrong-password']);
    const body = { email: 'nobody@parley.example', password: 'wrong' };
    const unknown = await app.call(identity.signIn, { body });
    expect([unknown.status, unknown.error?.code]).toEqual([401, 'auth/user-not-found']);
  });

  it('refuses an invalid address', async () => {
    const { error } = await app.call(identity.signIn, { body: { email: 'x@y', password } });
    expect(error?.code).toBe('auth/invalid-email');
  });

  it('refuses a disabled account, and ends its sessions', async () => {
    const { email, userId, token, browser } = await register();
    const { db } = app.platform;
    await db.update(users).set({ disabledAt: sql`now()` }).where(eq(users.id, userId));
    const { status, error } = await app.call(identity.signIn, { body: { email, password } });
    expect([status, error?.code]).toEqual([403, 'auth/user-disabled']);
    expect(await statusOf(token, userId)).toBe('refused');
    expect((await browser.call(identity.getAccessToken)).error?.code).toBe('auth/user-disabled');
  });
});

describe('GET /api/auth/token', () => {
  it('gives a fresh token for the session in the cookie', async () => {
    const { browser, userId } = await register();
    const answer = await browser.call(identity.getAccessToken);
    expect(answer.status).toBe(200);
    expect(await statusOf(answer.body.token, userId)).toBe('oneself');
  });

  /** Sets when the user's only session expires, in seconds from now. */
  const endIn = (userId: string, seconds: number) =>
    app.platform.db
      .update(sessions)
      .set({ expiresAt: sql`now() + make_interval(secs => ${seconds})` })
      .where(eq(sessions.userId, userId));

  async function secondsLeft(userId: string): Promise<number> {
    const [session] = await app.platform.db
      .select({ left: sql`extract(epoch from ${sessions.expiresAt} - now())`.mapWith(Number) })
      .from(sessions)
      .where(eq(sessions.userId, userId));
    return session?.left ?? 0;
  }

  it('keeps a session that is used for another day, and its cookie with it', async () => {
    const { browser, userId } = await register();
    await endIn(userId, 600);
    const answer = await browser.call(identity.getAccessToken);
    expect(answer.status).toBe(200);
    expect(await secondsLeft(userId)).toBeGreaterThan(23 * 3600);
    const [cookie] = answer.headers.getSetCookie();
    expect(cookie).toMatch(/^parley\.session_token=.+Max-Age=86400/);
    expect((await browser.call(identity.getAccessToken)).status).toBe(200);
  });

  it('does not write it again within the hour', async () => {
    const { browser, userId } = await register();
    await endIn(userId, 23.5 * 3600);
    expect((await browser.call(identity.getAccessToken)).status).toBe(200);
    expect(await secondsLeft(userId)).toBeLessThan(23.5 * 3600);
  });

  it('does not bring back a session that has ended', async () => {
    const { browser, userId, token } = await register();
    await endIn(userId, -1);
    expect((await browser.call(identity.getAccessToken)).status).toBe(401);
    expect(await statusOf(token, userId)).toBe('refused');
  });

  it('ends a session after two weeks, however much it is used', async () => {
    const { browser, userId, token } = await register();
    await app.platform.db
      .update(sessions)
      .set({ createdAt: sql`now() - interval '14 days 1 minute'` })
      .where(eq(sessions.userId, userId));
    expect((await browser.call(identity.getAccessToken)).status).toBe(401);
    expect(await statusOf(token, userId)).toBe('refused');
  });

  it.each(['', 'parley.session_token=forged.signature', 'parley.session_token=%'])(
    'refuses the cookie %j',
    async (cookie) => {
      const { status, error } = await app.call(identity.getAccessToken, { headers: { cookie } });
      expect([status, error?.code]).toEqual([401, 'not_signed_in']);
    },
  );
});

describe('POST /api/auth/sign-out', () => {
  it('ends the session, with every token that it gave out', async () => {
    const { browser, userId, token } = await register();
    expect((await browser.call(identity.signOut)).status).toBe(204);
    expect(await statusOf(token, userId)).toBe('refused');
    expect((await browser.call(identity.getAccessToken)).status).toBe(401);
  });

  it('leaves the other sessions of the user alone', async () => {
    const { email, browser, userId } = await register();
    const other = openBrowser(app);
    const { body } = await other.call(identity.signIn, { body: { email, password } });
    await browser.call(identity.signOut);
    expect(await statusOf(body.token, userId)).toBe('oneself');
  });

  it('succeeds when nobody is signed in', async () => {
    expect((await app.call(identity.signOut, {})).status).toBe(204);
  });
});

// The embedded database has a single session, so nothing can happen in between.
describe.runIf(process.env.PARLEY_TEST_DATABASE_URL)('a sign-in by the old password', () => {
  it('starts no session that outlives the password change', async () => {
    const { email, userId } = await register();
    const { db } = app.platform;
    const changed = await passwordHashing.hash(otherPassword);
    const signIn = async () => app.call(identity.signIn, { body: { email, password } });
    let signingIn: ReturnType<typeof signIn> | undefined;
    await db.transaction(async (tx) => {
      await tx.execute(sql`lock table ${sessions} in share row exclusive mode`);
      signingIn = signIn();
      // The password was accepted, and the session is about to be stored.
      await expect
        .poll(async () => {
          const waiting = sql`select 1 from pg_locks where relation = 'sessions'::regclass and not granted`;
          return (await tx.execute(waiting)).rows.length;
        })
        .toBe(1);
      await tx.update(accounts).set({ password: changed }).where(eq(accounts.userId, userId));
      await tx.delete(sessions).where(eq(sessions.userId, userId));
    });
    expect((await signingIn)?.error?.code).toBe('auth/wrong-password');
    expect(await db.select().from(sessions).where(eq(sessions.userId, userId))).toEqual([]);
  });
});

describe('password reset', () => {
  const mailsTo = (email: string) =>
    app.platform.db
      .select()
      .from(outboxMails)
      .where(eq(outboxMails.recipient, email))
      .orderBy(desc(outboxMails.createdAt));

  async function tokenFromMail(email: string): Promise<string> {
    await expect.poll(() => mailsTo(email), { timeout: 10_000 }).not.toHaveLength(0);
    const [mail] = await mailsTo(email);
    return /reset-password\?token=([\w%-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
  }

  it('[A-340] sets a new password by the mailed link, once, and ends every session', async () => {
    const { email, userId, token: access } = await register();
    expect((await app.call(identity.requestPasswordReset, { body: { email } })).status).toBe(204);
    const token = await tokenFromMail(email);
    const body = { token, newPassword: otherPassword };
    expect((await app.call(identity.resetPassword, { body })).status).toBe(204);
    expect(await statusOf(access, userId)).toBe('refused');
    const signIn = (typed: string) =>
      app.call(identity.signIn, { body: { email, password: typed } });
    expect((await signIn(password)).error?.code).toBe('auth/wrong-password');
    expect((await signIn(otherPassword)).status).toBe(200);
    const again = await app.call(identity.resetPassword, { body });
    expect([again.status, again.error?.code]).toEqual([400, 'auth/invalid-action-code']);
  });

  it('ends the wait after wrong guesses also in a browser that knows the account, and on its account page', async () => {
    const { email, browser } = await register();
    const other = await register();
    const body = { currentPassword: 'wrong', newPassword: 'Ghijkl3?' };
    await browser.call(identity.changePassword, { body });
    await browser.call(identity.signIn, { body: { email, password: 'wrong' } });
    await other.browser.call(identity.changePassword, { body });
    // Simulates many failed attempts for every subject, the last one a minute from now.
    const lastFailedAt = sql`now() + interval '1 minute'`;
    await app.platform.db.update(signInFailures).set({ failures: 9, lastFailedAt });
    const signIn = () =>
      browser.call(identity.signIn, { body: { email, password: otherPassword } });
    expect((await signIn()).status).toBe(429);
    await app.call(identity.requestPasswordReset, { body: { email } });
    const reset = { token: await tokenFromMail(email), newPassword: otherPassword };
    expect((await app.call(identity.resetPassword, { body: reset })).status).toBe(204);
    expect((await signIn()).status).toBe(200);
    const change = { ...body, currentPassword: otherPassword };
    expect((await browser.call(identity.changePassword, { body: change })).status).toBe(200);
    expect((await other.browser.call(identity.changePassword, { body })).status).toBe(429);
  });

  it('takes one of twenty uses of a link at once', async () => {
    const { email } = await register();
    await app.call(identity.requestPasswordReset, { body: { email } });
    const token = await tokenFromMail(email);
    const passwords = Array.from({ length: 20 }, (_, index) => `Abcdef1!${index}`);
    const answers = await Promise.all(
      passwords.map((newPassword) =>
        app.call(identity.resetPassword, { body: { token, newPassword } }),
      ),
    );
    const winners = answers.flatMap(({ status }, index) => (status === 204 ? [index] : []));
    expect(winners).toHaveLength(1);
    const refused = answers.filter(({ error }) => error?.code === 'auth/invalid-action-code');
    expect(refused).toHaveLength(19);
    const body = { email, password: passwords[winners[0] ?? -1] ?? '' };
    expect((await app.call(identity.signIn, { body })).status).toBe(200);
  });

  it('makes every other link dead, as a change of the password does', async () => {
    const { email, browser } = await register();
    const ask = async (nth: number) => {
      await app.call(identity.requestPasswordReset, { body: { email } });
      await expect.poll(() => mailsTo(email), { timeout: 10_000 }).toHaveLength(nth);
      return tokenFromMail(email);
    };
    const codeFor = async (token: string, newPassword: string) =>
      (await app.call(identity.resetPassword, { body: { token, newPassword } })).error?.code;
    const [first, second] = [await ask(1), await ask(2)];
    expect(await codeFor(first, otherPassword)).toBeUndefined();
    expect(await codeFor(second, password)).toBe('auth/invalid-action-code');
    await browser.call(identity.signIn, { body: { email, password: otherPassword } });
    const third = await ask(3);
    const body = { currentPassword: otherPassword, newPassword: password };
    expect((await browser.call(identity.changePassword, { body })).status).toBe(200);
    expect(await codeFor(third, otherPassword)).toBe('auth/invalid-action-code');
  });

  it('refuses a link that expired a second ago, and tokens of other kinds', async () => {
    const { email, userId } = await register();
    const { db } = app.platform;
    const codeFor = async (token: string) =>
      (await app.call(identity.resetPassword, { body: { token, newPassword: otherPassword } }))
        .error?.code;
    const custom = await issueSignInToken(db, userId);
    expect(await codeFor(custom)).toBe('auth/invalid-action-code');
    await app.call(identity.requestPasswordReset, { body: { email } });
    const token = await tokenFromMail(email);
    const posing = await app.call(identity.signInWithToken, { body: { token } });
    expect(posing.error?.code).toBe('auth/invalid-custom-token');
    await db
      .update(verifications)
      .set({ expiresAt: sql`now() - interval '1 second'` })
      .where(eq(verifications.value, userId));
    expect(await codeFor(token)).toBe('auth/invalid-action-code');
  });

  it('mails three links an hour at most, and says so for every address', async () => {
    const { email } = await register();
    const fence = await register();
    for (const address of [email, 'nobody-at-all@parley.example']) {
      const answers = [];
      for (let call = 0; call < 6; call += 1)
        answers.push(await app.call(identity.requestPasswordReset, { body: { email: address } }));
      expect(answers.map(({ status }) => status)).toEqual([204, 204, 204, 429, 429, 429]);
      expect(answers.at(-1)?.error?.code).toBe('auth/too-many-reset-mails');
      expect(Number(answers.at(-1)?.headers.get('retry-after'))).toBeGreaterThan(3500);
      expect(answers.at(-1)?.text).not.toContain(address);
    }
    // Jobs run one after the other, so once this email exists, all earlier jobs are done.
    await app.call(identity.requestPasswordReset, { body: { email: fence.email } });
    await tokenFromMail(fence.email);
    await expect.poll(() => mailsTo(email), { timeout: 10_000 }).toHaveLength(3);
  });

  it('mails ten links an hour at most to one mailbox, in whichever spelling', async () => {
    const addresses: string[] = [];
    for (let tag = 0; tag < 5; tag += 1) {
      const { email } = await register(`one-mailbox+${tag}@parley.example`);
      addresses.push(email);
    }
    const fence = await register();
    const statuses = [];
    for (const email of [...addresses, ...addresses, ...addresses])
      statuses.push((await app.call(identity.requestPasswordReset, { body: { email } })).status);
    expect(statuses).toEqual([...Array(10).fill(204), ...Array(5).fill(429)]);
    await app.call(identity.requestPasswordReset, { body: { email: fence.email } });
    await tokenFromMail(fence.email);
    const resets = async (email: string) =>
      (await mailsTo(email)).filter(({ subject }) => subject.includes('Reset'));
    const mailed = async () => (await Promise.all(addresses.map(resets))).flat();
    await expect.poll(mailed, { timeout: 10_000 }).toHaveLength(10);
  });

  it('counts requests that arrive at once, and mails again an hour later', async () => {
    const { email } = await register();
    const ask = async () =>
      (await app.call(identity.requestPasswordReset, { body: { email } })).status;
    const statuses = await Promise.all(Array.from({ length: 8 }, ask));
    expect(statuses.filter((status) => status === 204)).toHaveLength(3);
    await app.platform.db
      .update(oneTimeTokens)
      .set({ expiresAt: sql`now() - interval '1 second'` })
      .where(eq(oneTimeTokens.purpose, 'reset-request'));
    expect([await ask(), await ask(), await ask(), await ask()]).toEqual([204, 204, 204, 429]);
  });

  it('answers an unknown address the same, and mails nothing', async () => {
    const email = 'unknown@parley.example';
    const answer = await app.call(identity.requestPasswordReset, { body: { email } });
    expect([answer.status, answer.text]).toEqual([204, '']);
    expect(await mailsTo(email)).toEqual([]);
  });

  it('refuses a weak password and keeps the link good', async () => {
    const { email } = await register();
    await app.call(identity.requestPasswordReset, { body: { email } });
    const token = await tokenFromMail(email);
    const weak = await app.call(identity.resetPassword, { body: { token, newPassword: 'weak' } });
    expect(weak.error?.code).toBe('auth/weak-password');
    const body = { token, newPassword: otherPassword };
    expect((await app.call(identity.resetPassword, { body })).status).toBe(204);
  });

  it.each([
    ['revokes the API keys of an account that nobody had proven to be theirs', null, 401],
    ['keeps the API keys of somebody who had shown that the mailbox is theirs', new Date(), 200],
  ])('%s', async (_, emailProvenAt, status) => {
    const { owner } = await createTenant(app);
    const { db } = app.platform;
    await db.update(users).set({ emailProvenAt }).where(eq(users.id, owner.userId));
    const { body: made } = await owner.call(apiKeys.createApiKey, { body: { name: 'CI' } });
    await app.call(identity.requestPasswordReset, { body: { email: owner.email } });
    const body = { token: await tokenFromMail(owner.email), newPassword: otherPassword };
    expect((await app.call(identity.resetPassword, { body })).status).toBe(204);
    expect((await app.call(publicApi.readSuites, { token: made.key })).status).toBe(status);
  });

  it('keeps the link good where the server is too busy to hash the password', async () => {
    const { email } = await register();
    await app.call(identity.requestPasswordReset, { body: { email } });
    const body = { token: await tokenFromMail(email), newPassword: otherPassword };
    // Keeps all places for running and waiting hashes taken.
    let isFull = true;
    const line = Array.from({ length: 22 }, async () => {
      while (isFull) await passwordHashing.hash(password);
    });
    const refused = await app.call(identity.resetPassword, { body });
    isFull = false;
    await Promise.all(line);
    expect(refused.status).toBe(503);
    expect((await app.call(identity.resetPassword, { body })).status).toBe(204);
    const signIn = { body: { email, password: otherPassword } };
    expect((await app.call(identity.signIn, signIn)).status).toBe(200);
  });

  it('signs in at once a person who had to wait after failed attempts', async () => {
    const { email } = await register();
    for (let attempt = 0; attempt < 6; attempt += 1)
      await app.call(identity.signIn, { body: { email, password: 'wrong' } });
    await app.call(identity.requestPasswordReset, { body: { email } });
    const body = { token: await tokenFromMail(email), newPassword: otherPassword };
    await app.call(identity.resetPassword, { body });
    const signIn = { body: { email, password: otherPassword } };
    expect((await app.call(identity.signIn, signIn)).status).toBe(200);
  });
});

describe('POST /api/auth/change-password', () => {
  const change = { currentPassword: password, newPassword: otherPassword };

  it('keeps this session and ends all others', async () => {
    const { email, browser, userId, token } = await register();
    const other = openBrowser(app);
    const elsewhere = await other.call(identity.signIn, { body: { email, password } });
    const changed = await browser.call(identity.changePassword, { body: change });
    expect(changed.status).toBe(200);
    expect(await statusOf(changed.body.token, userId)).toBe('oneself');
    expect((await browser.call(identity.getAccessToken)).status).toBe(200);
    expect(await statusOf(token, userId)).toBe('refused');
    expect(await statusOf(elsewhere.body.token, userId)).toBe('refused');
    expect((await other.call(identity.getAccessToken)).status).toBe(401);
  });

  it('[A-341] takes the new password after the current one, and refuses a wrong or weak one and a caller without a session', async () => {
    const { browser, email } = await register();
    const call = async (body: typeof change, by = browser) =>
      (await by.call(identity.changePassword, { body })).error?.code;
    expect(await call({ ...change, currentPassword: 'wrong' })).toBe('auth/wrong-password');
    expect(await call({ ...change, newPassword: 'weak' })).toBe('auth/weak-password');
    expect(await call(change, openBrowser(app))).toBe('auth/requires-recent-login');
    const signIn = async (typed: string) =>
      (await app.call(identity.signIn, { body: { email, password: typed } })).error?.code;
    expect(await signIn(password)).toBeUndefined();
    expect(await call(change)).toBeUndefined();
    expect(await signIn(password)).toBe('auth/wrong-password');
    expect(await signIn(otherPassword)).toBeUndefined();
  });
});

describe('POST /api/auth/custom-token', () => {
  const spend = (token: string) => app.call(identity.signInWithToken, { body: { token } });

  it('[A-011, A-339] signs in once', async () => {
    const { userId } = await register();
    const token = await issueSignInToken(app.platform.db, userId);
    const answer = await spend(token);
    expect(answer.status).toBe(200);
    expect(await statusOf(answer.body.token, userId)).toBe('oneself');
    const again = await spend(token);
    expect([again.status, again.error?.code]).toEqual([401, 'auth/invalid-custom-token']);
  });

  it('refuses one that has expired, was made for something else or never was', async () => {
    const { userId } = await register();
    const { db } = app.platform;
    const late = await issueSignInToken(db, userId);
    await db
      .update(oneTimeTokens)
      .set({ expiresAt: sql`now() - interval '1 second'` })
      .where(eq(oneTimeTokens.userId, userId));
    const payload = { email: 'x@parley.example', organizationId: '' };
    const foreign = await issueToken(db, 'verify-email', { userId, payload });
    for (const token of [late, foreign, 'never-was'])
      expect((await spend(token)).error?.code).toBe('auth/invalid-custom-token');
  });
});
