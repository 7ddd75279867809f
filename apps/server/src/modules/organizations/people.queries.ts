/** Queries of other modules about the members of an organization. */
import type { AccountExport } from '@parley/contract';
import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import { memberships, organizations } from '../../db/schema/organizations.ts';
import { users } from '../../db/schema/users.ts';
import type { Database } from '../../platform/database/db.ts';
import type { Scope, WorkScope } from '../../platform/database/scope.ts';

export async function hasMember(
  { db, organizationId }: WorkScope,
  userId: string | null,
): Promise<boolean> {
  if (userId === null) return false;
  const isTheirs = and(
    eq(memberships.organizationId, organizationId),
    eq(memberships.userId, userId),
  );
  return (await db.$count(memberships, isTheirs)) > 0;
}

export interface Person {
  id: string;
  name: string;
}

/** Maximum number of members in a list to choose from. */
const peopleMax = 1000;

export function listPeople(scope: WorkScope): Promise<Person[]> {
  return scope.db
    .select({ id: users.id, name: users.name })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(eq(memberships.organizationId, scope.organizationId))
    .orderBy(asc(users.name), asc(users.id))
    .limit(peopleMax);
}

/** @returns those of the canonical addresses that belong to members with a verified account */
export async function findVerifiedEmails(
  { db, organizationId }: WorkScope,
  emails: readonly string[],
): Promise<Set<string>> {
  const rows = await db
    .select({ email: users.email })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(
      and(
        eq(memberships.organizationId, organizationId),
        eq(users.emailVerified, true),
        inArray(users.email, emails),
      ),
    );
  return new Set(rows.map(({ email }) => email));
}

export async function listAdministrators(
  scope: WorkScope,
): Promise<{ email: string; role: 'owner' | 'admin' | 'member' }[]> {
  return scope.db
    .select({ email: users.email, role: memberships.role })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(
      and(
        eq(memberships.organizationId, scope.organizationId),
        sql`${memberships.role} in ('owner', 'admin')`,
      ),
    )
    .limit(peopleMax);
}

/** Locks the caller's membership until the transaction ends. */
export async function lockOwnMembership({ db, organizationId, actor }: Scope): Promise<void> {
  await db
    .select({ userId: memberships.userId })
    .from(memberships)
    .where(
      and(eq(memberships.organizationId, organizationId), eq(memberships.userId, actor.userId)),
    )
    .for('update');
}

/** Lists a user's memberships for the export of the account. */
export async function exportMemberships(
  db: Database,
  userId: string,
  limit: number,
): Promise<AccountExport['memberships']> {
  const joined = await db
    .select({ membership: memberships, organization: organizations.name })
    .from(memberships)
    .innerJoin(organizations, eq(organizations.id, memberships.organizationId))
    .where(eq(memberships.userId, userId))
    .limit(limit);
  return joined.map(({ membership, organization }) => ({
    organizationId: membership.organizationId,
    organization,
    role: membership.role,
    since: membership.addedAt.toISOString(),
    lastActiveAt: membership.lastActiveAt?.toISOString() ?? null,
  }));
}
