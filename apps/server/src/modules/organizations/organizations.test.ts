import { organizations as endpoints, identity, projects, suites } from '@parley/contract';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { memberships, organizations, outboxMails, sessions, users } from '../../db/schema/index.ts';
import { createTenant, memberOf } from '../../test/tenant.ts';
import { startTestApp, type TestApp, type TestUser } from '../../test/test-app.ts';

const isoTime = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp({
    hasWorker: false,
    settings: { PARLEY_ORGANIZATION_DOMAINS: 'parley.test, BIG.test' },
  });
});

afterAll(() => app.close());

function found(user: TestUser, organizationName = 'Acme', more: object = {}) {
  return app.call(endpoints.createOrganization, {
    token: user.token,
    params: { userId: user.userId },
    body: { name: 'Ada Lovelace', onboardingData: { organizationName }, ...more },
  });
}

describe('founding an organization', () => {
  it('[A-164, A-307, A-308] starts a trial of 14 days with oneself as its owner', async () => {
    const user = await app.signUp({ name: '' });
    const answer = await found(user, 'Acme', {
      jobTitle: 'QA Engineer',
      surveyCompleted: true,
      onboardingData: { organizationName: ' Acme ', ibm: { instanceId: 'i-1', isNewUser: true } },
    });
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({
      name: 'Acme',
      apiURL: null,
      requiresActivation: false,
      subscription: { status: 'trial', planId: 'trial' },
      members: [{ id: user.userId, email: user.email, role: 'owner', name: 'Ada Lovelace' }],
      invitations: [],
    });
    const { creationDate, subscription } = answer.body;
    const days = (Date.parse(subscription?.endDate ?? '') - Date.parse(creationDate)) / 86_400_000;
    expect(days).toBeCloseTo(14, 1);
  });

  it('[A-160, A-162, A-308] keeps what onboarding asked for with the user', async () => {
    const user = await app.signUp();
    await found(user, 'Acme', {
      name: 'Grace Hopper',
      jobTitle: 'Architect',
      surveyCompleted: true,
    });
    const params = { id: user.userId };
    const { body } = await app.call(identity.getUser, { token: user.token, params });
    expect(body).toMatchObject({
      name: 'Grace Hopper',
      jobTitle: 'Architect',
      surveyCompleted: true,
      onboardingData: { organizationName: 'Acme' },
      memberOf: [{ name: 'Acme', role: 'owner' }],
    });
  });

  it('[A-162] leaves the profile as it is with a second one', async () => {
    const user = await app.signUp({ email: 'ibmer@parley.test' });
    const ibm = { instanceId: 'i-1', isNewUser: true };
    await found(user, 'Acme', { onboardingData: { organizationName: 'Acme', ibm } });
    const second = await found(user, 'Globex', { name: user.email, jobTitle: 'Founder' });
    expect(second.body.name).toBe('Globex');
    const params = { id: user.userId };
    const { body } = await app.call(identity.getUser, { token: user.token, params });
    const onboardingData = { organizationName: 'Acme', ibm };
    expect(body).toMatchObject({ name: 'Ada Lovelace', jobTitle: null, onboardingData });
  });

  it('takes owner and address from the session, never from the body', async () => {
    const user = await app.signUp();
    const victim = await app.signUp();
    const answer = await found(user, 'Mine', { id: victim.userId, email: victim.email });
    expect(answer.body.members).toMatchObject([{ id: user.userId, email: user.email }]);
    const onBehalf = await app.call(endpoints.createOrganization, {
      token: user.token,
      params: { userId: victim.userId },
      body: { name: 'x', onboardingData: { organizationName: 'Theirs' } },
    });
    expect(onBehalf.status).toBe(404);
  });

  it('[S-227] allows a second one only to the people of the configured domains', async () => {
    for (const [email, status] of [
      ['ann@parley.test', 201],
      ['ben@BIG.TEST', 201],
      ['eve@evil-parley.test', 403],
      ['eve@sub.parley.test', 403],
      ['eve@parley.test.evil', 403],
    ] as const) {
      const user = await app.signUp({ email: email.toLowerCase() });
      expect((await found(user)).status).toBe(201);
      const second = await found(user, 'Second');
      expect(second.status).toBe(status);
      if (status === 403) expect(second.error?.code).toBe('not_allowed');
      const call = { token: user.token, params: { id: user.userId } };
      const { body } = await app.call(identity.getUser, call);
      expect(body).toMatchObject({ mayCreateOrganizations: status === 201 });
    }
  });

  it('creates one organization for concurrent requests', async () => {
    const user = await app.signUp();
    const tries = await Promise.all(Array.from({ length: 10 }, () => found(user)));
    expect(tries.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(tries.filter(({ status }) => status === 403)).toHaveLength(9);
  });

  it('answers a repeated request with its first answer', async () => {
    const user = await app.signUp();
    const call = {
      token: user.token,
      params: { userId: user.userId },
      body: { name: 'Ada', onboardingData: { organizationName: 'Once' } },
      headers: { 'idempotency-key': 'organization-once' },
    };
    const first = await app.call(endpoints.createOrganization, call);
    const second = await app.call(endpoints.createOrganization, call);
    expect(second.body).toEqual(first.body);
  });

  it.each([
    ['no name of the organization', { onboardingData: { organizationName: '  ' } }],
    ['an invisible name', { onboardingData: { organizationName: '\u200b' } }],
    ['no onboarding data', { onboardingData: undefined }],
    ['no name of the user', { name: '' }],
  ])('refuses %s', async (_, more) => {
    const answer = await found(await app.signUp(), 'Acme', more);
    expect(answer.status).toBe(400);
  });

  it('needs a session', async () => {
    const answer = await app.call(endpoints.createOrganization, {
      params: { userId: 'somebody' },
      body: { name: 'x', onboardingData: { organizationName: 'y' } },
    });
    expect(answer.status).toBe(401);
  });
});

describe('the organizations of a user', () => {
  it('[A-302] are listed by name', async () => {
    const user = await app.signUp({ email: 'lister@parley.test' });
    for (const name of ['zeta', 'Ärzte', 'Beta']) await found(user, name);
    const params = { userId: user.userId };
    const { body } = await app.call(endpoints.listOrganizations, { token: user.token, params });
    expect(body.map(({ name }) => name)).toEqual(['Ärzte', 'Beta', 'zeta']);
    expect(Object.keys(body[0] ?? {}).sort()).toEqual(['id', 'name']);
  });

  it('[A-302] are those of other owners, too, in whatever role', async () => {
    const tenant = await createTenant(app, { name: 'Joined' });
    const listed = [{ id: tenant.organizationId, name: 'Joined' }];
    for (const person of [tenant.owner, await tenant.add('admin'), await tenant.add('member')])
      expect((await person.call(endpoints.listOrganizations)).body).toEqual(listed);
  });

  it('are visible only to the user', async () => {
    const [user, other] = [await app.signUp(), await app.signUp()];
    const params = { userId: user.userId };
    const answer = await app.call(endpoints.listOrganizations, { token: other.token, params });
    expect(answer.status).toBe(404);
    expect((await app.call(endpoints.listOrganizations, { params })).status).toBe(401);
  });
});

describe('one organization', () => {
  it('[A-303, A-163, A-164, S-155] comes with its people', async () => {
    const tenant = await createTenant(app, { name: 'Acme' });
    const admin = await tenant.add('admin', { name: 'Bea' });
    const member = await tenant.add('member', { name: 'Cy' });
    const invited = await tenant.owner.call(endpoints.invite, {
      body: { email: 'dee@parley.test', role: 'admin' },
    });
    const { status, body } = await member.call(endpoints.getOrganization);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      id: tenant.organizationId,
      name: 'Acme',
      apiURL: null,
      subscription: { status: 'trial', planId: 'trial', endDate: null },
      creationDate: expect.stringMatching(isoTime),
      requiresActivation: false,
    });
    expect(body.members.map(({ name, role }) => `${name} ${role}`)).toEqual([
      'Ada Lovelace owner',
      'Bea admin',
      'Cy member',
    ]);
    const emails = [tenant.owner, admin, member].map(({ email }) => email);
    expect(body.members.map(({ email }) => email)).toEqual(emails);
    expect(invited.status).toBe(201);
    expect(body.invitations).toEqual([invited.body]);
  });

  it('[S-156] shows for each member when they joined and when they were last active', async () => {
    const tenant = await createTenant(app);
    const { userId, email } = await tenant.add('admin', { name: 'Bea' });
    const addedAt = new Date('2026-03-04T12:00:00.000Z');
    const lastActiveAt = new Date('2026-05-06T12:00:00.000Z');
    const { db } = app.platform;
    const isBea = eq(memberships.userId, userId);
    const read = async () => {
      const { body } = await tenant.owner.call(endpoints.getOrganization);
      return body.members.find(({ id }) => id === userId);
    };
    const known = {
      id: userId,
      name: 'Bea',
      email,
      role: 'admin',
      addedDate: addedAt.toISOString(),
    };
    await db.update(memberships).set({ addedAt, lastActiveAt: null }).where(isBea);
    expect(await read()).toEqual({ ...known, lastActive: null });
    await db.update(memberships).set({ lastActiveAt }).where(isBea);
    expect(await read()).toEqual({ ...known, lastActive: lastActiveAt.toISOString() });
  });

  it('[A-163, A-164] is shown as it was set', async () => {
    const tenant = await createTenant(app);
    await app.platform.db
      .update(organizations)
      .set({
        apiUrl: 'https://eu.parley.test',
        requiresActivation: true,
        subscriptionStatus: 'enabled',
        planId: 'enterprise',
        subscriptionEndsAt: new Date('2099-01-01T00:00:00.000Z'),
      })
      .where(eq(organizations.id, tenant.organizationId));
    expect((await tenant.owner.call(endpoints.getOrganization)).body).toMatchObject({
      apiURL: 'https://eu.parley.test',
      requiresActivation: true,
      subscription: {
        status: 'enabled',
        planId: 'enterprise',
        endDate: '2099-01-01T00:00:00.000Z',
      },
    });
  });

  it('[A-305] is the last current one under the id "default"', async () => {
    const one = await createTenant(app, { name: 'One' });
    const user = one.owner;
    const second = await found({ ...user, email: user.email }, 'Two');
    expect(second.status).toBe(403);
    const other = await createTenant(app, { name: 'Other' });
    const guest = await other.add('member');
    const inDefault = { params: { orgId: 'default' } };
    expect((await guest.call(endpoints.getOrganization, inDefault)).body.name).toBe('Other');
    const renamed = await user.call(endpoints.updateOrganization, {
      ...inDefault,
      body: { name: 'First' },
    });
    expect(renamed.body).toMatchObject({ id: one.organizationId, name: 'First' });
    const usage = await guest.call(endpoints.getUsage, inDefault);
    expect(usage.body).toMatchObject({ members: 2 });
  });

  it('[A-305] is meant by "default" in each of its paths', async () => {
    const tenant = await createTenant(app, { name: 'Waiting', requiresActivation: true });
    const { organizationId } = tenant;
    const owner = await tenant.add('owner', { email: 'owner@default.test' });
    const member = await tenant.add('member');
    const inDefault = memberOf(app, owner, 'default');
    const read = async () => (await owner.call(endpoints.getOrganization)).body;

    expect((await inDefault.call(endpoints.activateOrganization)).status).toBe(204);
    const { body: loaded } = await inDefault.call(endpoints.getOrganization);
    expect(loaded).toMatchObject({ id: organizationId, requiresActivation: false });
    expect(await read()).toMatchObject({ requiresActivation: false });

    const renaming = { body: { name: 'Renamed' } };
    expect((await inDefault.call(endpoints.updateOrganization, renaming)).status).toBe(200);
    expect((await inDefault.call(endpoints.getUsage)).body).toMatchObject({ members: 3 });

    const params = { memberId: member.userId };
    const raising = { params, body: { role: 'admin' as const } };
    expect((await inDefault.call(endpoints.changeMemberRole, raising)).status).toBe(200);
    expect((await read()).members).toContainEqual(
      expect.objectContaining({ id: member.userId, role: 'admin' }),
    );
    expect((await inDefault.call(endpoints.removeMember, { params })).status).toBe(204);

    const body = { email: 'ivan@example.org', role: 'member' as const };
    const invited = await inDefault.call(endpoints.invite, { body });
    expect(invited.status).toBe(201);
    expect((await read()).invitations).toMatchObject([{ id: invited.body.id, ...body }]);
    const invitation = { params: { invitationId: invited.body.id } };
    expect((await inDefault.call(endpoints.resendInvitation, invitation)).status).toBe(200);
    expect((await inDefault.call(endpoints.deleteInvitation, invitation)).status).toBe(204);

    const left = await read();
    expect(left).toMatchObject({ name: 'Renamed', invitations: [] });
    expect(left.members.map(({ id }) => id).sort()).toEqual(
      [tenant.owner.userId, owner.userId].sort(),
    );
  });

  it('[A-305, A-306] opens the last current one under the id "default", and no other', async () => {
    const [first, second] = [
      await createTenant(app, { requiresActivation: true }),
      await createTenant(app, { requiresActivation: true }),
    ];
    const owner = await first.add('owner', { email: 'owner@twice.test' });
    await app.platform.db
      .insert(memberships)
      .values({ organizationId: second.organizationId, userId: owner.userId, role: 'owner' });
    const load = async ({ organizationId }: { organizationId: string }) =>
      (await memberOf(app, owner, organizationId).call(endpoints.getOrganization)).body;
    await load(second);
    await load(first);
    const inDefault = memberOf(app, owner, 'default');
    expect((await inDefault.call(endpoints.activateOrganization)).status).toBe(204);
    expect((await load(first)).requiresActivation).toBe(false);
    expect((await load(second)).requiresActivation).toBe(true);
  });

  it('[A-305] changes what "default" means when it is loaded', async () => {
    const user = await app.signUp({ email: 'switcher@parley.test' });
    const first = (await found(user, 'First')).body;
    const second = (await found(user, 'Second')).body;
    const load = async (orgId: string) =>
      (await memberOf(app, user, orgId).call(endpoints.getOrganization)).body.name;
    expect(await load('default')).toBe('Second');
    expect(await load(first.id)).toBe('First');
    expect(await load('default')).toBe('First');
    await load(second.id);
    expect(await load('default')).toBe('Second');
  });

  it('[A-288] names the address that it is to be called at', async () => {
    const { owner, organizationId } = await createTenant(app);
    const apiUrl = 'https://eu.parley.example';
    const where = eq(organizations.id, organizationId);
    await app.platform.db.update(organizations).set({ apiUrl }).where(where);
    expect((await owner.call(endpoints.getOrganization)).body.apiURL).toBe(apiUrl);
  });

  it('does not exist for a user without one', async () => {
    const user = await app.signUp();
    const answer = await memberOf(app, user, 'default').call(endpoints.getOrganization);
    expect(answer.status).toBe(404);
  });

  it('is not found by strangers, nor through the path of a member', async () => {
    const tenant = await createTenant(app);
    const stranger = (await createTenant(app, { name: 'Other' })).owner;
    const { organizationId: orgId } = tenant;
    for (const params of [{ orgId }, { orgId, userId: tenant.owner.userId }]) {
      const answer = await stranger.call(endpoints.getOrganization, { params });
      expect(answer.status).toBe(404);
    }
    const ownOrganization = { userId: tenant.owner.userId };
    const path = await stranger.call(endpoints.getOrganization, { params: ownOrganization });
    expect(path.status).toBe(404);
  });

  it.each(['../x', ' ', 'a\u0000b', 'x'.repeat(300)])(
    'is not found by a strange id',
    async (orgId) => {
      const { owner } = await createTenant(app);
      const answer = await owner.call(endpoints.getOrganization, { params: { orgId } });
      expect(answer.status).toBe(404);
    },
  );
});

