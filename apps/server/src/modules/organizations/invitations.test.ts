import { account, organizations as endpoints, type Invitation, identity } from '@parley/contract';
import { asc, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { invitations, outboxMails, users } from '../../db/schema/index.ts';
import { createTenant, type Member, type Tenant } from '../../test/tenant.ts';
import { startTestApp, type TestApp, type TestUser } from '../../test/test-app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp({ hasWorker: false });
});

afterAll(() => app.close());

let guests = 0;
const newEmail = () => `guest-${++guests}@invited.test`;

const invite = (by: Member, email: string, role: 'admin' | 'member' = 'member') =>
  by.call(endpoints.invite, { body: { email, role } });

const resend = (by: Member, { id }: Invitation) =>
  by.call(endpoints.resendInvitation, { params: { invitationId: id } });

function mailsTo(email: string) {
  return app.platform.db
    .select()
    .from(outboxMails)
    .where(eq(outboxMails.recipient, email))
    .orderBy(asc(outboxMails.createdAt));
}

/** Returns the parameters of the newest emailed link. */
async function linkTo(email: string): Promise<{ orgId: string; email: string; token: string }> {
  const mail = (await mailsTo(email)).at(-1);
  const link = new URL(/http\S+\/invitation\?\S+/.exec(mail?.text ?? '')?.[0] ?? '');
  return {
    orgId: link.searchParams.get('organizationId') ?? '',
    email: link.searchParams.get('email') ?? '',
    token: link.searchParams.get('token') ?? '',
  };
}

type Link = Awaited<ReturnType<typeof linkTo>>;

const details = ({ token, ...params }: Link) =>
  app.call(endpoints.getInvitationDetails, { params, query: { token } });

const accept = (user: TestUser, { token, ...params }: Link, body = {}) =>
  app.call(endpoints.acceptInvitation, { token: user.token, params, query: { token }, body });

async function memberRole(tenant: Tenant, user: TestUser): Promise<string | undefined> {
  const { body } = await tenant.owner.call(endpoints.getOrganization);
  return body.members.find(({ id }) => id === user.userId)?.role;
}

async function setVerified(
  user: TestUser,
  isVerified: boolean,
  createdAt = 'now()',
): Promise<void> {
  const change = { emailVerified: isVerified, createdAt: sql.raw(createdAt) };
  await app.platform.db.update(users).set(change).where(eq(users.id, user.userId));
}

