/** Tests guessing passwords and finding out who has an account. */
import { identity } from '@parley/contract';
import { like, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signInFailures } from '../../../db/schema/users.ts';
import { startTestApp, type TestApp } from '../../../test/test-app.ts';
import { openBrowser } from '../test/test-browser.ts';
import { countAttempt } from './lockout.ts';

const password = 'Abcdef1!';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ hasWorker: false });
}, 60_000);
afterAll(() => app.close());

const signIn = (email: string, typed: string, headers = {}) =>
  app.call(identity.signIn, { body: { email, password: typed }, headers });

async function register(email: string) {
  const browser = openBrowser(app);
  const { body } = await browser.call(identity.signUp, { body: { email, password } });
  return { browser, userId: body.user.id };
}

async function failTimes(email: string, times: number): Promise<void> {
  for (let attempt = 0; attempt < times; attempt += 1) await signIn(email, 'wrong');
}

/** Shifts the time of the last attempt on an account. If it is in the future, the wait outlasts the test. */
async function moveLastAttempt(email: string, seconds: number): Promise<void> {
  await app.platform.db
    .update(signInFailures)
    .set({ lastFailedAt: sql`${signInFailures.lastFailedAt} + make_interval(secs => ${seconds})` })
    .where(like(signInFailures.subject, `${email}%`));
}

describe('guessing the password of one account', () => {
  it('has to wait after five attempts, even with the right one, whatever X-Forwarded-For says', async () => {
    const email = 'victim@parley.example';
    await register(email);
    for (let attempt = 0; attempt < 5; attempt += 1) {
      const headers = { 'x-forwarded-for': `10.0.0.${attempt}` };
      expect((await signIn(email, 'wrong', headers)).error?.code).toBe('auth/wrong-password');
    }
    await moveLastAttempt(email, 60);
    const refused = await signIn(email, password, { 'x-forwarded-for': '10.1.1.1' });
    expect([refused.status, refused.error?.code]).toEqual([429, 'auth/too-many-requests']);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
  });

  it('waits twice as long each time, five minutes at most, and is never locked out for good', async () => {
    const { db } = app.platform;
    const waitAfter = async (failures: number): Promise<number> => {
      const subject = `failed-${failures}@parley.example`;
      const lastFailedAt = sql`now() + interval '1 hour'`;
      await db.insert(signInFailures).values({ subject, failures, lastFailedAt });
      return (await countAttempt(db, subject)) - 3600;
    };
    const waits = [];
    for (const failures of [5, 6, 7, 12, 13, 14, 1000]) waits.push(await waitAfter(failures));
    const expected = [1, 2, 4, 128, 256, 300, 300];
    waits.forEach((wait, index) => {
      expect(Math.abs(wait - (expected[index] ?? 0))).toBeLessThanOrEqual(3);
    });
    const email = 'patient@parley.example';
    await register(email);
    await failTimes(email, 8);
    await moveLastAttempt(email, -300);
    expect((await signIn(email, password)).status).toBe(200);
  });

  it('gains almost nothing from a hundred concurrent attempts over five sequential ones', async () => {
    const email = 'flooded@parley.example';
    await register(email);
    const answers = await Promise.all(Array.from({ length: 100 }, () => signIn(email, 'wrong')));
    const judged = answers.filter(({ error }) => error?.code === 'auth/wrong-password');
    // Five, plus a few whose wait may be over on a busy machine.
    expect(judged.length).toBeLessThanOrEqual(8);
    expect(answers.every(({ status }) => [401, 429, 503].includes(status))).toBe(true);
  });

  it('does not keep the owner out of a browser that knows the account', async () => {
    const email = 'owner@parley.example';
    const { browser } = await register(email);
    await failTimes(email, 5);
    await moveLastAttempt(email, 60);
    expect((await signIn(email, password)).status).toBe(429);
    const own = await browser.call(identity.signIn, { body: { email, password } });
    expect(own.status).toBe(200);
  });

  it.each([
    ['another account', 'guesser@parley.example'],
    ['the account', 'stolen-laptop@parley.example'],
  ])('is slowed down in a browser that knows %s, too', async (_, known) => {
    const email = 'stolen-laptop@parley.example';
    const { browser } = await register(known);
    const guess = () => browser.call(identity.signIn, { body: { email, password: 'wrong' } });
    for (let attempt = 0; attempt < 5; attempt += 1) await guess();
    await moveLastAttempt(email, 60);
    expect((await guess()).status).toBe(429);
  });

  it('is slowed down for accounts that do not exist just the same', async () => {
    const email = 'nobody@parley.example';
    await failTimes(email, 5);
    await moveLastAttempt(email, 60);
    expect((await signIn(email, 'wrong')).status).toBe(429);
  });

  it('is slowed down at the current password of an open session', async () => {
    const email = 'unlocked@parley.example';
    const { browser } = await register(email);
    const body = { currentPassword: 'wrong', newPassword: 'Ghijkl2?' };
    const guess = () => browser.call(identity.changePassword, { body });
    for (let attempt = 0; attempt < 5; attempt += 1) await guess();
    await moveLastAttempt(email, 60);
    expect((await guess()).status).toBe(429);
  });
});

