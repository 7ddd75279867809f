/** Tests that nothing that grants access is logged, at any level. */
import { Writable } from 'node:stream';
import { identity, organizations } from '@parley/contract';
import { type IdentitySandbox, startIdentitySandbox } from '@parley/identity-sandbox';
import { desc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { outboxMails } from '../../../db/schema/outbox.ts';
import { createLog } from '../../../platform/observability/log.ts';
import { createTenant } from '../../../test/tenant.ts';
import { startTestApp, type TestApp } from '../../../test/test-app.ts';
import { openBrowser } from '../test/test-browser.ts';
import { issueSignInToken } from '../users/one-time-tokens.ts';

let sandbox: IdentitySandbox;
let app: TestApp;
let written = '';

beforeAll(async () => {
  sandbox = await startIdentitySandbox();
  const destination = new Writable({
    write(chunk, _, done) {
      written += chunk;
      done();
    },
  });
  app = await startTestApp({
    log: createLog('trace', destination),
    settings: {
      PARLEY_VERIFY_EMAIL: 'on',
      // Nothing listens here, so emails stay in the outbox. Without SMTP_URL they would be logged.
      SMTP_URL: 'smtp://127.0.0.1:9',
      PARLEY_GOOGLE_ISSUER: sandbox.google.issuer,
      PARLEY_GOOGLE_CLIENT_ID: sandbox.google.clientId,
      PARLEY_GOOGLE_CLIENT_SECRET: sandbox.google.clientSecret,
    },
  });
}, 60_000);
afterAll(async () => {
  await app.close();
  await sandbox.close();
});

/** Returns the token in the newest email with a link to a page. */
async function mailedToken(email: string, page: string): Promise<string> {
  const newest = async () => {
    const mails = await app.platform.db
      .select()
      .from(outboxMails)
      .where(eq(outboxMails.recipient, email))
      .orderBy(desc(outboxMails.createdAt));
    const link = mails
      .map(({ text }) => new RegExp(`http\\S+${page}\\?\\S+`).exec(text)?.[0])
      .find((found) => found !== undefined);
    return link && new URL(link).searchParams.get('token');
  };
  await expect.poll(newest, { timeout: 10_000 }).toBeTruthy();
  return (await newest()) ?? '';
}

it('no password, token, cookie or code is in the log after every way in was used and misused', async () => {
  const email = 'ada@parley.example';
  const [password, newPassword] = ['Abcdef1!first', 'Ghijkl2?second'];
  const browser = openBrowser(app);
  const signedUp = await browser.call(identity.signUp, { body: { email, password } });
  const verification = await mailedToken(email, '/verify');
  await fetch(`${app.url}/verify?token=${encodeURIComponent(verification)}`);
  const verify = { query: { email }, body: { token: verification } };
  await app.call(identity.verifyEmail, verify);
  await app.call(identity.verifyEmail, verify);

  await app.call(identity.requestPasswordReset, { body: { email } });
  const reset = await mailedToken(email, '/reset-password');
  await fetch(`${app.url}/reset-password?token=${reset}`);
  await app.call(identity.resetPassword, { body: { token: reset, newPassword } });
  await app.call(identity.resetPassword, { body: { token: reset, newPassword } });
  const wrongPassword = 'Mnopqr3-wrong';
  await browser.call(identity.signIn, { body: { email, password: wrongPassword } });
  const signedIn = await browser.call(identity.signIn, { body: { email, password: newPassword } });

  const custom = await issueSignInToken(app.platform.db, signedUp.body.user.id);
  await fetch(`${app.url}/signin?token=${custom}`);
  await app.call(identity.signInWithToken, { body: { token: custom } });
  await app.call(identity.signInWithToken, { body: { token: custom } });

  const { owner } = await createTenant(app);
  const guest = 'guest@parley.example';
  await owner.call(organizations.invite, { body: { email: guest, role: 'member' } });
  const invitation = await mailedToken(guest, '/invitation');
  const link = { orgId: owner.organizationId, email: guest };
  await app.call(organizations.getInvitationDetails, {
    params: link,
    query: { token: invitation },
  });
  await fetch(`${app.url}/invitation?organizationId=${link.orgId}&token=${invitation}`);

  const google = await browser.visit('/api/auth/window/google?channel=channel-1');
  const state = /parley\.google=([^;]+)/.exec(browser.cookiesFor('/api/auth/callback/google'))?.[1];
  const code = 'a-code-that-the-provider-never-gave';
  await browser.visit(`/api/auth/callback/google?code=${code}&state=${state}`);
  await fetch(`${app.url}/api/auth/callback/google?code=${code}&code=${code}&state=${state}`);
  expect(google.status).toBe(200);

  const session = /session_token=([^;]+)/.exec(browser.cookiesFor('/api/auth/token'))?.[1];
  const secrets = {
    password,
    newPassword,
    wrongPassword,
    verification,
    reset,
    custom,
    invitation,
    state,
    code,
    session,
    clientSecret: sandbox.google.clientSecret,
    tokenOfSignUp: signedUp.body.token,
    tokenOfSignIn: signedIn.body.token,
    tokenOfOwner: owner.token,
  };
  expect(written).not.toBe('');
  for (const [name, secret] of Object.entries(secrets)) {
    expect(secret?.length, name).toBeGreaterThan(8);
    expect(written.includes(secret ?? ''), name).toBe(false);
    expect(written.includes(decodeURIComponent(secret ?? '')), name).toBe(false);
  }
});
