/** Tests requests that try to subvert sign-in: other hosts, other shapes, other endpoints. */
import { request } from 'node:http';
import { identity } from '@parley/contract';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { outboxMails } from '../../db/schema/outbox.ts';
import { startTestApp, type TestApp } from '../../test/test-app.ts';

const password = 'Abcdef1!';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ settings: { PARLEY_VERIFY_EMAIL: 'on' } });
}, 60_000);
afterAll(() => app.close());

/** Sends the given headers unchanged, including Host, unlike fetch. */
function post(path: string, body: unknown, headers: Record<string, string> = {}): Promise<number> {
  const { port } = new URL(app.url);
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return new Promise((resolve, reject) => {
    request(
      {
        host: '127.0.0.1',
        port,
        path,
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
      },
      (response) => {
        response.resume();
        resolve(response.statusCode ?? 0);
      },
    )
      .on('error', reject)
      .end(text);
  });
}

const mailsTo = (email: string) =>
  app.platform.db.select().from(outboxMails).where(eq(outboxMails.recipient, email));

describe('a mailed link', () => {
  it.each<[string, Record<string, string>]>([
    ['x-forwarded-host', { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' }],
    ['forwarded', { forwarded: 'host=evil.example;proto=https' }],
  ])('leads to our own address whatever %s says', async (name, headers) => {
    const email = `victim-of-${name}@parley.example`;
    await app.call(identity.signUp, { body: { email, password } });
    await post('/api/auth/request-password-reset', { email }, headers);
    await expect.poll(() => mailsTo(email), { timeout: 10_000 }).toHaveLength(2);
    const { publicUrl } = app.platform.config;
    for (const { text, html } of await mailsTo(email)) {
      expect(text).toContain(`${publicUrl}/`);
      expect(text + html).not.toContain('evil.example');
    }
  });

  it('is still good after a scanner has opened it', async () => {
    const email = 'scanned@parley.example';
    await app.call(identity.signUp, { body: { email, password } });
    const [mail] = await mailsTo(email);
    const link = /http\S+\/verify\?token=\S+/.exec(mail?.text ?? '')?.[0] ?? '';
    const token = new URL(link).searchParams.get('token') ?? '';
    for (const method of ['GET', 'HEAD', 'GET']) await fetch(link, { method });
    const verified = await app.call(identity.verifyEmail, { query: { email }, body: { token } });
    expect(verified.status).toBe(204);
  });
});

describe('an email', () => {
  it.each<[string, unknown]>([
    ['two in a list', ['victim@parley.example', 'eve@evil.example']],
    ['two with a comma', 'victim@parley.example,eve@evil.example'],
    ['two with a semicolon', 'victim@parley.example;eve@evil.example'],
    ['a header after it', 'victim@parley.example\r\nBcc: eve@evil.example'],
    ['an object', { $ne: null }],
    ['a zero byte in it', 'victim@parley.example\u0000'],
    ['a name before it', 'Eve <eve@evil.example>'],
  ])('with %s is refused everywhere', async (_, email) => {
    const before = await app.platform.db.select().from(outboxMails);
    expect(await post('/api/auth/request-password-reset', { email })).toBe(400);
    expect(await post('/api/auth/sign-up/email', { email, password })).toBe(400);
    expect(await post('/api/auth/sign-in/email', { email, password })).toBe(400);
    expect(await app.platform.db.select().from(outboxMails)).toHaveLength(before.length);
  });
});

describe('a password', () => {
  it.each([
    ['spaces around it', '  Abcde1! '],
    ['an emoji', 'Abcdef1!👍🏽'],
    ['two hundred characters', `Aa1!${'x'.repeat(196)}`],
  ])('with %s is taken as it is, to the last character', async (_, typed) => {
    const email = `password-${typed.length}@parley.example`;
    await app.call(identity.signUp, { body: { email, password: typed } });
    const signIn = (attempt: string) =>
      app.call(identity.signIn, { body: { email, password: attempt } });
    expect((await signIn(typed)).status).toBe(200);
    expect((await signIn([...typed.trim()].slice(0, -1).join(''))).status).toBe(401);
  });

  it('with a zero byte, of ten megabytes or of another type is refused', async () => {
    const email = 'odd-password@parley.example';
    const path = '/api/auth/sign-up/email';
    expect(await post(path, { email, password: `${password}\u0000` })).toBe(400);
    expect(await post(path, { email, password: 'x'.repeat(10_000_000) })).toBe(413);
    expect(await post(path, { email, password: { length: 20 } })).toBe(400);
  });
});

describe('what the identity library offers and we do not', () => {
  it.each([
    ['GET', '/get-session'],
    ['GET', '/list-sessions'],
    ['GET', '/jwks'],
    ['GET', '/one-time-token/generate'],
    ['POST', '/update-user'],
    ['POST', '/change-email'],
    ['POST', '/delete-user'],
    ['POST', '/sign-in/social'],
    ['POST', '/sign-in/sso'],
    ['POST', '/sign-in-as'],
    ['POST', '/sso/register'],
    ['GET', '/sso/providers'],
    ['POST', '/verify-email'],
    ['GET', '/reset-password/some-token?callbackURL=https://evil.example'],
    ['GET', '/error?error=x'],
  ])('is not there: %s %s', async (method, path) => {
    const body =
      method === 'POST' ? { body: '{}', headers: { 'content-type': 'application/json' } } : {};
    const answer = await fetch(`${app.url}/api/auth${path}`, {
      method,
      ...body,
      redirect: 'manual',
    });
    expect(answer.status).toBe(404);
  });
});

describe('where a sign-in window ends', () => {
  it('is our own page, whatever the address that began it says', async () => {
    const evil = encodeURIComponent('https://evil.example');
    const tries = [
      `channel=12345678&callbackURL=${evil}&redirect_uri=${evil}&next=${evil}`,
      `channel=${evil}`,
      'channel=%2F%2Fevil.example',
      `channel=12345678&channel=${evil}`,
    ];
    for (const query of tries) {
      const answer = await fetch(`${app.url}/api/auth/window/google?${query}`, {
        redirect: 'manual',
      });
      const location = answer.headers.get('location') ?? '';
      expect(location).toMatch(/^\/api\/auth\/window\/closing#/);
      expect(location).not.toContain('evil');
    }
  });

  it('runs only our own script, and sends no referrer to other sites', async () => {
    const { headers } = await fetch(`${app.url}/api/auth/window/closing`);
    expect(headers.get('content-security-policy')).toContain("script-src 'self'");
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  });
});

describe('an answer that signs in', () => {
  it('is not stored by any cache', async () => {
    const body = { email: 'no-store@parley.example', password };
    const { headers } = await app.call(identity.signUp, { body });
    expect(headers.get('cache-control')).toBe('no-store');
  });
});