describe('inviting', () => {
  it('[A-312, S-259, S-157, S-006] answers with the invitation and mails a link', async () => {
    const tenant = await createTenant(app, { name: 'Acme <b>Bank</b>' });
    const admin = await tenant.add('admin', { name: 'Bea "B" & Co' });
    const email = newEmail();
    const answer = await invite(admin, email.toUpperCase(), 'admin');
    expect(answer.status).toBe(201);
    const [row] = await app.platform.db
      .select()
      .from(invitations)
      .where(eq(invitations.email, email));
    expect(answer.body).toEqual({
      id: row?.id,
      email,
      role: 'admin',
      creationDate: row?.createdAt.toISOString(),
    });
    const [mail, ...more] = await mailsTo(email);
    expect(more).toEqual([]);
    expect(mail?.subject).toBe('You are invited to join Acme <b>Bank</b> on Parley');
    expect(mail?.html).toContain('Bea &quot;B&quot; &amp; Co invites you');
    expect(mail?.html).toContain('Acme &lt;b&gt;Bank&lt;/b&gt;');
    expect(mail?.html).not.toContain('<b>');
    const link = await linkTo(email);
    expect(link).toMatchObject({ orgId: tenant.organizationId, email });
    expect(mail?.text).toContain(`${app.platform.config.publicUrl}/invitation?`);
    const organization = await tenant.owner.call(endpoints.getOrganization);
    expect(organization.status, organization.text).toBe(200);
    expect(organization.body.invitations).toEqual([answer.body]);
  });

  it('keeps only a hash of the token', async () => {
    const tenant = await createTenant(app);
    const email = newEmail();
    await invite(tenant.owner, email);
    const [row] = await app.platform.db
      .select()
      .from(invitations)
      .where(eq(invitations.email, email));
    expect(JSON.stringify(row)).not.toContain((await linkTo(email)).token);
  });

  it('[S-203] again is sending again: the same invitation, a new link, the new role', async () => {
    const tenant = await createTenant(app);
    const email = newEmail();
    const first = await invite(tenant.owner, email, 'member');
    const old = await linkTo(email);
    const second = await invite(tenant.owner, ` ${email.toUpperCase()} `, 'admin');
    expect(second.status).toBe(201);
    expect(second.body).toEqual({ ...first.body, role: 'admin' });
    expect((await details(old)).status).toBe(404);
    expect((await details(await linkTo(email))).status).toBe(200);
    expect(await mailsTo(email)).toHaveLength(2);
    const organization = await tenant.owner.call(endpoints.getOrganization);
    expect(organization.body.invitations).toEqual([second.body]);
  });

  it('[S-202] is pending from sending on, also when sent again, until it is deleted', async () => {
    const tenant = await createTenant(app);
    const pending = async () =>
      (await tenant.owner.call(endpoints.getOrganization)).body.invitations.map(({ id }) => id);
    const { body: kept } = await invite(tenant.owner, newEmail());
    const { body: invitation } = await invite(tenant.owner, newEmail());
    expect((await pending()).sort()).toEqual([kept.id, invitation.id].sort());
    await resend(tenant.owner, invitation);
    expect((await pending()).sort()).toEqual([kept.id, invitation.id].sort());
    const params = { invitationId: invitation.id };
    await tenant.owner.call(endpoints.deleteInvitation, { params });
    expect(await pending()).toEqual([kept.id]);
  });

  it('makes one invitation when it is sent many times at once', async () => {
    const tenant = await createTenant(app);
    const email = newEmail();
    const answers = await Promise.all(Array.from({ length: 8 }, () => invite(tenant.owner, email)));
    const sent = answers.filter(({ status }) => status === 201);
    expect(sent).toHaveLength(3);
    expect(new Set(sent.map(({ body }) => body.id)).size).toBe(1);
    expect((await details(await linkTo(email))).status).toBe(200);
  });

  it('refuses who is a member already, ignoring case', async () => {
    const tenant = await createTenant(app);
    const member = await tenant.add('member');
    const answer = await invite(tenant.owner, member.email.toUpperCase());
    expect(answer.status).toBe(409);
    expect(answer.error?.message).toBe('This user is already a member of the organization.');
  });

  it.each([
    ['two addresses', 'a@x.test,b@y.test'],
    ['two addresses with a space', 'a@x.test b@y.test'],
    ['a second header', 'a@x.test\r\nBcc: b@y.test'],
    ['a list', ['a@x.test', 'b@y.test']],
    ['no domain', 'ann'],
    ['a look-alike letter', 'аnn@x.test'],
    ['10 kB', `${'x'.repeat(10_000)}@x.test`],
    ['a zero byte', 'a\u0000@x.test'],
    ['an encoded word', '=?utf-8?q?a?=@x.test'],
    ['a comment', 'a(comment)@x.test'],
    ['a group', 'a:b@x.test'],
    ['a group without a name', ':a@x.test'],
    ['a colon in full width', 'a：b@x.test'],
    ['the end of a group', 'a;@x.test'],
    ['a list in front', 'b,a@x.test'],
    ['an address in brackets', '<a@x.test'],
    ['quotes', '"a"@x.test'],
    ['a backslash', 'a\\b@x.test'],
  ])('refuses %s', async (_, email) => {
    const tenant = await createTenant(app);
    expect((await invite(tenant.owner, email as string)).status).toBe(400);
    const { body } = await tenant.owner.call(endpoints.getOrganization);
    expect(body.invitations).toEqual([]);
  });

  it('[S-221, S-006] is not for members, makes no owners, and not for strangers', async () => {
    const tenant = await createTenant(app);
    const member = await tenant.add('member');
    const stranger = (await createTenant(app)).owner;
    expect((await invite(member, newEmail())).status).toBe(403);
    expect((await invite(tenant.owner, newEmail(), 'owner' as never)).status).toBe(400);
    const params = { orgId: tenant.organizationId };
    const body = { email: newEmail(), role: 'member' as const };
    expect((await stranger.call(endpoints.invite, { params, body })).status).toBe(404);
  });

  it('mails the same address at most three times an hour, and refuses more', async () => {
    const tenant = await createTenant(app);
    const email = newEmail();
    const { body: invitation } = await invite(tenant.owner, email);
    const again = () => resend(tenant.owner, invitation);
    const statuses = [await again(), await again(), await again()].map(({ status }) => status);
    expect(statuses).toEqual([200, 200, 429]);
    const { status, error } = await invite(tenant.owner, email, 'admin');
    expect([status, error?.code]).toEqual([429, 'too_many_requests']);
    expect(error?.message).toContain('Wait an hour');
    expect(await mailsTo(email)).toHaveLength(3);
    expect((await details(await linkTo(email))).status).toBe(200);
    const organization = await tenant.owner.call(endpoints.getOrganization);
    expect(organization.body.invitations).toEqual([invitation]);
  });

  it('mails one mailbox at most ten times an hour, in whichever spelling, and refuses more', async () => {
    const tenant = await createTenant(app);
    const [name] = newEmail().split('@');
    const statuses: number[] = [];
    for (let tag = 0; tag < 12; tag += 1) {
      const { status } = await invite(tenant.owner, `${name}+${tag}@acme.example`);
      statuses.push(status);
    }
    expect(statuses).toEqual([...Array(10).fill(201), 429, 429]);
    expect((await invite(tenant.owner, newEmail())).status).toBe(201);
  });

  it('keeps counting when the organization is renamed, or the invitation is withdrawn and repeated', async () => {
    const tenant = await createTenant(app);
    const email = newEmail();
    const statuses: number[] = [];
    for (let time = 0; time < 5; time += 1) {
      const { status, body: invitation } = await invite(tenant.owner, email);
      statuses.push(status);
      const body = { name: `Acme ${time}` };
      expect((await tenant.owner.call(endpoints.updateOrganization, { body })).status).toBe(200);
      if (status !== 201) continue;
      const params = { invitationId: invitation.id };
      await tenant.owner.call(endpoints.deleteInvitation, { params });
    }
    expect(statuses).toEqual([201, 201, 201, 429, 429]);
    expect(await mailsTo(email)).toHaveLength(3);
    // No invitation is left without a link that was sent.
    const organization = await tenant.owner.call(endpoints.getOrganization);
    expect(organization.body.invitations).toEqual([]);
    const rival = await createTenant(app);
    await invite(rival.owner, email);
    expect(await mailsTo(email)).toHaveLength(4);
  });

  it('mails at most two hundred times a day for an organization, withdrawn invitations counted', async () => {
    const tenant = await createTenant(app);
    const { owner } = tenant;
    const { body: invitation } = await invite(owner, newEmail());
    const { body: withdrawn } = await invite(owner, newEmail());
    await owner.call(endpoints.deleteInvitation, { params: { invitationId: withdrawn.id } });
    /** Adds emails of this invitation's kind to this many other addresses. */
    const mailToOthers = (mails: number, ago: string) =>
      app.platform.db.execute(
        sql`insert into outbox_mails (id, recipient, kind, subject, html, text, sent_at, created_at)
            select kind || ${ago} || n, n || '@invited.test', kind, '', '', '', now(), now() - ${ago}::interval
            from outbox_mails, generate_series(1, ${mails}::int) n where recipient = ${invitation.email}`,
      );
    await mailToOthers(300, '25 hours');
    await mailToOthers(197, '23 hours');
    expect((await resend(owner, invitation)).status).toBe(200);
    const email = newEmail();
    for (const refused of [await invite(owner, email), await resend(owner, invitation)]) {
      expect([refused.status, refused.error?.code]).toEqual([429, 'too_many_requests']);
      expect(refused.error?.hint).toContain('tomorrow');
    }
    expect(await mailsTo(email)).toEqual([]);
    expect((await invite((await createTenant(app)).owner, email)).status).toBe(201);
  });
});

