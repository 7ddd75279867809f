import { organizations as endpoints } from '@parley/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTenant, type Member, type Tenant } from '../../test/tenant.ts';
import { startTestApp, type TestApp } from '../../test/test-app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp({ hasWorker: false });
});

afterAll(() => app.close());

async function rolesOf(tenant: Tenant): Promise<Record<string, string>> {
  const { body } = await tenant.owner.call(endpoints.getOrganization);
  return Object.fromEntries(body.members.map(({ id, role }) => [id, role]));
}

const changeRole = (by: Member, memberId: string, role: 'admin' | 'member') =>
  by.call(endpoints.changeMemberRole, { params: { memberId }, body: { role } });

const remove = (by: Member, memberId: string) =>
  by.call(endpoints.removeMember, { params: { memberId } });

describe('changing a role', () => {
  it('[A-310, S-006, S-221, S-260] is for owners and admins, between admin and member', async () => {
    const tenant = await createTenant(app);
    const [admin, member] = [await tenant.add('admin'), await tenant.add('member')];
    const raised = await changeRole(admin, member.userId, 'admin');
    expect(raised.status).toBe(200);
    expect(raised.body).toMatchObject({ id: member.userId, role: 'admin', email: member.email });
    const lowered = await changeRole(tenant.owner, admin.userId, 'member');
    expect(lowered.body.role).toBe('member');
    expect(await rolesOf(tenant)).toEqual({
      [tenant.owner.userId]: 'owner',
      [admin.userId]: 'member',
      [member.userId]: 'admin',
    });
    expect((await changeRole(admin, member.userId, 'member')).status).toBe(403);
  });

  it('[A-310] changes one member, to either role from either', async () => {
    const tenant = await createTenant(app);
    const [admin, member] = [await tenant.add('admin'), await tenant.add('member')];
    for (const role of ['admin', 'admin', 'member', 'member', 'admin'] as const) {
      const answer = await changeRole(tenant.owner, member.userId, role);
      expect(answer.status).toBe(200);
      expect(await rolesOf(tenant)).toEqual({
        [tenant.owner.userId]: 'owner',
        [admin.userId]: 'admin',
        [member.userId]: role,
      });
      const { body } = await tenant.owner.call(endpoints.getOrganization);
      expect(body.members.find(({ id }) => id === member.userId)).toEqual(answer.body);
    }
    expect((await changeRole(member, admin.userId, 'member')).body).toMatchObject({
      id: admin.userId,
      role: 'member',
    });
    expect((await rolesOf(tenant))[member.userId]).toBe('admin');
  });

  it('[S-221] appoints no owner', async () => {
    const tenant = await createTenant(app);
    const member = await tenant.add('member');
    for (const role of ['owner', 'root', ['admin'], null]) {
      const answer = await changeRole(tenant.owner, member.userId, role as never);
      expect(answer.status).toBe(400);
    }
    expect((await rolesOf(tenant))[member.userId]).toBe('member');
  });

  it('[S-226] never changes an owner, whoever asks', async () => {
    const tenant = await createTenant(app);
    const admin = await tenant.add('admin');
    for (const by of [admin, tenant.owner]) {
      const answer = await changeRole(by, tenant.owner.userId, 'member');
      expect(answer.status).toBe(409);
      expect(answer.error?.code).toBe('last_owner');
    }
    expect((await rolesOf(tenant))[tenant.owner.userId]).toBe('owner');
  });

  it('lets admins lower their own role', async () => {
    const tenant = await createTenant(app);
    const admin = await tenant.add('admin');
    expect((await changeRole(admin, admin.userId, 'member')).status).toBe(200);
    expect((await changeRole(admin, admin.userId, 'admin')).status).toBe(403);
  });

  it('does not find people of other organizations', async () => {
    const [tenant, other] = [await createTenant(app), await createTenant(app)];
    const stranger = await other.add('member');
    expect((await changeRole(tenant.owner, stranger.userId, 'admin')).status).toBe(404);
    expect((await changeRole(tenant.owner, 'nobody', 'admin')).status).toBe(404);
    const params = { orgId: other.organizationId, memberId: stranger.userId };
    const inOther = await tenant.owner.call(endpoints.changeMemberRole, {
      params,
      body: { role: 'admin' },
    });
    expect(inOther.status).toBe(404);
    expect((await rolesOf(other))[stranger.userId]).toBe('member');
  });
});

