import { and, asc, eq, type SQL, sql } from 'drizzle-orm';
import type { PgInsertValue } from 'drizzle-orm/pg-core';
import { invitations, organizations } from '../../db/schema/organizations.ts';
import { users } from '../../db/schema/users.ts';
import type { Database } from '../../platform/db.ts';
import type { Scope, WorkScope } from '../../platform/scope.ts';

export type InvitationRow = typeof invitations.$inferSelect;

/** What somebody holds who opens a mailed link. */
export interface InvitationLink {
  organizationId: string;
  /** Canonical. */
  email: string;
  tokenHash: string;
}

/** An end for the list; the members screen shows them all. */
const invitationsMax = 10_000;

export function listInvitations(scope: Scope): Promise<InvitationRow[]> {
  return scope.db
    .select()
    .from(invitations)
    .where(eq(invitations.organizationId, scope.organizationId))
    .orderBy(asc(invitations.createdAt), asc(invitations.id))
    .limit(invitationsMax);
}

/** Locks the row, so that two who send it again at once do so one after the other. */
export async function lockInvitation(
  scope: WorkScope,
  which: { id: string } | { email: string },
): Promise<InvitationRow | undefined> {
  const [row] = await scope.db
    .select()
    .from(invitations)
    .where(
      and(
        eq(invitations.organizationId, scope.organizationId),
        'id' in which ? eq(invitations.id, which.id) : eq(invitations.email, which.email),
      ),
    )
    .for('update');
  return row;
}

/** Undefined when the address was invited in the meantime. */
export async function insertInvitation(
  db: Database,
  invitation: PgInsertValue<typeof invitations>,
): Promise<InvitationRow | undefined> {
  const [row] = await db.insert(invitations).values(invitation).onConflictDoNothing().returning();
  return row;
}

export async function updateInvitation(
  scope: WorkScope,
  id: string,
  change: { role: InvitationRow['role']; tokenHash?: string; expiresAt?: SQL<Date> },
): Promise<InvitationRow | undefined> {
  const [row] = await scope.db
    .update(invitations)
    .set(change)
    .where(and(eq(invitations.organizationId, scope.organizationId), eq(invitations.id, id)))
    .returning();
  return row;
}

/** The address that was invited, or undefined if there is no such invitation. */
export async function deleteInvitation(scope: Scope, id: string): Promise<string | undefined> {
  const [row] = await scope.db
    .delete(invitations)
    .where(and(eq(invitations.organizationId, scope.organizationId), eq(invitations.id, id)))
    .returning({ email: invitations.email });
  return row?.email;
}

/** One query whatever is wrong with the link, so that time tells nothing either. */
export async function findInvitationDetails(
  db: Database,
  link: InvitationLink,
): Promise<{ organizationName: string; hasAuthUser: boolean } | undefined> {
  const [row] = await db
    .select({
      organizationName: organizations.name,
      hasAuthUser: sql<boolean>`exists (select 1 from ${users} where ${users.email} = ${link.email})`,
    })
    .from(invitations)
    .innerJoin(organizations, eq(organizations.id, invitations.organizationId))
    .where(isOpen(link));
  return row;
}

/** Takes the invitation out of the table; of many at once exactly one gets it. */
export async function takeInvitation(
  db: Database,
  link: InvitationLink,
): Promise<InvitationRow | undefined> {
  const [row] = await db.delete(invitations).where(isOpen(link)).returning();
  return row;
}

function isOpen(link: InvitationLink) {
  return and(
    eq(invitations.organizationId, link.organizationId),
    eq(invitations.email, link.email),
    eq(invitations.tokenHash, link.tokenHash),
    sql`${invitations.expiresAt} > now()`,
  );
}
