import { and, asc, eq, ne } from 'drizzle-orm';
import { nameOrder } from '../../db/name-order.ts';
import { memberships } from '../../db/schema/organizations.ts';
import { users } from '../../db/schema/users.ts';
import type { Scope, WorkScope } from '../../platform/database/scope.ts';

const memberColumns = {
  id: users.id,
  name: users.name,
  email: users.email,
  role: memberships.role,
  addedAt: memberships.addedAt,
  lastActiveAt: memberships.lastActiveAt,
};

export type MemberRow = Awaited<ReturnType<typeof listMembers>>[number];

/** Maximum length of the list. The members page shows the whole list. */
const membersMax = 10_000;

export function listMembers(scope: Scope) {
  return scope.db
    .select(memberColumns)
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(eq(memberships.organizationId, scope.organizationId))
    .orderBy(asc(nameOrder(users.name)), asc(users.email))
    .limit(membersMax);
}

export async function findMember(scope: Scope, userId: string): Promise<MemberRow | undefined> {
  const [row] = await scope.db
    .select(memberColumns)
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(isMember(scope, userId));
  return row;
}

export async function isEmailOfMember(scope: WorkScope, email: string): Promise<boolean> {
  const [row] = await scope.db
    .select({ id: users.id })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(and(eq(memberships.organizationId, scope.organizationId), eq(users.email, email)));
  return row !== undefined;
}

/**
 * Changes the role of a member.
 *
 * @returns false if there is no such member, or it is an owner, whose role never changes here
 */
export async function changeRole(
  scope: Scope,
  userId: string,
  role: 'admin' | 'member',
): Promise<boolean> {
  const rows = await scope.db
    .update(memberships)
    .set({ role })
    .where(and(isMember(scope, userId), ne(memberships.role, 'owner')))
    .returning({ userId: memberships.userId });
  return rows.length > 0;
}

/**
 * Deletes a member.
 *
 * @returns false if there is no such member, or it is an owner, who is never deleted here
 */
export async function deleteMember(scope: Scope, userId: string): Promise<boolean> {
  const rows = await scope.db
    .delete(memberships)
    .where(and(isMember(scope, userId), ne(memberships.role, 'owner')))
    .returning({ userId: memberships.userId });
  return rows.length > 0;
}

/**
 * Adds a member.
 *
 * @returns false if the user is already a member, whose role is then kept
 */
export async function insertMember(
  scope: WorkScope,
  member: { userId: string; role: 'admin' | 'member' },
): Promise<boolean> {
  const rows = await scope.db
    .insert(memberships)
    .values({ ...member, organizationId: scope.organizationId })
    .onConflictDoNothing()
    .returning({ userId: memberships.userId });
  return rows.length > 0;
}

function isMember(scope: WorkScope, userId: string) {
  return and(eq(memberships.organizationId, scope.organizationId), eq(memberships.userId, userId));
}