describe('renaming an organization', () => {
  it('[A-304] is for owners and admins', async () => {
    const tenant = await createTenant(app);
    const admin = await tenant.add('admin');
    const member = await tenant.add('member');
    const renamed = await admin.call(endpoints.updateOrganization, { body: { name: ' New ' } });
    expect(renamed.body.name).toBe('New');
    const refused = await member.call(endpoints.updateOrganization, { body: { name: 'Mine' } });
    expect(refused.status).toBe(403);
    const { body } = await member.call(endpoints.getOrganization);
    expect(body.name).toBe('New');
  });

  it('changes nothing but the name', async () => {
    const { owner } = await createTenant(app);
    const body = {
      name: 'New',
      ...{
        id: 'x',
        requiresActivation: true,
        subscription: { status: 'enabled', planId: 'enterprise' },
      },
    };
    const answer = await owner.call(endpoints.updateOrganization, { body });
    expect(answer.body).toMatchObject({
      requiresActivation: false,
      subscription: { status: 'trial', planId: 'trial' },
    });
  });

  it('is not possible for strangers', async () => {
    const tenant = await createTenant(app);
    const stranger = (await createTenant(app)).owner;
    const params = { orgId: tenant.organizationId };
    const answer = await stranger.call(endpoints.updateOrganization, {
      params,
      body: { name: 'x' },
    });
    expect(answer.status).toBe(404);
  });
});

