import { and, asc, count, eq, exists, gte, not, notExists, sql } from 'drizzle-orm';
import type { PgInsertValue } from 'drizzle-orm/pg-core';
import { nameOrder } from '../../db/name-order.ts';
import { invitations, memberships, organizations } from '../../db/schema/organizations.ts';
import { organizationTotals } from '../../db/schema/projects.ts';
import { runs } from '../../db/schema/runs.ts';
import { users } from '../../db/schema/users.ts';
import type { Database } from '../../platform/database/db.ts';
import type { Scope, SessionScope, WorkScope } from '../../platform/database/scope.ts';
import { isSubscriptionActive } from './is-subscription-active.ts';

export type OrganizationRow = typeof organizations.$inferSelect;

/** Maximum number of a user's organizations in the list. The organization menu shows the whole list. */
const membershipsMax = 1000;

export function listOwnOrganizations(scope: SessionScope): Promise<{ id: string; name: string }[]> {
  return scope.db
    .select({ id: organizations.id, name: organizations.name })
    .from(memberships)
    .innerJoin(organizations, eq(organizations.id, memberships.organizationId))
    .where(eq(memberships.userId, scope.actor.userId))
    .orderBy(asc(nameOrder(organizations.name)), asc(organizations.id))
    .limit(membershipsMax);
}

export async function findOrganization(scope: WorkScope): Promise<OrganizationRow | undefined> {
  const [row] = await scope.db
    .select()
    .from(organizations)
    .where(eq(organizations.id, scope.organizationId));
  return row;
}

/** Finds an organization; undefined if it does not exist or its subscription is not active. */
export async function findOpenOrganization(scope: WorkScope): Promise<{ id: string } | undefined> {
  const [row] = await scope.db
    .select({ id: organizations.id })
    .from(organizations)
    .where(and(eq(organizations.id, scope.organizationId), isSubscriptionActive));
  return row;
}

const termsOf = ({ db, organizationId }: WorkScope) =>
  db
    .select({ planId: organizations.planId, quotas: organizations.quotas })
    .from(organizations)
    .where(eq(organizations.id, organizationId));

type Terms = Pick<OrganizationRow, 'planId' | 'quotas'>;

export async function findTerms(scope: WorkScope): Promise<Terms | undefined> {
  const [row] = await termsOf(scope);
  return row;
}

/**
 * Locks the terms of an organization. Until the transaction ends, no one else can change them or start anything that counts
 * toward them.
 */
export async function lockTerms(scope: WorkScope): Promise<Terms | undefined> {
  const [row] = await termsOf(scope).for('no key update');
  return row;
}

/**
 * Keeps an organization from being deleted until the transaction ends.
 *
 * @returns false, without waiting, if it is gone or locked
 */
export async function holdOrganizationIfFree(db: Database, id: string): Promise<boolean> {
  const held = await db
    .select({ id: organizations.id })
    .from(organizations)
    .where(eq(organizations.id, id))
    .for('key share', { skipLocked: true });
  return held.length > 0;
}

export async function renameOrganization(scope: Scope, name: string): Promise<void> {
  await scope.db
    .update(organizations)
    .set({ name })
    .where(eq(organizations.id, scope.organizationId));
}

/**
 * Records that the caller is using this organization, which decides what `default` means and when the member was last active.
 */
export async function markCurrent(scope: Scope): Promise<void> {
  await scope.db
    .update(memberships)
    .set({ lastCurrentAt: sql`now()`, lastActiveAt: sql`now()` })
    .where(
      and(
        eq(memberships.organizationId, scope.organizationId),
        eq(memberships.userId, scope.actor.userId),
      ),
    );
}

export async function insertOrganization(
  db: Database,
  ownerId: string,
  organization: PgInsertValue<typeof organizations> & { id: string },
): Promise<void> {
  await db.insert(organizations).values(organization);
  await db.insert(memberships).values({
    organizationId: organization.id,
    userId: ownerId,
    role: 'owner',
    lastCurrentAt: sql`now()`,
  });
}

/** Counts the caller's memberships. Locks the user's row, so that two concurrent requests cannot both find none. */
export async function lockAndCountMemberships(scope: SessionScope): Promise<number> {
  await scope.db
    .select({ id: users.id })
    .from(users)
    .where(eq(users.id, scope.actor.userId))
    .for('update');
  const [row] = await scope.db
    .select({ total: count() })
    .from(memberships)
    .where(eq(memberships.userId, scope.actor.userId));
  return row?.total ?? 0;
}

/**
 * Finds an organization that the user owns; undefined if there is none. `default` stands for the owned organization that was
 * last current.
 */
export async function findOwner(
  db: Database,
  { userId, organizationId }: { userId: string; organizationId: string },
): Promise<{ organizationId: string } | undefined> {
  const [row] = await db
    .select({ organizationId: memberships.organizationId })
    .from(memberships)
    .where(
      and(
        eq(memberships.userId, userId),
        eq(memberships.role, 'owner'),
        organizationId === 'default' ? undefined : eq(memberships.organizationId, organizationId),
      ),
    )
    .orderBy(sql`${memberships.lastCurrentAt} desc nulls last`)
    .limit(1);
  return row;
}

/**
 * Activates an organization.
 *
 * @returns false if it was already active or does not exist
 */
export async function openOrganization(db: Database, id: string): Promise<boolean> {
  const rows = await db
    .update(organizations)
    .set({ requiresActivation: false })
    .where(and(eq(organizations.id, id), eq(organizations.requiresActivation, true)))
    .returning({ id: organizations.id });
  return rows.length > 0;
}

/**
 * Lists up to 20 organizations whose owner has a verified address at the domain, without those to which `withoutUserId`
 * belongs.
 */
export function listOrganizationsOfDomain(
  db: Database,
  domain: string,
  withoutUserId: string | undefined,
): Promise<{ id: string; name: string; active: boolean }[]> {
  const owner = db
    .select({ one: sql`1` })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(
      and(
        eq(memberships.organizationId, organizations.id),
        eq(memberships.role, 'owner'),
        users.emailVerified,
        not(users.emailClaimed),
        sql`split_part(${users.email}, '@', 2) = ${domain}`,
      ),
    );
  const ownMembership = db
    .select({ one: sql`1` })
    .from(memberships)
    .where(
      and(
        eq(memberships.organizationId, organizations.id),
        eq(memberships.userId, withoutUserId ?? ''),
      ),
    );
  return db
    .select({
      id: organizations.id,
      name: organizations.name,
      active: sql<boolean>`not ${organizations.requiresActivation}`,
    })
    .from(organizations)
    .where(and(exists(owner), notExists(ownMembership)))
    .orderBy(asc(nameOrder(organizations.name)), asc(organizations.id))
    .limit(20);
}

export async function countHoldings(scope: Scope, since: Date) {
  const { db, organizationId } = scope;
  const [members] = await db
    .select({ total: count() })
    .from(memberships)
    .where(eq(memberships.organizationId, organizationId));
  const [invited] = await db
    .select({ total: count() })
    .from(invitations)
    .where(eq(invitations.organizationId, organizationId));
  const [held] = await db
    .select()
    .from(organizationTotals)
    .where(eq(organizationTotals.organizationId, organizationId));
  const [ran] = await db
    .select({ total: count() })
    .from(runs)
    .where(and(eq(runs.organizationId, organizationId), gte(runs.createdAt, since)));
  return {
    members: members?.total ?? 0,
    invitations: invited?.total ?? 0,
    projects: held?.projects ?? 0,
    testSuites: held ? held.webchatSuites + held.phoneSuites : 0,
    testRuns: ran?.total ?? 0,
  };
}
