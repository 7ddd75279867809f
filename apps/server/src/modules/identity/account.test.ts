import { account, identity, organizations } from '@parley/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTenant } from '../../test/tenant.ts';
import { startTestApp, type TestApp, type TestUser } from '../../test/test-app.ts';
import { issueSignInToken } from './one-time-tokens.ts';

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

  it('are nobody else’s to see or end', async () => {
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
  it('is told for each organization', async () => {
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
