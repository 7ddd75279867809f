import { account, identity, organizations as organizationCalls, type User } from '@parley/contract';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { memberships, organizations } from '../../../db/schema/organizations.ts';
import { sessions } from '../../../db/schema/sessions.ts';
import { users } from '../../../db/schema/users.ts';
import { newId } from '../../../platform/security/ids.ts';
import { createTenant } from '../../../test/tenant.ts';
import { startTestApp, type TestApp } from '../../../test/test-app.ts';
import { untilWaiting } from '../../../test/until-waiting.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({
    hasWorker: false,
    settings: {
      PARLEY_ORGANIZATION_DOMAINS: 'Founders.example',
      PARLEY_EXPLORATORY_TESTING_FOR: 'explorer@team.example',
      PARLEY_LOAD_TESTING_FOR: 'loader@team.example',
    },
  });
}, 60_000);
afterAll(() => app.close());

async function foundOrganization(name: string, members: Record<string, 'owner' | 'member'>) {
  const id = newId();
  const { db } = app.platform;
  await db.insert(organizations).values({ id, name, subscriptionStatus: 'trial' });
  for (const [userId, role] of Object.entries(members))
    await db.insert(memberships).values({ organizationId: id, userId, role });
  return id;
}

describe('GET users/{id}', () => {
  it('[A-002, A-160, A-161, A-296] shows oneself in full', async () => {
    const { userId, email, token } = await app.signUp({ name: 'Ada' });
    const zebra = await foundOrganization('Zebra', { [userId]: 'member' });
    const ape = await foundOrganization('ape', { [userId]: 'owner' });
    const { status, body } = await app.call(identity.getUser, { token, params: { id: userId } });
    expect(status).toBe(200);
    expect(body).toMatchObject({ id: userId, email, name: 'Ada', verified: true, json: {} });
    expect(body).toMatchObject({
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      onboardingData: {},
      jobTitle: null,
      surveyCompleted: false,
    });
    expect(body).not.toHaveProperty('token');
    expect(body).toMatchObject({
      memberOf: [
        { id: ape, name: 'ape', role: 'owner' },
        { id: zebra, name: 'Zebra', role: 'member' },
      ],
    });
  });

  it('[S-153] shows oneself with picture, json and the areas that are switched on', async () => {
    const { userId, email, token } = await app.signUp({ name: 'Ada' });
    const read = async () =>
      (await app.call(identity.getUser, { token, params: { id: userId } })).body;
    const off = { loadTestingEnabled: false, exploratoryTestingEnabled: false };
    expect(await read()).toMatchObject({ avatar: null, json: {}, ...off });
    const image = 'https://pictures.test/ada.png';
    for (const [name, value] of [
      ['loadTestingEnabled', { ...off, loadTestingEnabled: true }],
      ['exploratoryTestingEnabled', { ...off, exploratoryTestingEnabled: true }],
    ] as const) {
      const change = { image, json: { betaUser: true, area: name }, ...value };
      await app.platform.db.update(users).set(change).where(eq(users.id, userId));
      expect(await read()).toMatchObject({
        id: userId,
        name: 'Ada',
        email,
        avatar: image,
        json: { betaUser: true, area: name },
        ...value,
      });
    }
  });

  it('[A-160] no record that the server lists, shows or exports holds a token', async () => {
    const { owner, add } = await createTenant(app);
    await add('member');
    const params = { id: owner.userId };
    const answers = [
      await owner.call(organizationCalls.getOrganization),
      await app.call(identity.getUser, { token: owner.token, params }),
      await app.call(account.exportAccount, { token: owner.token, params }),
    ];
    for (const { status, text } of answers) {
      expect(status).toBe(200);
      expect(text).toContain(owner.email);
      expect(text).not.toContain(owner.token);
      expect(text).not.toMatch(/"token"/i);
    }
  });

  it('[A-296] shows id and verification only, to visitors as to other users', async () => {
    const ada = await app.signUp();
    const eve = await app.signUp();
    const params = { id: ada.userId };
    for (const token of [undefined, eve.token]) {
      const answer = await app.call(identity.getUser, { params, ...(token && { token }) });
      expect(answer.body).toEqual({ id: ada.userId, verified: true });
    }
  });

  it('refuses a spent token instead of taking its sender for a visitor', async () => {
    const { userId, token } = await app.signUp();
    const read = () => app.call(identity.getUser, { token, params: { id: userId } });
    expect((await read()).body).toMatchObject({ memberOf: [] });
    await app.platform.db.delete(sessions).where(eq(sessions.userId, userId));
    const { status, error } = await read();
    expect([status, error?.code]).toEqual([401, 'not_signed_in']);
  });

  it('ignores a header of another scheme', async () => {
    const { userId } = await app.signUp();
    const headers = { authorization: 'Basic bm9yYTpzZWNyZXQ=' };
    const { body } = await app.call(identity.getUser, { headers, params: { id: userId } });
    expect(body).toEqual({ id: userId, verified: true });
  });

  it('finds no user by another id', async () => {
    const { status, error } = await app.call(identity.getUser, { params: { id: newId() } });
    expect([status, error?.code]).toEqual([404, 'not_found']);
  });

  it('says who may create further organizations by the domain, not by how an address ends', async () => {
    const may = async (email: string) => {
      const { token, userId } = await app.signUp({ email });
      const { body } = await app.call(identity.getUser, { token, params: { id: userId } });
      return 'mayCreateOrganizations' in body && body.mayCreateOrganizations;
    };
    expect(await may('ada@founders.example')).toBe(true);
    expect(await may('eve@evil-founders.example')).toBe(false);
    expect(await may('eve@founders.example.evil.example')).toBe(false);
  });
});