describe('usage', () => {
  it('[A-309] counts what the organization holds', async () => {
    const tenant = await createTenant(app);
    const member = await tenant.add('member');
    const project = await member.call(projects.createProject, { body: { name: 'One' } });
    for (const name of ['A', 'B']) {
      const body = { name, projectId: project.body.id, platform: 'webchat' as const };
      await member.call(suites.createSuite, { body });
    }
    await tenant.owner.call(endpoints.invite, { body: { email: 'new@acme.test', role: 'member' } });
    const { body } = await member.call(endpoints.getUsage);
    expect(body).toMatchObject({
      members: 2,
      invitations: 1,
      projects: 1,
      testSuites: 2,
      testRuns: 0,
    });
    expect(body.periodStart).toMatch(/^\d{4}-\d{2}-01T00:00:00/);
  });

  it('is not for strangers', async () => {
    const tenant = await createTenant(app);
    const stranger = (await createTenant(app)).owner;
    const params = { orgId: tenant.organizationId };
    expect((await stranger.call(endpoints.getUsage, { params })).status).toBe(404);
  });
});

describe('the organizations of a domain', () => {
  const look = (email: string, token?: string) =>
    app.call(endpoints.listOrganizationsOfDomain, { query: { email }, ...(token && { token }) });

  it('[A-207, A-209, A-218, A-315] are shown to colleagues by name, without their own', async () => {
    const colleague = await app.signUp({ email: 'new@colleagues.test' });
    const tenant = await createTenant(app, { name: 'Not theirs' });
    expect((await look(colleague.email, colleague.token)).body).toEqual([]);
    const owner = await app.signUp({ email: 'boss@colleagues.test' });
    const { body: organization } = await found(owner, 'Colleagues');
    expect((await look('ANYONE@Colleagues.TEST', colleague.token)).body).toEqual([
      { id: organization.id, name: 'Colleagues', active: true },
    ]);
    expect((await look(owner.email, owner.token)).body).toEqual([]);
    expect(tenant.organizationId).toBeTruthy();
  });

  it('[A-315] are shown to anybody else only as active or not', async () => {
    const owner = await app.signUp({ email: 'boss@quiet.test' });
    await found(owner, 'Quiet');
    const stranger = await app.signUp({ email: 'spy@elsewhere.test' });
    expect((await look('x@quiet.test')).body).toEqual([{ active: true }]);
    expect((await look('x@quiet.test', stranger.token)).body).toEqual([{ active: true }]);
    expect((await look('x@nobody-there.test')).body).toEqual([]);
  });

  it('[A-208, A-219] are inactive while they wait for their activation', async () => {
    const owner = await app.signUp({ email: 'boss@asleep.test' });
    const { body: organization } = await found(owner, 'Asleep');
    await app.platform.db
      .update(organizations)
      .set({ requiresActivation: true })
      .where(eq(organizations.id, organization.id));
    const colleague = await app.signUp({ email: 'new@asleep.test' });
    expect((await look(colleague.email, colleague.token)).body).toEqual([
      { id: organization.id, name: 'Asleep', active: false },
    ]);
    expect((await look('x@asleep.test')).body).toEqual([{ active: false }]);
  });

  it('are shown to a colleague by name once the address is verified, and only as existing to others', async () => {
    const unproven = { emailVerified: false };
    const owner = await app.signUp({ email: 'boss@unproven.test', ...unproven });
    await found(owner, 'Nobody’s');
    expect((await look('x@unproven.test')).body).toEqual([]);
    const real = await app.signUp({ email: 'real@unproven.test' });
    await found(real, 'Real');
    expect((await look('x@unproven.test', owner.token)).body).toEqual([{ active: true }]);
  });

  it('are not shown to a person who counts as verified without a proven address', async () => {
    const owner = await app.signUp({ email: 'boss@unasked.test' });
    await found(owner, 'Unasked');
    const squatter = await app.signUp({ email: 'spy@unasked.test', isEmailProven: false });
    expect((await look('x@unasked.test', squatter.token)).body).toEqual([{ active: true }]);
  });

  it('are not told to somebody whose token is spent, as if their own were another', async () => {
    const owner = await app.signUp({ email: 'boss@returning.test' });
    await found(owner, 'Returning');
    await app.platform.db.delete(sessions).where(eq(sessions.userId, owner.userId));
    expect((await look(owner.email, owner.token)).status).toBe(401);
    expect((await look(owner.email)).body).toEqual([{ active: true }]);
  });

  it('are empty for a free-mail provider', async () => {
    const { organizationId } = await createTenant(app);
    const { userId } = await app.signUp({ email: 'boss@gmail.com' });
    await app.platform.db.insert(memberships).values({ organizationId, userId, role: 'owner' });
    expect((await look('other@gmail.com')).body).toEqual([]);
  });

  it('need an address', async () => {
    expect((await look('no address')).status).toBe(400);
  });
});

