/**
 * Tests what happens to the things that users made when they are removed, get a lower role or change their password. Each table
 * that refers to a user has to be in one of the lists below.
 */
import {
  account,
  alerts,
  apiKeys,
  audit,
  identity,
  organizations,
  publicApi,
  runShares,
} from '@parley/contract';
import { eq } from 'drizzle-orm';
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as schema from '../../db/schema/index.ts';
import { invitations, outboxMails, users, verifications } from '../../db/schema/index.ts';
import { newId } from '../../platform/security/ids.ts';
import { createBotSuite, startRun } from '../../test/bot-suite.ts';
import { createTenant, type Member, type Tenant } from '../../test/tenant.ts';
import { startTestApp, type TestApp } from '../../test/test-app.ts';
import { alertRoute } from '../../test/valid-requests.ts';

/**
 * Tables that give access, or show something without an account. A row ends with the rights of the user who made it. The tests
 * below cover all of them, as well as password reset links, whose table refers to no user.
 */
const waysIn = [
  'invitations',
  'api_keys',
  'run_shares',
  'memberships',
  'sessions',
  'accounts',
  'one_time_tokens',
];

/**
 * Tables whose rows send something to external recipients. The rows stay when their maker is removed, unless their deletion is
 * requested.
 */
const offered = ['alert_channels'];

/** Tables that record who did something and give no access. Rows and the name in them stay. */
const records = [
  'alerts',
  'runs',
  'explorations',
  'load_tests',
  'quarantines',
  'sso_providers',
  'judge_replies',
  'judge_labels',
];

/** Tables of views. Private ones end with the membership, by a foreign key; shared ones stay with the name of their creator. */
const views = ['suite_views', 'suite_view_defaults'];

/** Tables of what a member has seen. Rows end with the membership, by a foreign key. */
const seen = ['overview_visits'];

/**
 * Tables of pages that are held open for a dialog. Rows end when no dialog requests the page, and with the account, by a
 * foreign key.
 */
const heldOpen = ['pickers'];

let app: TestApp;
let tenant: Tenant;
let runId: string;
beforeAll(async () => {
  app = await startTestApp({ hasWorker: false });
  tenant = await createTenant(app);
  const suiteId = await createBotSuite(tenant.owner, { botUrl: 'https://bot.example' });
  runId = (await startRun(tenant.owner, suiteId)).id;
}, 120_000);
afterAll(() => app.close());

let guests = 0;

/** Creates what an administrator can create: an open invitation, an API key, and a link to a run. */
async function makeThings(by: Member) {
  const email = `guest-${++guests}@invited.test`;
  const invited = await by.call(organizations.invite, { body: { email, role: 'admin' } });
  const { body: key } = await by.call(apiKeys.createApiKey, { body: { name: `Key ${guests}` } });
  const guest = await app.signUp({ email });
  const { body: shared } = await by.call(runShares.shareRun, {
    params: { runId },
    body: { days: 7 },
  });
  const token = new URL(shared.url).hash.slice(1);
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
    openShare: async () => (await app.call(runShares.readSharedRun, { body: { token } })).status,
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
    expect(naming.map(({ name }) => name).toSorted()).toEqual(
      [...waysIn, ...offered, ...records, ...views, ...seen, ...heldOpen].toSorted(),
    );
  });

  it.each([
    ['removal', remove, { key: 401, share: 401 }],
    // The role of its creator limits a key from the next request on. Members may share runs.
    ['a lower role', demote, { key: 200, share: 200 }],
    ['the account', deleteAccount, { key: 401, share: 401 }],
  ] as const)('ends with %s', async (_, end, { key, share }) => {
    const admin = await tenant.add('admin');
    const made = await makeThings(admin);
    expect([await made.useKey(), await made.openShare()]).toEqual([200, 200]);
    await end(admin);
    expect(await made.acceptInvitation()).toBe(404);
    expect([await made.useKey(), await made.openShare()]).toEqual([key, share]);
  });

  it('works as long as its creator still has the right', async () => {
    const made = await makeThings(await tenant.add('admin'));
    expect(await made.acceptInvitation()).toBe(200);
  });

  it('continues with the person who sends an invitation again', async () => {
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
    for (const [action, target] of [
      ['invitation.deleted', made.email],
      ['run.share-ended', 'Opening hours'],
    ])
      expect(body.items).toContainEqual(expect.objectContaining({ action, target }));
  });
});