describe('one network that tries many accounts', () => {
  it('is refused after twenty attempts a minute', async () => {
    const limited = await startTestApp({
      hasWorker: false,
      settings: { PARLEY_RATE_LIMITS: 'on' },
    });
    try {
      const attempt = (index: number) =>
        limited.call(identity.signIn, {
          body: { email: `list-${index}@parley.example`, password: 'wrong' },
          headers: { 'x-forwarded-for': `10.0.${index}.1` },
        });
      const answers = [];
      for (let index = 0; index < 21; index += 1) answers.push(await attempt(index));
      expect(answers.slice(0, 20).every(({ status }) => status === 401)).toBe(true);
      expect(answers[20]?.status).toBe(429);
      expect(Number(answers[20]?.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    } finally {
      await limited.close();
    }
  }, 60_000);
});

describe('with PARLEY_AUTH_GENERIC_ERRORS', () => {
  it('an unknown address, a wrong password and a taken address get the same error', async () => {
    const generic = await startTestApp({
      hasWorker: false,
      settings: { PARLEY_AUTH_GENERIC_ERRORS: 'on' },
    });
    try {
      const email = 'known@parley.example';
      const signUp = () => generic.call(identity.signUp, { body: { email, password } });
      await signUp();
      const attempt = (typed: string) =>
        generic.call(identity.signIn, { body: { email: typed, password: 'wrong' } });
      const wrong = await attempt(email);
      const unknown = await attempt('unknown@parley.example');
      expect(wrong.error?.code).toBe('auth/invalid-login-credentials');
      expect([wrong.status, wrong.text]).toEqual([unknown.status, unknown.text]);
      expect((await signUp()).error?.code).toBe('auth/invalid-login-credentials');
    } finally {
      await generic.close();
    }
  }, 60_000);
});

describe('the work behind an answer', () => {
  const rounds = 20;
  const triesMax = 4;

  /** Returns the ratio of the cost of an unknown address to that of a known one, in CPU time of the whole process. */
  async function costRatio(known: string): Promise<number> {
    const spent = async (email: string) => {
      const before = process.cpuUsage();
      await signIn(email, 'wrong');
      const { user, system } = process.cpuUsage(before);
      return user + system;
    };
    const total = { known: 0, unknown: 0 };
    // Alternates, so that other work on the machine affects both.
    for (let round = 0; round < rounds; round += 1) {
      total.known += await spent(known);
      total.unknown += await spent('nobody-at-all@parley.example');
      await app.platform.db.delete(signInFailures);
    }
    return total.unknown / total.known;
  }

  it('is the same for an unknown address as for a known one, within a tenth', async () => {
    await register('known@parley.example');
    const ratios: number[] = [];
    // A real difference shows in every attempt; noise does not.
    while (ratios.length < triesMax && !ratios.some((ratio) => Math.abs(ratio - 1) < 0.1))
      ratios.push(await costRatio('known@parley.example'));
    expect(
      ratios.some((ratio) => Math.abs(ratio - 1) < 0.1),
      `${ratios}`,
    ).toBe(true);
  }, 120_000);
});

describe('a page of another origin', () => {
  it.each<Record<string, string>>([
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
  ])('signs nobody in or out with %j', async (headers) => {
    const email = `csrf-${Math.random()}@parley.example`;
    const { browser } = await register(email);
    expect((await signIn(email, password, headers)).status).toBe(403);
    const cookie = browser.cookiesFor('/api/auth/sign-out');
    const out = await app.call(identity.signOut, { headers: { ...headers, cookie } });
    expect(out.status).toBe(403);
    expect((await browser.call(identity.getAccessToken)).status).toBe(200);
  });

  it('cannot post a form', async () => {
    const answer = await fetch(`${app.url}/api/auth/sign-in/email`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'email=a%40parley.example&password=x',
    });
    expect(answer.status).toBe(415);
  });
});
