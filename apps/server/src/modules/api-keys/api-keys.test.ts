import { audit, apiKeys as endpoints, organizations, publicApi } from '@parley/contract';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { apiKeys, users } from '../../db/schema/index.ts';
import { createTenant, type Member } from '../../test/tenant.ts';
import { startTestApp, type TestApp } from '../../test/test-app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp({ hasWorker: false });
});

afterAll(() => app.close());

async function create(
  member: Member,
  body: { access?: 'read' | 'full'; expiresInDays?: number } = {},
) {
  const answer = await member.call(endpoints.createApiKey, { body: { name: 'CI', ...body } });
  expect(answer.status).toBe(201);
  return answer.body;
}

const opens = async (key: string) =>
  (await app.call(publicApi.readSuites, { token: key })).status === 200;

const list = async (member: Member) => (await member.call(endpoints.listApiKeys)).body;

describe('creating an API key', () => {
  it('shows it once, and stores nothing that opens anything', async () => {
    const { owner } = await createTenant(app);
    const { key, ...shown } = await create(owner);
    expect(key).toMatch(/^parley_[\w-]{43}$/);
    expect(shown).toMatchObject({
      name: 'CI',
      access: 'full',
      expiresAt: expect.any(String),
      lastUsedAt: null,
      createdBy: { id: owner.userId },
    });
    expect(key.startsWith(shown.beginning)).toBe(true);
    expect(await list(owner)).toEqual([shown]);
    const rows = await app.platform.db.select().from(apiKeys).where(eq(apiKeys.id, shown.id));
    expect(JSON.stringify(rows)).not.toContain(key.slice(shown.beginning.length));
  });

  it('refuses a name or a lifetime that makes no sense', async () => {
    const { owner } = await createTenant(app);
    for (const body of [
      { name: ' ' },
      { name: 'CI', expiresInDays: 0 },
      { name: 'CI', access: 'root' },
    ]) {
      const { status } = await owner.call(endpoints.createApiKey, { body: body as never });
      expect(status).toBe(400);
    }
  });

  it('ends at fifty of one person in one organization', async () => {
    const { owner } = await createTenant(app);
    const row = { organizationId: owner.organizationId, userId: owner.userId, name: 'CI' };
    await app.platform.db.insert(apiKeys).values(
      Array.from({ length: 50 }, (_, index) => ({
        ...row,
        id: `${owner.userId}-${index}`,
        access: 'read' as const,
        beginning: 'parley_',
        keyHash: `${owner.userId}-${index}`,
      })),
    );
    const { status, error } = await owner.call(endpoints.createApiKey, {
      body: { name: 'One more' },
    });
    expect(status).toBe(409);
    expect(error?.code).toBe('too_many_keys');
  });
});

describe('an API key', () => {
  it('opens one organization of its creator and no other', async () => {
    const [acme, other] = [await createTenant(app), await createTenant(app, { name: 'Other' })];
    const { key } = await create(acme.owner);
    const { body } = await app.call(publicApi.readUsage, { token: key });
    expect(body.projects).toBe(0);
    await other.owner.call(endpoints.listApiKeys);
    expect(await list(other.owner)).toEqual([]);
  });

  it('shows when it was last used', async () => {
    const { owner } = await createTenant(app);
    const { key } = await create(owner);
    expect(await opens(key)).toBe(true);
    const [shown] = await list(owner);
    expect(shown?.lastUsedAt).not.toBeNull();
  });

  it('stops at its expiry', async () => {
    const { owner } = await createTenant(app);
    const { id, key, expiresAt } = await create(owner, { expiresInDays: 30 });
    expect(Date.parse(expiresAt ?? '')).toBeGreaterThan(Date.now());
    expect(await opens(key)).toBe(true);
    const past = sql`now() - interval '1 second'`;
    await app.platform.db.update(apiKeys).set({ expiresAt: past }).where(eq(apiKeys.id, id));
    expect(await opens(key)).toBe(false);
  });

  it('dies with the membership of its creator, and does not come back with it', async () => {
    const tenant = await createTenant(app);
    const member = await tenant.add('member');
    const { key } = await create(member);
    expect(await opens(key)).toBe(true);
    await tenant.owner.call(organizations.removeMember, { params: { memberId: member.userId } });
    expect(await opens(key)).toBe(false);
    expect(await list(tenant.owner)).toEqual([]);
  });

  it('stops with the account of its creator', async () => {
    const { owner } = await createTenant(app);
    const { key } = await create(owner);
    const disabledAt = sql`now()`;
    await app.platform.db.update(users).set({ disabledAt }).where(eq(users.id, owner.userId));
    expect(await opens(key)).toBe(false);
  });
});