describe('exploratory and load testing', () => {
  it('[S-004] are enabled for one person, and for no one else in their organization', async () => {
    const team = await createTenant(app);
    const switchesOf = async (name: string) => {
      const { token, userId } = await team.add('member', { email: `${name}@team.example` });
      const { body } = await app.call(identity.getUser, { token, params: { id: userId } });
      const { exploratoryTestingEnabled, loadTestingEnabled, memberOf } = body as User;
      expect(memberOf.map(({ id }) => id)).toEqual([team.organizationId]);
      return { exploratoryTestingEnabled, loadTestingEnabled };
    };
    const off = { exploratoryTestingEnabled: false, loadTestingEnabled: false };
    expect(await switchesOf('explorer')).toEqual({ ...off, exploratoryTestingEnabled: true });
    expect(await switchesOf('loader')).toEqual({ ...off, loadTestingEnabled: true });
    expect(await switchesOf('tester')).toEqual(off);
  });
});

describe('PUT users/{id}', () => {
  it('[A-297] changes name and job title and nothing else of a sent user', async () => {
    const { userId, token, email } = await app.signUp();
    const body = {
      name: ' Grace Hopper ',
      jobTitle: 'Technical Lead',
      id: newId(),
      email: 'other@parley.example',
      verified: false,
      memberOf: [{ id: 'x', name: 'x', role: 'owner' }],
      loadTestingEnabled: true,
    };
    const answer = await app.call(identity.updateUser, { token, params: { id: userId }, body });
    expect(answer.body).toMatchObject({
      id: userId,
      email,
      name: 'Grace Hopper',
      jobTitle: 'Technical Lead',
      verified: true,
      memberOf: [],
      loadTestingEnabled: false,
    });
  });

  it('refuses a blank name', async () => {
    const { userId, token } = await app.signUp();
    const call = { token, params: { id: userId }, body: { name: '  ' } };
    const { status, error } = await app.call(identity.updateUser, call);
    expect([status, error?.problems?.[0]?.path]).toEqual([400, 'name']);
  });

  it('refuses visitors, and does not know other users', async () => {
    const ada = await app.signUp({ name: 'Ada' });
    const eve = await app.signUp();
    const call = { params: { id: ada.userId }, body: { name: 'Eve was here' } };
    expect((await app.call(identity.updateUser, call)).status).toBe(401);
    expect((await app.call(identity.updateUser, { ...call, token: eve.token })).status).toBe(404);
    const [row] = await app.platform.db.select().from(users).where(eq(users.id, ada.userId));
    expect(row?.name).toBe('Ada');
  });
});