describe('an alert channel that somebody set up', () => {
  const listed = async () => (await tenant.owner.call(alerts.listAlertChannels)).body;

  async function withChannel() {
    const admin = await tenant.add('admin');
    const target = { kind: 'email' as const, recipients: [tenant.owner.email] };
    const body = { ...alertRoute, name: `Of ${admin.email}`, target };
    const { id } = (await admin.call(alerts.createAlertChannel, { body })).body.channel;
    const shown = async () => (await listed()).find((channel) => channel.id === id);
    return { admin, id, shown };
  }

  it('says who that was, and when they are no longer a member', async () => {
    const { admin, shown } = await withChannel();
    const createdBy = { id: admin.userId, name: 'Ada Lovelace', isMember: true };
    expect(await shown()).toMatchObject({ createdBy });
    await remove(admin);
    expect(await shown()).toMatchObject({ createdBy: { ...createdBy, isMember: false } });
    await deleteAccount(admin);
    const name = { id: null, name: 'Ada Lovelace', isMember: false };
    expect(await shown()).toMatchObject({ createdBy: name });
  });

  it('ends with them if requested, and those of others continue', async () => {
    const [gone, other] = [await withChannel(), await withChannel()];
    await tenant.owner.call(organizations.removeMember, {
      params: { memberId: gone.admin.userId },
      query: { alertChannels: 'delete' },
    });
    expect(await gone.shown()).toBeUndefined();
    expect(await other.shown()).toBeDefined();
    const { body } = await tenant.owner.call(audit.listAudit);
    expect(body.items).toContainEqual(
      expect.objectContaining({
        action: 'alert-channel.deleted',
        target: `Of ${gone.admin.email}`,
      }),
    );
  });

  it('belongs to the person who redirects it', async () => {
    const { admin, id, shown } = await withChannel();
    const target = { kind: 'email' as const, recipients: [admin.email, tenant.owner.email] };
    await tenant.owner.call(alerts.updateAlertChannel, {
      params: { alertChannelId: id },
      body: { ...alertRoute, name: 'Moved', target },
    });
    await remove(admin);
    expect(await shown()).toMatchObject({
      createdBy: { id: tenant.owner.userId, isMember: true },
    });
  });
});

describe('a new password', () => {
  const password = 'Abcdef1!';
  const newPassword = 'Ghijkl2?';

  it('ends other sessions and mailed links, and API keys and links to runs where one chooses so', async () => {
    const email = 'changing@example.org';
    const { body: first } = await app.call(identity.signUp, { body: { email, password } });
    const cookieOf = (headers: Headers) =>
      headers
        .getSetCookie()
        .map((line) => line.split(';')[0])
        .join('; ');
    const { headers } = await app.call(identity.signIn, { body: { email, password } });
    // A password reset link as the identity library stores it.
    const mailed = eq(verifications.value, first.user.id);
    await app.platform.db.insert(verifications).values({
      ...{ id: newId(), identifier: 'a hash', value: first.user.id },
      expiresAt: new Date(Date.now() + 3_600_000),
    });
    const { body } = await app.call(identity.changePassword, {
      body: { currentPassword: password, newPassword },
      headers: { cookie: cookieOf(headers) },
    });
    const sessions = (token: string) =>
      app.call(account.listSessions, { token, params: { id: first.user.id } });
    expect((await sessions(first.token)).status).toBe(401);
    expect((await sessions(body.token)).status).toBe(200);
    expect(await app.platform.db.$count(verifications, mailed)).toBe(0);

    const admin = await tenant.add('admin');
    const [mine, others] = [await makeThings(admin), await makeThings(tenant.owner)];
    const params = { id: admin.userId };
    await app.call(account.revokeOwnApiKeys, { token: admin.token, params });
    expect([await mine.useKey(), await others.useKey()]).toEqual([401, 200]);
    expect(await mine.openShare()).toBe(200);
    await app.call(account.endOwnRunShares, { token: admin.token, params });
    expect([await mine.openShare(), await others.openShare()]).toEqual([401, 200]);
  });
});