describe('sending an invitation again', () => {
  it('[A-313, S-262, S-006] mails a new link, and the old one is dead', async () => {
    const tenant = await createTenant(app);
    const admin = await tenant.add('admin');
    const email = newEmail();
    const { body: invitation } = await invite(tenant.owner, email);
    const old = await linkTo(email);
    expect((await resend(admin, invitation)).body).toEqual(invitation);
    const fresh = await linkTo(email);
    expect(fresh.token).not.toBe(old.token);
    const guest = await app.signUp({ email });
    expect((await accept(guest, old)).status).toBe(404);
    expect((await accept(guest, fresh)).status).toBe(200);
  });

  it('makes an expired one good again', async () => {
    const tenant = await createTenant(app);
    const email = newEmail();
    const { body: invitation } = await invite(tenant.owner, email);
    await app.platform.db
      .update(invitations)
      .set({ expiresAt: sql`now() - interval '1 second'` })
      .where(eq(invitations.id, invitation.id));
    expect((await details(await linkTo(email))).status).toBe(404);
    await resend(tenant.owner, invitation);
    expect((await details(await linkTo(email))).status).toBe(200);
  });

  it('is neither for members nor for strangers', async () => {
    const tenant = await createTenant(app);
    const member = await tenant.add('member');
    const stranger = (await createTenant(app)).owner;
    const email = newEmail();
    const { body: invitation } = await invite(tenant.owner, email);
    expect((await resend(member, invitation)).status).toBe(403);
    expect((await resend(stranger, invitation)).status).toBe(404);
    expect(await mailsTo(email)).toHaveLength(1);
  });
});

