/** Tests which accounts can be created if the operator has closed sign-up or restricts it to some domains. */
import { type IdentitySandbox, startIdentitySandbox } from '@parley/identity-sandbox';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { users } from '../../../db/schema/index.ts';
import { startTestApp, type TestApp } from '../../../test/test-app.ts';
import { enterByGoogle, invite, signUp } from '../test/test-entrances.ts';

const code = 'auth/sign-up-closed';

let sandbox: IdentitySandbox;
let closed: TestApp;
let ofDomain: TestApp;

beforeAll(async () => {
  sandbox = await startIdentitySandbox();
  const start = (settings: Record<string, string>) =>
    startTestApp({
      hasWorker: false,
      settings: {
        PARLEY_EDITION: 'self-hosted',
        PARLEY_GOOGLE_ISSUER: sandbox.google.issuer,
        PARLEY_GOOGLE_CLIENT_ID: sandbox.google.clientId,
        PARLEY_GOOGLE_CLIENT_SECRET: sandbox.google.clientSecret,
        ...settings,
      },
    });
  [closed, ofDomain] = await Promise.all([
    start({ PARLEY_SIGN_UP: 'nobody', PARLEY_OPERATORS: 'Root@acme.example' }),
    start({ PARLEY_SIGN_UP: 'acme.example', PARLEY_VERIFY_EMAIL: 'on' }),
  ]);
}, 60_000);

afterAll(async () => {
  await closed.close();
  await ofDomain.close();
  await sandbox.close();
});

const countOf = (app: TestApp, email: string) =>
  app.platform.db.$count(users, eq(users.email, email));

describe('an installation whose sign-up is closed', () => {
  it('makes no account for a stranger, by a password or a provider', async () => {
    expect(await signUp(closed, 'eve@acme.example')).toBe(code);
    expect(await enterByGoogle(closed, 'eve@acme.example')).toEqual([code, 401]);
    await invite(closed, 'late@acme.example', sql`now() - interval '1 day'`);
    expect(await signUp(closed, 'late@acme.example')).toBe(code);
    expect(await countOf(closed, 'eve@acme.example')).toBe(0);
  });

  it('accepts invited people, existing users and operators', async () => {
    await invite(closed, 'ada@acme.example');
    await invite(closed, 'gina@acme.example');
    expect(await signUp(closed, 'ada@acme.example')).toBe(201);
    expect(await enterByGoogle(closed, 'gina@acme.example')).toEqual([null, 200]);
    await closed.signUp({ email: 'before@acme.example' });
    expect(await enterByGoogle(closed, 'before@acme.example')).toEqual([null, 200]);
    expect(await signUp(closed, 'root@acme.example')).toBe(201);
  });
});

describe('an installation for people of a domain', () => {
  it('takes people of its domains once their address is proven', async () => {
    expect(await signUp(ofDomain, 'ada@ACME.example')).toBe(201);
    const [ada] = await ofDomain.platform.db
      .select()
      .from(users)
      .where(eq(users.email, 'ada@acme.example'));
    expect(ada?.emailVerified).toBe(false);
    expect(await enterByGoogle(ofDomain, 'gina@acme.example')).toEqual([null, 200]);
    for (const email of ['eve@else.example', 'eve@sub.acme.example', 'eve@notacme.example']) {
      expect(await signUp(ofDomain, email)).toBe(code);
      expect(await enterByGoogle(ofDomain, email)).toEqual([code, 401]);
    }
  });
});
