import { overview } from '@parley/contract';
import { and, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { memberships, overviewVisits } from '../../db/schema/index.ts';
import { createTenant, type Member, type Tenant } from '../../test/tenant.ts';
import { startTestApp, type TestApp } from '../../test/test-app.ts';

let app: TestApp;
let acme: Tenant;
let other: Tenant;

beforeAll(async () => {
  app = await startTestApp({ hasWorker: false });
  acme = await createTenant(app);
  other = await createTenant(app, { name: 'Other' });
});
afterAll(() => app.close());

const at = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();

async function look(member: Member, arrives = true, shownAt = at(0)): Promise<string | null> {
  const { status, text, body } = await member.call(overview.visitOverview, {
    body: { arrives, shownAt },
  });
  expect(status, text).toBe(200);
  return body.seenUntil;
}

async function mark(member: Member, from: string | null, to: string | null) {
  const { status, text, body } = await member.call(overview.markOverview, { body: { from, to } });
  expect(status, text).toBe(200);
  return body.seenUntil;
}

/** Moves the stored visits of a member into the past. */
const pass = (member: Member, minutes: number) =>
  app.platform.db
    .update(overviewVisits)
    .set({
      visitedAt: sql`visited_at - make_interval(mins => ${minutes})`,
      shownUntil: sql`shown_until - make_interval(mins => ${minutes})`,
      seenUntil: sql`seen_until - make_interval(mins => ${minutes})`,
    })
    .where(
      and(
        eq(overviewVisits.userId, member.userId),
        eq(overviewVisits.organizationId, member.organizationId),
      ),
    );

const minutesOf = (time: string | null) =>
  time && Math.round((Date.parse(time) - Date.now()) / 60_000);

describe('POST /overview/visits', () => {
  it('moves what is new with a visit after 30 minutes, and with no look before', async () => {
    const member = await acme.add('member');
    expect(await look(member)).toBeNull();
    await pass(member, 29);
    expect(await look(member)).toBeNull();
    await pass(member, 31);
    expect(await look(member, false), 'somebody who reads').toBeNull();
    await pass(member, 31);
    expect(minutesOf(await look(member))).toBe(-31);
    expect(minutesOf(await look(member)), 'a reload').toBe(-31);
  });

  it('takes no time from a browser whose clock is ahead', async () => {
    const member = await acme.add('member');
    await look(member, true, at(600));
    await pass(member, 40);
    expect(minutesOf(await look(member))).toBe(-40);
  });

  it('keeps visits apart by person and organization', async () => {
    const [one, two] = [await acme.add('member'), await acme.add('admin')];
    await look(one);
    await pass(one, 60);
    await look(one);
    expect(await look(two)).toBeNull();
    await app.platform.db
      .insert(memberships)
      .values({ organizationId: other.organizationId, userId: one.userId, role: 'member' });
    const { body } = await one.call(overview.visitOverview, {
      params: { orgId: other.organizationId },
      body: { arrives: true, shownAt: at(0) },
    });
    expect(body.seenUntil).toBeNull();
  });

  it('survives two tabs that arrive at once', async () => {
    const member = await acme.add('member');
    await look(member);
    await pass(member, 45);
    const both = await Promise.all([look(member), look(member)]);
    expect(both.map(minutesOf)).toEqual([-45, -45]);
  });

  it('forgets the visits of a member who leaves', async () => {
    const member = await acme.add('member');
    await look(member);
    await app.platform.db.delete(memberships).where(eq(memberships.userId, member.userId));
    expect(
      await app.platform.db
        .select()
        .from(overviewVisits)
        .where(eq(overviewVisits.userId, member.userId)),
    ).toEqual([]);
  });

  it('answers 400 without a time, 401 without a session and 404 in an organization of others', async () => {
    const { owner } = acme;
    const wrong = { arrives: true, shownAt: 'yesterday' };
    expect((await owner.call(overview.visitOverview, { body: wrong })).status).toBe(400);
    const body = { arrives: true, shownAt: at(0) };
    expect((await owner.call(overview.visitOverview, { body, token: '' })).status).toBe(401);
    const params = { orgId: other.organizationId };
    expect((await owner.call(overview.visitOverview, { body, params })).status).toBe(404);
  });
});

describe('PUT /overview/seen', () => {
  it('marks as seen, undoes it, and lets no tab that is behind take it back', async () => {
    const member = await acme.add('member');
    await look(member);
    const [first, second] = [at(-10), at(-5)];
    expect(await mark(member, null, first)).toBe(first);
    expect(await mark(member, first, null), 'undone').toBeNull();
    expect(await mark(member, null, second)).toBe(second);
    expect(await mark(member, null, first), 'a tab that is behind').toBe(second);
    expect(await mark(member, first, null), 'its undo').toBe(second);
    expect(minutesOf(await mark(member, second, at(60))), 'the future').toBeCloseTo(0);
  });

  it('answers 401 without a session and 404 in an organization of others', async () => {
    const { owner } = acme;
    const body = { from: null, to: at(0) };
    expect((await owner.call(overview.markOverview, { body, token: '' })).status).toBe(401);
    const params = { orgId: other.organizationId };
    expect((await owner.call(overview.markOverview, { body, params })).status).toBe(404);
  });
});