describe('PATCH users/{id}/property/{propertyName}', () => {
  const patch = (
    { token, userId }: { token: string; userId: string },
    propertyName: string,
    value: unknown,
  ) =>
    app.call(identity.patchUserProperty, {
      token,
      params: { id: userId, propertyName },
      body: { value },
    });

  it('[A-298, S-058, S-154, S-264] keeps the switches of the dashboard', async () => {
    const ada = await app.signUp();
    const { body } = await patch(ada, 'json', { betaUser: false, tours: ['welcome'] });
    expect(body.json).toEqual({ betaUser: false, tours: ['welcome'] });
    const call = { token: ada.token, params: { id: ada.userId } };
    const read = await app.call(identity.getUser, call);
    expect(read.body).toMatchObject({ json: { betaUser: false, tours: ['welcome'] } });
  });

  it.each([
    ['jobTitle', 'QA Engineer'],
    ['jobTitle', null],
    ['name', 'Grace'],
  ])('[A-298] sets %s to %j, and nothing else', async (propertyName, value) => {
    const ada = await app.signUp({ name: 'Ada' });
    const read = async () => {
      const params = { id: ada.userId };
      return (await app.call(identity.getUser, { token: ada.token, params })).body;
    };
    const before = await read();
    const { status, body } = await patch(ada, propertyName, value);
    expect(status).toBe(200);
    expect(body).toEqual({ ...before, [propertyName]: value });
    expect(await read()).toEqual(body);
  });

  it.each([
    'verified',
    'emailVerified',
    'email',
    'id',
    'memberOf',
    'mayCreateOrganizations',
    'loadTestingEnabled',
    'disabledAt',
    '__proto__',
    'constructor',
    'toString',
    'name ',
  ])('refuses the property %j', async (propertyName) => {
    const ada = await app.signUp();
    const { db } = app.platform;
    const [before] = await db.select().from(users).where(eq(users.id, ada.userId));
    const { status, error } = await patch(ada, propertyName, true);
    expect([status, error?.code]).toEqual([400, 'invalid_request']);
    const [after] = await db.select().from(users).where(eq(users.id, ada.userId));
    expect(after).toEqual(before);
  });

  it.each([
    ['a blank name', 'name', ''],
    ['a number as name', 'name', 7],
    ['a job title of 121 characters', 'jobTitle', 'x'.repeat(121)],
    ['text as json', 'json', 'text'],
    ['nothing as json', 'json', null],
    ['70,000 characters of json', 'json', { large: 'x'.repeat(70_000) }],
  ])('refuses %s', async (_, propertyName, value) => {
    const { status, error } = await patch(await app.signUp(), propertyName, value);
    expect([status, error?.code]).toEqual([400, 'invalid_request']);
  });

  it('accepts __proto__ in a value safely', async () => {
    const ada = await app.signUp();
    const answer = await fetch(`${app.url}/internal/v1/users/${ada.userId}/property/json`, {
      method: 'PATCH',
      headers: { authorization: `Bearer ${ada.token}`, 'content-type': 'application/json' },
      body: '{"value":{"__proto__":{"polluted":true},"betaUser":true}}',
    });
    expect([200, 400]).toContain(answer.status);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });
});

describe('DELETE /users/{id}', () => {
  const deleteUser = ({ token, userId }: { token: string; userId: string }) =>
    app.call(identity.deleteUser, { token, params: { id: userId } });

  it('[A-299] deletes the account with the organizations of that user alone, and ends its sessions', async () => {
    const ada = await app.signUp();
    const own = await foundOrganization('Own', { [ada.userId]: 'owner' });
    const { userId: other } = await app.signUp();
    const shared = await foundOrganization('Shared', { [ada.userId]: 'member', [other]: 'owner' });
    expect((await deleteUser(ada)).status).toBe(204);
    expect((await app.call(identity.getUser, { params: { id: ada.userId } })).status).toBe(404);
    expect((await deleteUser(ada)).status).toBe(401);
    const left = await app.platform.db.select({ id: organizations.id }).from(organizations);
    expect(left).toContainEqual({ id: shared });
    expect(left).not.toContainEqual({ id: own });
  });

  it('keeps the owner of an organization that has other members', async () => {
    const ada = await app.signUp();
    const { userId: other } = await app.signUp();
    await foundOrganization('Shared', { [ada.userId]: 'owner', [other]: 'member' });
    const { status, error } = await deleteUser(ada);
    expect([status, error?.code]).toEqual([409, 'last_owner']);
    expect((await app.call(identity.getUser, { params: { id: ada.userId } })).status).toBe(200);
  });

  it.runIf(process.env.PARLEY_TEST_DATABASE_URL)(
    'keeps the owner of an organization that somebody joins at that moment',
    async () => {
      const ada = await app.signUp();
      const { userId } = await app.signUp();
      const organizationId = await foundOrganization('Joined', { [ada.userId]: 'owner' });
      let deletion: ReturnType<typeof deleteUser> | undefined;
      await app.platform.db.transaction(async (joining) => {
        await joining.insert(memberships).values({ organizationId, userId, role: 'member' });
        deletion = deleteUser(ada);
        await untilWaiting(app.platform.db, 'select "id" from "organizations"');
      });
      const answer = await deletion;
      expect([answer?.status, answer?.error?.code]).toEqual([409, 'last_owner']);
    },
  );

  it('does not delete somebody else', async () => {
    const ada = await app.signUp();
    const eve = await app.signUp();
    expect((await deleteUser({ token: eve.token, userId: ada.userId })).status).toBe(404);
    expect((await app.call(identity.getUser, { params: { id: ada.userId } })).status).toBe(200);
  });
});

describe('POST login/validateEmail', () => {
  it.each([
    ['ada@parley.example', false, false],
    ['Ada@GMAIL.com.', true, false],
    ['ada＠gmail．com', true, false],
    ['ada@mail.yopmail.com', false, true],
  ])(
    '[A-177, A-323] judges %s: free mail %s, disposable %s',
    async (email, isFreeMail, isDisposable) => {
      const { body } = await app.call(identity.validateEmail, { body: { email } });
      expect(body).toMatchObject({ isFreeMail, isDisposable });
    },
  );

  it.each(['', 'ada', 'ada@', 'a@b@c.example'])('refuses %j', async (email) => {
    const { status } = await app.call(identity.validateEmail, { body: { email } });
    expect(status).toBe(400);
  });
});
