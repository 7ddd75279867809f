import { roleAllows, roles } from '@parley/contract';
import { and, asc, eq, exists, inArray, type SQL, sql } from 'drizzle-orm';
import type { PgInsertValue } from 'drizzle-orm/pg-core';
import { invitations, memberships, organizations } from '../../db/schema/organizations.ts';
import { users } from '../../db/schema/users.ts';
import type { Database } from '../../platform/database/db.ts';
import type { Scope, WorkScope } from '../../platform/database/scope.ts';

export type InvitationRow = typeof invitations.$inferSelect;

/** Content of an emailed link, which identifies an invitation. */
export interface InvitationLink {
  organizationId: string;
  /** Canonical address. */
  email: string;
  tokenHash: string;
}

/** Maximum length of the list. The members page shows the whole list. */
const invitationsMax = 10_000;

export function listInvitations(scope: Scope): Promise<InvitationRow[]> {
  return scope.db
    .select()
    .from(invitations)
    .where(eq(invitations.organizationId, scope.organizationId))
    .orderBy(asc(invitations.createdAt), asc(invitations.id))
    .limit(invitationsMax);
}

/** Finds and locks an invitation, so that concurrent requests to resend it are handled one after the other. */
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

/** Inserts an invitation; undefined if the address is already invited. */
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
  change: Partial<Pick<InvitationRow, 'role' | 'tokenHash' | 'invitedBy'>> & {
    expiresAt?: SQL<Date>;
  },
): Promise<InvitationRow | undefined> {
  const [row] = await scope.db
    .update(invitations)
    .set(change)
    .where(and(eq(invitations.organizationId, scope.organizationId), eq(invitations.id, id)))
    .returning();
  return row;
}

/** Deletes an invitation and returns the invited address; undefined if there is none. */
export async function deleteInvitation(scope: Scope, id: string): Promise<string | undefined> {
  const [row] = await scope.db
    .delete(invitations)
    .where(and(eq(invitations.organizationId, scope.organizationId), eq(invitations.id, id)))
    .returning({ email: invitations.email });
  return row?.email;
}

/** Deletes the open invitations of a member who may no longer invite others, and returns the invited addresses. */
export async function withdrawInvitationsBy(scope: WorkScope, userId: string): Promise<string[]> {
  const withdrawn = await scope.db
    .delete(invitations)
    .where(
      and(eq(invitations.organizationId, scope.organizationId), eq(invitations.invitedBy, userId)),
    )
    .returning({ email: invitations.email });
  return withdrawn.map(({ email }) => email);
}

/** Finds an open invitation in a single query, so that the duration does not reveal what is wrong with a link. */
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
    .where(isOpen(db, link));
  return row;
}

/** Deletes an open invitation and returns it. Exactly one of several concurrent requests gets it. */
export async function takeInvitation(
  db: Database,
  link: InvitationLink,
): Promise<InvitationRow | undefined> {
  const [row] = await db.delete(invitations).where(isOpen(db, link)).returning();
  return row;
}

/** Like `takeInvitation`, but for an address that was proven otherwise than by the emailed link. */
export async function takeInvitationOf(
  db: Database,
  invited: Omit<InvitationLink, 'tokenHash'>,
): Promise<InvitationRow | undefined> {
  const [row] = await db.delete(invitations).where(isOpenFor(db, invited)).returning();
  return row;
}

function isOpen(db: Database, link: InvitationLink) {
  return and(eq(invitations.tokenHash, link.tokenHash), isOpenFor(db, link));
}

function isOpenFor(db: Database, { organizationId, email }: Omit<InvitationLink, 'tokenHash'>) {
  return and(
    eq(invitations.organizationId, organizationId),
    eq(invitations.email, email),
    sql`${invitations.expiresAt} > now()`,
    // Invitations are valid only while their sender is a member who may invite.
    exists(
      db
        .select({ userId: memberships.userId })
        .from(memberships)
        .where(
          and(
            eq(memberships.organizationId, invitations.organizationId),
            eq(memberships.userId, invitations.invitedBy),
            inArray(memberships.role, inviters),
          ),
        ),
    ),
  );
}

const inviters = roles.filter((one) => roleAllows(one, 'members.manage'));
