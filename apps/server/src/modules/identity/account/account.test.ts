import { account, identity, organizations } from '@parley/contract';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sessions } from '../../../db/schema/index.ts';
import { createTenant } from '../../../test/tenant.ts';
import { startTestApp, type TestApp, type TestUser } from '../../../test/test-app.ts';
import { issueSignInToken } from '../users/one-time-tokens.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp({ hasWorker: false });
});

afterAll(() => app.close());

async function signInAgain({ userId }: TestUser): Promise<string> {
  const body = { token: await issueSignInToken(app.platform.db, userId) };
  const { body: signedIn } = await app.call(identity.signInWithToken, {
    body,
    headers: { 'user-agent': 'Another browser' },
  });
  return signedIn.token;
}

const sessionsOf = ({ token, userId }: TestUser) =>
  app.call(account.listSessions, { token, params: { id: userId } });

const read = ({ token, userId }: TestUser) =>
  app.call(organizations.listOrganizations, { token, params: { userId } });

describe('the sessions of an account', () => {
  it('are listed with the one that asks marked, and end one by one', async () => {
    const ada = await app.signUp();
    const token = await signInAgain(ada);
    const { body } = await sessionsOf(ada);
    expect(body).toHaveLength(2);
    expect(body.filter(({ isCurrent }) => isCurrent)).toHaveLength(1);
    const other = body.find(({ isCurrent }) => !isCurrent);
    expect(other).toMatchObject({ userAgent: 'Another browser' });

    const params = { id: ada.userId, sessionId: other?.id ?? '' };
    expect((await app.call(account.endSession, { token: ada.token, params })).status).toBe(204);
    expect((await app.call(account.endSession, { token: ada.token, params })).status).toBe(404);
    expect((await read({ ...ada, token })).status).toBe(401);
    expect((await read(ada)).status).toBe(200);
  });

  it('end everywhere at once', async () => {
    const ada = await app.signUp();
    const token = await signInAgain(ada);
    const params = { id: ada.userId };
    expect((await app.call(account.endAllSessions, { token, params })).status).toBe(204);
    expect((await read(ada)).status).toBe(401);
    expect((await read({ ...ada, token })).status).toBe(401);
  });

  it('can be seen and ended only by their owner', async () => {
    const ada = await app.signUp();
    const eve = await app.signUp();
    const { body } = await sessionsOf(ada);
    const sessionId = body[0]?.id ?? '';
    expect((await sessionsOf({ ...eve, userId: ada.userId })).status).toBe(404);
    for (const id of [ada.userId, eve.userId]) {
      const params = { id, sessionId };
      expect((await app.call(account.endSession, { token: eve.token, params })).status).toBe(404);
    }
    expect((await read(ada)).status).toBe(200);
  });
});

describe('what deleting an account would do', () => {
  it('is listed for each organization', async () => {
    const alone = await createTenant(app, { name: 'Alone' });
    const ada = alone.owner;
    const params = { id: ada.userId };
    const preview = () => app.call(account.previewDeletion, { token: ada.token, params });
    expect((await preview()).body).toEqual([
      { id: alone.organizationId, name: 'Alone', outcome: 'deletes' },
    ]);
    const colleague = await alone.add('member');
    expect((await preview()).body).toMatchObject([{ outcome: 'keeps' }]);
    const theirs = { token: colleague.token, params: { id: colleague.userId } };
    expect((await app.call(account.previewDeletion, theirs)).body).toMatchObject([
      { name: 'Alone', outcome: 'leaves' },
    ]);
  });
});

describe('the export of an account', () => {
  it('holds what is stored about the person and no secret', async () => {
    const { owner: ada, organizationId } = await createTenant(app, { name: 'Acme' });
    const params = { id: ada.userId };
    const { body, text } = await app.call(account.exportAccount, { token: ada.token, params });
    expect(body).toMatchObject({
      profile: { id: ada.userId, email: ada.email },
      memberships: [{ organizationId, organization: 'Acme', role: 'owner' }],
      sessions: [{ isCurrent: true }],
    });
    expect(text).not.toMatch(/"(token|password|keyHash|accessToken)"/);
    const eve = await app.signUp();
    expect((await app.call(account.exportAccount, { token: eve.token, params })).status).toBe(404);
  });
});

describe('a proof of who one is', () => {
  const proofOf = ({ token, userId }: Pick<TestUser, 'token' | 'userId'>) =>
    app.call(account.getProof, { token, params: { id: userId } });
  const exportOf = ({ token, userId }: Pick<TestUser, 'token' | 'userId'>) =>
    app.call(account.exportAccount, { token, params: { id: userId } });
  const deletionOf = ({ token, userId }: Pick<TestUser, 'token' | 'userId'>) =>
    app.call(identity.deleteUser, { token, params: { id: userId } });
  const password = 'Correct-Horse-7';

  async function signUpWithPassword() {
    const email = `proof-${crypto.randomUUID()}@example.org`;
    const signedUp = await app.call(identity.signUp, { body: { email, password } });
    const cookie = signedUp.headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; ');
    const { user, token } = signedUp.body;
    const prove = (attempt: string) =>
      app.call(identity.provePassword, { body: { password: attempt }, headers: { cookie } });
    return { userId: user.id, token, prove };
  }

  it('by password is required for the export and the deletion', async () => {
    const ada = await signUpWithPassword();
    expect((await proofOf(ada)).body).toEqual({ method: 'password', isRecent: false });
    for (const refused of [await exportOf(ada), await deletionOf(ada)])
      expect([refused.status, refused.error?.code]).toEqual([403, 'proof_needed']);

    expect((await ada.prove('Wrong-Horse-1')).error?.code).toBe('auth/wrong-password');
    expect((await proofOf(ada)).body.isRecent).toBe(false);
    expect((await ada.prove(password)).status).toBe(204);
    expect((await exportOf(ada)).status).toBe(200);
    expect((await deletionOf(ada)).status).toBe(204);
  });

  it('is good for ten minutes and for its own session', async () => {
    const ada = await signUpWithPassword();
    await ada.prove(password);
    const elsewhere = { ...ada, token: await signInAgain({ ...ada, email: '' }) };
    expect((await exportOf(elsewhere)).error?.code).toBe('proof_needed');
    await app.platform.db
      .update(sessions)
      .set({ provenAt: sql`now() - interval '11 minutes'` })
      .where(eq(sessions.userId, ada.userId));
    expect((await exportOf(ada)).error?.code).toBe('proof_needed');
  });

  it('is a recent sign-in for who has no password here', async () => {
    const ada = await app.signUp();
    expect((await proofOf(ada)).body).toEqual({ method: 'sign-in', isRecent: true });
    await app.platform.db
      .update(sessions)
      .set({ createdAt: sql`now() - interval '11 minutes'` })
      .where(eq(sessions.userId, ada.userId));
    expect((await exportOf(ada)).error?.code).toBe('proof_needed');
    expect((await deletionOf(ada)).error?.code).toBe('proof_needed');
    expect((await exportOf({ ...ada, token: await signInAgain(ada) })).status).toBe(200);
  });

  it('cannot be guessed at leisure', async () => {
    const ada = await signUpWithPassword();
    const answers = [];
    for (let tries = 0; tries < 12; tries += 1) answers.push(await ada.prove('Wrong-Horse-1'));
    expect(answers.at(-1)?.error?.code).toBe('auth/too-many-requests');
  });
});