describe('removing a member', () => {
  it('[A-311, S-006, S-261] ends their access at once', async () => {
    const tenant = await createTenant(app);
    const [admin, member] = [await tenant.add('admin'), await tenant.add('member')];
    expect((await remove(admin, member.userId)).status).toBe(204);
    expect((await member.call(endpoints.getOrganization)).status).toBe(404);
    expect((await remove(admin, member.userId)).status).toBe(404);
    expect(Object.keys(await rolesOf(tenant)).sort()).toEqual(
      [tenant.owner.userId, admin.userId].sort(),
    );
  });

  it('is announced, so that their open connections can be closed', async () => {
    const tenant = await createTenant(app);
    const member = await tenant.add('member');
    const news: unknown[] = [];
    const stop = app.platform.news.subscribe(`organization:${tenant.organizationId}`, {
      onNews: (payload) => news.push(payload),
    });
    await remove(tenant.owner, member.userId);
    const told = { kind: 'members-changed', userId: member.userId };
    await expect.poll(() => news).toContainEqual(told);
    stop();
  });

  it('[S-006] is not for members, though admins may leave', async () => {
    const tenant = await createTenant(app);
    const [admin, member] = [await tenant.add('admin'), await tenant.add('member')];
    expect((await remove(member, admin.userId)).status).toBe(403);
    expect((await remove(member, member.userId)).status).toBe(403);
    expect((await remove(admin, admin.userId)).status).toBe(204);
    expect(Object.keys(await rolesOf(tenant))).toHaveLength(2);
  });

  it('[S-226] never changes an owner, whoever asks', async () => {
    const tenant = await createTenant(app);
    const admin = await tenant.add('admin');
    for (const by of [admin, tenant.owner]) {
      const answer = await remove(by, tenant.owner.userId);
      expect(answer.status).toBe(409);
      expect(answer.error?.message).toContain('neither changed nor removed');
    }
    expect((await rolesOf(tenant))[tenant.owner.userId]).toBe('owner');
  });

  it('leaves an organization its owners when they remove each other at once', async () => {
    const tenant = await createTenant(app);
    const second = await tenant.add('owner');
    for (let round = 0; round < 20; round += 1) {
      await Promise.all([
        remove(tenant.owner, second.userId),
        remove(second, tenant.owner.userId),
        changeRole(tenant.owner, second.userId, 'member'),
        changeRole(second, tenant.owner.userId, 'member'),
      ]);
    }
    expect(Object.values(await rolesOf(tenant))).toEqual(['owner', 'owner']);
  });

  it('does not find people of other organizations', async () => {
    const [tenant, other] = [await createTenant(app), await createTenant(app)];
    expect((await remove(tenant.owner, other.owner.userId)).status).toBe(404);
    const params = { orgId: other.organizationId, memberId: other.owner.userId };
    const answer = await tenant.owner.call(endpoints.removeMember, { params });
    expect(answer.status).toBe(404);
    expect((await rolesOf(other))[other.owner.userId]).toBe('owner');
  });

  it('needs a session', async () => {
    const { owner, organizationId: orgId } = await createTenant(app);
    const params = { userId: owner.userId, orgId, memberId: owner.userId };
    expect((await app.call(endpoints.removeMember, { params })).status).toBe(401);
    const body = { role: 'member' as const };
    expect((await app.call(endpoints.changeMemberRole, { params, body })).status).toBe(401);
  });
});
