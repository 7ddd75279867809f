/**
 * What people made, and what becomes of it when they are removed, get a lower role or change their
 * password. A table that names a person has to be in one of the lists below.
 */
import { account, apiKeys, audit, identity, organizations, publicApi } from '@parley/contract';
import { eq } from 'drizzle-orm';
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as schema from '../../db/schema/index.ts';
import { invitations, outboxMails, users } from '../../db/schema/index.ts';
import { createTenant, type Member, type Tenant } from '../../test/tenant.ts';
import { startTestApp, type TestApp } from '../../test/test-app.ts';

/** Lets somebody in: ends with what it stands on. The tests below go through all of them. */
const waysIn = [
  'invitations',
  'api_keys',
  'memberships',
  'sessions',
  'accounts',
  'one_time_tokens',
];

/** Says who did something and lets nobody in: stays, and the name with it. */
const records = ['runs', 'explorations', 'load_tests', 'quarantines', 'sso_providers'];

let app: TestApp;
let tenant: Tenant;
beforeAll(async () => {
  app = await startTestApp({ hasWorker: false });
  tenant = await createTenant(app);
}, 120_000);
afterAll(() => app.close());

let guests = 0;

/** What an administrator made: an invitation that is open, and an API key. */
async function makeThings(by: Member) {
  const email = `guest-${++guests}@invited.test`;
  const invited = await by.call(organizations.invite, { body: { email, role: 'admin' } });
  const { body: key } = await by.call(apiKeys.createApiKey, { body: { name: `Key ${guests}` } });
  const guest = await app.signUp({ email });
  const read = () => app.call(publicApi.readSuites, { token: key.key });
  return {
    email,
    invitationId: invited.body.id,
    acceptInvitation: async () => {
      const { status } = await app.call(organizations.acceptInvitation, {
        token: guest.token,
        ...(await linkTo(email)),
      });
      return status;
    },
    useKey: async () => (await read()).status,
  };
}

async function linkTo(email: string) {
  const mails = await app.platform.db
    .select()
    .from(outboxMails)
    .where(eq(outboxMails.recipient, email))
    .orderBy(outboxMails.createdAt);
  const link = new URL(/http\S+\/invitation\?\S+/.exec(mails.at(-1)?.text ?? '')?.[0] ?? '');
  const orgId = link.searchParams.get('organizationId') ?? '';
  return { params: { orgId, email }, query: { token: link.searchParams.get('token') ?? '' } };
}

const remove = (member: Member) =>
  tenant.owner.call(organizations.removeMember, { params: { memberId: member.userId } });

const demote = (member: Member) =>
  tenant.owner.call(organizations.changeMemberRole, {
    params: { memberId: member.userId },
    body: { role: 'member' },
  });

const deleteAccount = (member: Member) =>
  app.platform.db.delete(users).where(eq(users.id, member.userId));

describe('what somebody made', () => {
  it('has an answer for every table that names a person', () => {
    const tables = Object.values(schema).filter((table) => table instanceof PgTable);
    const naming = tables.map(getTableConfig).filter(({ foreignKeys }) =>
      foreignKeys.some((key) => {
        const { foreignTable } = key.reference();
        return [schema.users, schema.memberships].some((table) => table === foreignTable);
      }),
    );
    expect(naming.map(({ name }) => name).toSorted()).toEqual([...waysIn, ...records].toSorted());
  });

  it.each([
    ['removal', remove, 401],
    // It is bounded by the role of its creator from the next request on.
    ['a lower role', demote, 200],
    ['the account', deleteAccount, 401],
  ] as const)('ends with %s', async (_, end, keyStatus) => {
    const admin = await tenant.add('admin');
    const made = await makeThings(admin);
    expect(await made.useKey()).toBe(200);
    await end(admin);
    expect(await made.acceptInvitation()).toBe(404);
    expect(await made.useKey()).toBe(keyStatus);
  });

  it('works while whoever made it may still do it', async () => {
    const made = await makeThings(await tenant.add('admin'));
    expect(await made.acceptInvitation()).toBe(200);
  });

  it('goes on with who sends an invitation again', async () => {
    const admin = await tenant.add('admin');
    const made = await makeThings(admin);
    const params = { invitationId: made.invitationId };
    await tenant.owner.call(organizations.resendInvitation, { params });
    await remove(admin);
    expect(await made.acceptInvitation()).toBe(200);
  });

  it('is listed no more and is in the audit log', async () => {
    const admin = await tenant.add('admin');
    const made = await makeThings(admin);
    await remove(admin);
    const open = await app.platform.db
      .select()
      .from(invitations)
      .where(eq(invitations.email, made.email));
    expect(open).toEqual([]);
    const { body } = await tenant.owner.call(audit.listAudit);
    expect(body.items).toContainEqual(
      expect.objectContaining({ action: 'invitation.deleted', target: made.email }),
    );
  });
});

describe('a new password', () => {
  const password = 'Abcdef1!';
  const newPassword = 'Ghijkl2?';

  it('ends other sessions, and API keys where one chooses so', async () => {
    const email = 'changing@example.org';
    const { body: first } = await app.call(identity.signUp, { body: { email, password } });
    const cookieOf = (headers: Headers) =>
      headers
        .getSetCookie()
        .map((line) => line.split(';')[0])
        .join('; ');
    const { headers } = await app.call(identity.signIn, { body: { email, password } });
    const { body } = await app.call(identity.changePassword, {
      body: { currentPassword: password, newPassword },
      headers: { cookie: cookieOf(headers) },
    });
    const sessions = (token: string) =>
      app.call(account.listSessions, { token, params: { id: first.user.id } });
    expect((await sessions(first.token)).status).toBe(401);
    expect((await sessions(body.token)).status).toBe(200);

    const admin = await tenant.add('admin');
    const [mine, others] = [await makeThings(admin), await makeThings(tenant.owner)];
    const params = { id: admin.userId };
    await app.call(account.revokeOwnApiKeys, { token: admin.token, params });
    expect([await mine.useKey(), await others.useKey()]).toEqual([401, 200]);
  });
});
