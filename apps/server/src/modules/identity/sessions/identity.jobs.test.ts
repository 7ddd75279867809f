import { identity } from '@parley/contract';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sessions } from '../../../db/schema/sessions.ts';
import { oneTimeTokens, signInFailures } from '../../../db/schema/users.ts';
import { startTestApp, type TestApp } from '../../../test/test-app.ts';
import { issueSignInToken } from '../users/one-time-tokens.ts';
import { deleteExpiredJob } from './identity.jobs.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
}, 60_000);
afterAll(() => app.close());

describe('the job that takes away what has run out', () => {
  it('keeps rows in use', async () => {
    const { db, queue } = app.platform;
    const gone = await app.signUp();
    const stays = await app.signUp();
    await issueSignInToken(db, gone.userId);
    await app.call(identity.signIn, { body: { email: gone.email, password: 'wrong' } });
    const past = sql`now() - interval '2 days'`;
    await db.update(sessions).set({ expiresAt: past }).where(eq(sessions.userId, gone.userId));
    await db.update(oneTimeTokens).set({ expiresAt: past });
    await db.update(signInFailures).set({ lastFailedAt: past });
    const kept = await issueSignInToken(db, stays.userId);
    await queue.send(db, deleteExpiredJob, {});
    await expect.poll(() => db.select().from(signInFailures), { timeout: 15_000 }).toEqual([]);
    const open = await db.select({ userId: sessions.userId }).from(sessions);
    expect(open).toEqual([{ userId: stays.userId }]);
    expect(await db.select().from(oneTimeTokens)).toHaveLength(1);
    const signedIn = await app.call(identity.signInWithToken, { body: { token: kept } });
    expect(signedIn.body.user.id).toBe(stays.userId);
  });
});