describe('withdrawing an invitation', () => {
  it('[A-314, S-263, S-006] makes its link dead', async () => {
    const tenant = await createTenant(app);
    const admin = await tenant.add('admin');
    const email = newEmail();
    const { body: invitation } = await invite(tenant.owner, email);
    const params = { invitationId: invitation.id };
    const link = await linkTo(email);
    expect((await admin.call(endpoints.deleteInvitation, { params })).status).toBe(204);
    expect((await tenant.owner.call(endpoints.deleteInvitation, { params })).status).toBe(404);
    const { body } = await tenant.owner.call(endpoints.getOrganization);
    expect(body.invitations).toEqual([]);
    expect((await details(link)).status).toBe(404);
    expect((await accept(await app.signUp({ email }), link)).status).toBe(404);
  });

  it('is neither for members nor for strangers', async () => {
    const tenant = await createTenant(app);
    const member = await tenant.add('member');
    const stranger = (await createTenant(app)).owner;
    const email = newEmail();
    const { body: invitation } = await invite(tenant.owner, email);
    const params = { invitationId: invitation.id };
    expect((await member.call(endpoints.deleteInvitation, { params })).status).toBe(403);
    expect((await stranger.call(endpoints.deleteInvitation, { params })).status).toBe(404);
    expect((await details(await linkTo(email))).status).toBe(200);
  });
});

describe('an invitation link', () => {
  it('[A-318, A-176] shows its purpose without a session', async () => {
    const tenant = await createTenant(app, { name: 'Acme' });
    const email = newEmail();
    await invite(tenant.owner, email);
    const link = await linkTo(email);
    expect((await details(link)).body).toEqual({ organizationName: 'Acme', hasAuthUser: false });
    await app.signUp({ email });
    const later = await details({ ...link, email: email.toUpperCase() });
    expect(later.body).toEqual({ organizationName: 'Acme', hasAuthUser: true });
  });

  it('[A-225, A-317] answers alike whatever is wrong with it, its token included', async () => {
    const [tenant, other] = [await createTenant(app), await createTenant(app)];
    const [email, another] = [newEmail(), newEmail()];
    await invite(tenant.owner, email);
    await invite(other.owner, another);
    const good = await linkTo(email);
    expect((await details(good)).status).toBe(200);
    const wrong: Link[] = [
      { ...good, token: 'guess' },
      { ...good, token: (await linkTo(another)).token },
      { ...good, email: another },
      { ...good, email: 'no address' },
      { ...good, orgId: other.organizationId },
      { ...good, orgId: 'default' },
    ];
    const answers = await Promise.all(wrong.map(details));
    expect(answers.map(({ status }) => status)).toEqual(wrong.map(() => 404));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
  });

  it('needs a token', async () => {
    const tenant = await createTenant(app);
    const params = { orgId: tenant.organizationId, email: newEmail() };
    const none = await app.call(endpoints.getInvitationDetails, { params, query: {} as never });
    expect(none.status).toBe(400);
  });

  it('is not used up by looking at it', async () => {
    const tenant = await createTenant(app);
    const email = newEmail();
    await invite(tenant.owner, email);
    const link = await linkTo(email);
    for (let time = 0; time < 5; time += 1) expect((await details(link)).status).toBe(200);
    expect((await accept(await app.signUp({ email }), link)).status).toBe(200);
  });
});