describe('activating an organization', () => {
  async function waiting(email: string) {
    const user = await app.signUp({ email });
    const { body: organization } = await found(user, 'Waiting');
    await app.platform.db
      .update(organizations)
      .set({ requiresActivation: true })
      .where(eq(organizations.id, organization.id));
    return memberOf(app, user, organization.id);
  }

  it('[A-306] opens it for its verified owner', async () => {
    const owner = await waiting('owner@waiting.test');
    expect((await owner.call(endpoints.activateOrganization)).status).toBe(204);
    expect((await owner.call(endpoints.getOrganization)).body.requiresActivation).toBe(false);
  });

  it('is refused while another organization is there for the domain', async () => {
    await found(await app.signUp({ email: 'first@taken.test' }), 'First');
    const owner = await waiting('second@taken.test');
    const answer = await owner.call(endpoints.activateOrganization);
    expect(answer.status).toBe(409);
    expect((await owner.call(endpoints.getOrganization)).body.requiresActivation).toBe(true);
  });

  it('is neither for members nor for strangers nor for forged tokens', async () => {
    const owner = await waiting('owner@guarded.test');
    const { orgId, userId } = { orgId: owner.organizationId, userId: owner.userId };
    const stranger = (await createTenant(app)).owner;
    const own = await stranger.call(endpoints.activateOrganization, { params: { orgId } });
    expect(own.status).toBe(404);
    const foreign = await stranger.call(endpoints.activateOrganization, {
      params: { orgId, userId },
    });
    expect(foreign.status).toBe(404);
    const forged = Buffer.from(`${userId}:${owner.email}:${orgId}`).toString('base64');
    for (const token of [undefined, forged, `${forged}==`, 'x']) {
      const params = { orgId, userId };
      const answer = await app.call(endpoints.activateOrganization, { params, body: { token } });
      expect(answer.status).toBe(401);
      expect(answer.error?.code).toBe('invalid_token');
    }
    expect((await owner.call(endpoints.getOrganization)).body.requiresActivation).toBe(true);
  });

  it.each([
    ['nobody', async () => ({})],
    ['somebody else', async () => ({ token: (await app.signUp()).token })],
  ])(
    '[A-212, A-220] is done from the page of the mailed link where %s is signed in',
    async (who, signIn) => {
      const owner = await waiting(`owner@mailed-${who.length}.test`);
      const session = await signIn();
      const { userId, organizationId: orgId } = owner;
      const { db } = app.platform;
      await db.update(users).set({ emailVerified: false }).where(eq(users.id, userId));
      await owner.call(identity.sendVerificationEmail, { params: { id: userId } as never });
      const [mail] = await db
        .select()
        .from(outboxMails)
        .where(eq(outboxMails.recipient, owner.email));
      const link = new URL(/http\S+\/verify\?\S+/.exec(mail?.text ?? '')?.[0] ?? '');
      const token = link.searchParams.get('token') ?? '';
      const parts = Buffer.from(token, 'base64').toString().split(':');
      expect(parts.slice(0, 3)).toEqual([userId, owner.email, orgId]);
      const activate = () =>
        app.call(endpoints.activateOrganization, {
          ...session,
          params: { userId, orgId },
          body: { token },
        });

      const early = await activate();
      expect(early.status).toBe(403);
      const query = { email: owner.email };
      const verified = await app.call(identity.verifyEmail, { ...session, query, body: { token } });
      expect(verified.status, verified.text).toBe(204);
      const colleagues = await app.call(endpoints.listOrganizationsOfDomain, {
        ...session,
        query: { ...query, token },
      });
      expect(colleagues.body).toEqual([]);
      expect((await activate()).status).toBe(204);
      expect((await owner.call(endpoints.getOrganization)).body.requiresActivation).toBe(false);
    },
  );
});