describe('renaming an API key', () => {
  const rename = (by: Member, apiKeyId: string, name: string) =>
    by.call(endpoints.renameApiKey, { params: { apiKeyId }, body: { name } });

  it('changes only its name: the key keeps its access', async () => {
    const { owner } = await createTenant(app);
    const { key, ...created } = await create(owner);
    const { status, body } = await rename(owner, created.id, ' GitHub Actions ');
    expect([status, body]).toEqual([200, { ...created, name: 'GitHub Actions' }]);
    expect((await list(owner)).map(({ name }) => name)).toEqual(['GitHub Actions']);
    expect(await opens(key)).toBe(true);
  });

  it('refuses a name that says nothing', async () => {
    const { owner } = await createTenant(app);
    const { id } = await create(owner);
    expect((await rename(owner, id, ' ')).status).toBe(400);
    expect((await list(owner)).map(({ name }) => name)).toEqual(['CI']);
  });

  it('is recorded once in the audit log, with both names', async () => {
    const { owner } = await createTenant(app);
    const { id } = await create(owner);
    for (let time = 0; time < 2; time += 1) await rename(owner, id, 'Nightly');
    const { items } = (await owner.call(audit.listAudit)).body;
    const renamed = items.filter(({ action }) => action === 'api-key.renamed');
    expect(renamed).toMatchObject([{ target: 'Nightly', detail: 'CI' }]);
  });

  it('is for admins with the keys of others, and for members with their own alone', async () => {
    const tenant = await createTenant(app);
    const [admin, member] = [await tenant.add('admin'), await tenant.add('member')];
    const [ofOwner, ofMember] = [await create(tenant.owner), await create(member)];
    expect((await rename(member, ofOwner.id, 'Mine')).status).toBe(404);
    expect((await rename(member, ofMember.id, 'Mine')).status).toBe(200);
    expect((await rename(admin, ofMember.id, 'Theirs')).status).toBe(200);
    const names = (await list(admin)).map(({ name }) => name);
    expect(names.toSorted()).toEqual(['CI', 'Theirs']);
  });
});

describe('revoking an API key', () => {
  it('works at once, for one’s own keys', async () => {
    const { owner } = await createTenant(app);
    const { id, key } = await create(owner);
    const revoke = () => owner.call(endpoints.revokeApiKey, { params: { apiKeyId: id } });
    expect((await revoke()).status).toBe(204);
    expect(await opens(key)).toBe(false);
    expect((await revoke()).status).toBe(404);
  });

  it('is for admins with the keys of others, and for members with their own alone', async () => {
    const tenant = await createTenant(app);
    const [admin, member] = [await tenant.add('admin'), await tenant.add('member')];
    const [ofOwner, ofMember] = [await create(tenant.owner), await create(member)];
    expect((await list(member)).map(({ id }) => id)).toEqual([ofMember.id]);
    expect((await list(admin)).map(({ id }) => id).toSorted()).toEqual(
      [ofOwner.id, ofMember.id].toSorted(),
    );
    const revoke = (by: Member, apiKeyId: string) =>
      by.call(endpoints.revokeApiKey, { params: { apiKeyId } });
    expect((await revoke(member, ofOwner.id)).status).toBe(404);
    expect(await opens(ofOwner.key)).toBe(true);
    expect((await revoke(admin, ofMember.id)).status).toBe(204);
    expect(await opens(ofMember.key)).toBe(false);
  });
});