describe('accepting an invitation', () => {
  async function invited(role: 'admin' | 'member' = 'member') {
    const tenant = await createTenant(app);
    const email = newEmail();
    await invite(tenant.owner, email, role);
    return { tenant, email, link: await linkTo(email) };
  }

  it('[A-319, A-320, A-182, A-233] makes a new user a member with the profile of the form', async () => {
    const { tenant, email, link } = await invited('admin');
    const guest = await app.signUp({ email, name: '' });
    const answer = await accept(guest, link, {
      fullName: 'Grace Hopper',
      jobTitle: 'QA Analyst/Manager',
      newsletter: true,
    });
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ accepted: true });
    expect(await memberRole(tenant, guest)).toBe('admin');
    const params = { id: guest.userId };
    const { body: user } = await app.call(identity.getUser, { token: guest.token, params });
    expect(user).toMatchObject({
      name: 'Grace Hopper',
      jobTitle: 'QA Analyst/Manager',
      memberOf: [{ id: tenant.organizationId }],
    });
    const copy = await app.call(account.exportAccount, { token: guest.token, params });
    expect(JSON.parse(copy.text)).toMatchObject({ profile: { newsletter: true } });
    const { body } = await tenant.owner.call(endpoints.getOrganization);
    expect(body.invitations).toEqual([]);
  });

  it('[A-226] leaves the profile of an existing user alone', async () => {
    const { tenant, email, link } = await invited();
    const guest = await app.signUp({ email, name: 'Known Name' });
    expect((await accept(guest, link)).status).toBe(200);
    expect(await memberRole(tenant, guest)).toBe('member');
    const params = { id: guest.userId };
    const { body } = await app.call(identity.getUser, { token: guest.token, params });
    expect(body).toMatchObject({ name: 'Known Name' });
  });

  it('works for one of twenty tries at once, and is not found afterwards', async () => {
    const { tenant, email, link } = await invited();
    const guest = await app.signUp({ email });
    const tries = await Promise.all(Array.from({ length: 20 }, () => accept(guest, link)));
    expect(tries.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(tries.filter(({ status }) => status === 404)).toHaveLength(19);
    expect((await accept(guest, link)).error?.code).toBe('not_found');
    expect(await memberRole(tenant, guest)).toBe('member');
  });

  it('takes role and organization from the invitation alone', async () => {
    const { tenant, email, link } = await invited('member');
    const other = await createTenant(app);
    const guest = await app.signUp({ email });
    const elsewhere = await accept(guest, { ...link, orgId: other.organizationId });
    expect(elsewhere.status).toBe(404);
    const body = { role: 'owner', organizationId: other.organizationId } as object;
    expect((await accept(guest, link, body)).status).toBe(200);
    expect(await memberRole(tenant, guest)).toBe('member');
    expect(await memberRole(other, guest)).toBeUndefined();
  });

  it('is for the invited address only, not for the inviter or anyone with the link', async () => {
    const { tenant, email, link } = await invited();
    const thief = await app.signUp();
    for (const user of [thief, tenant.owner]) {
      const answer = await accept(user, link);
      expect(answer.status).toBe(403);
      expect(answer.error?.message).toBe('This invitation is for another email address.');
    }
    expect((await accept(thief, { ...link, email: thief.email })).status).toBe(404);
    expect(await memberRole(tenant, thief)).toBeUndefined();
    expect((await accept(await app.signUp({ email }), link)).status).toBe(200);
  });

  it('needs the link, also from the right address', async () => {
    const { tenant, email, link } = await invited();
    const guest = await app.signUp({ email });
    expect((await accept(guest, { ...link, token: 'guess' })).status).toBe(404);
    expect(await memberRole(tenant, guest)).toBeUndefined();
  });

  it('is refused to an unverified account that waited for the invitation', async () => {
    const { email, link, tenant } = await invited();
    const squatter = await app.signUp({ email });
    await setVerified(squatter, false, `now() - interval '1 day'`);
    const answer = await accept(squatter, link);
    expect(answer.status).toBe(403);
    expect(answer.error?.hint).toContain('verification email');
    expect(await memberRole(tenant, squatter)).toBeUndefined();
    await setVerified(squatter, true);
    expect((await accept(squatter, link)).status).toBe(200);
  });

  it('verifies an account that was made from the mailed link', async () => {
    const { email, link } = await invited();
    const guest = await app.signUp({ email });
    await setVerified(guest, false);
    expect((await accept(guest, link)).status).toBe(200);
    const params = { id: guest.userId };
    const { body } = await app.call(identity.getUser, { token: guest.token, params });
    expect(body.verified).toBe(true);
  });

  it('never changes the role of who is a member already', async () => {
    const { tenant, email, link } = await invited('member');
    const admin = await tenant.add('admin', { email });
    expect((await accept(admin, link)).status).toBe(200);
    expect(await memberRole(tenant, admin)).toBe('admin');
  });

  it('does not bring a removed member back with the old link', async () => {
    const { tenant, email, link } = await invited();
    const guest = await app.signUp({ email });
    await accept(guest, link);
    await tenant.owner.call(endpoints.removeMember, { params: { memberId: guest.userId } });
    expect((await accept(guest, link)).status).toBe(404);
    expect(await memberRole(tenant, guest)).toBeUndefined();
  });

  it('[A-319] needs a session', async () => {
    const { link } = await invited();
    const { token, ...params } = link;
    const answer = await app.call(endpoints.acceptInvitation, { params, query: { token } });
    expect(answer.status).toBe(401);
    expect((await details(link)).status).toBe(200);
  });
});
