import type { Invitation, Member, Organization } from '@parley/contract';
import type { Scope } from '../../platform/database/scope.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import { type InvitationRow, listInvitations } from './invitations.queries.ts';
import { listMembers, type MemberRow } from './members.queries.ts';
import { findOrganization } from './organizations.queries.ts';

/** Presents the organization for the dashboard, with its members and invitations. */
export async function presentOrganization(scope: Scope): Promise<Organization> {
  const row = await findOrganization(scope);
  if (!row) throw new ApiError('not_found');
  const members = await listMembers(scope);
  const invitations = await listInvitations(scope);
  return {
    id: row.id,
    name: row.name,
    apiURL: row.apiUrl,
    subscription: {
      status: row.subscriptionStatus,
      planId: row.planId,
      endDate: row.subscriptionEndsAt?.toISOString() ?? null,
    },
    creationDate: row.createdAt.toISOString(),
    requiresActivation: row.requiresActivation,
    members: members.map(presentMember),
    invitations: invitations.map(presentInvitation),
  };
}

export function presentMember(row: MemberRow): Member {
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    role: row.role,
    addedDate: row.addedAt.toISOString(),
    lastActive: row.lastActiveAt?.toISOString() ?? null,
  };
}

export function presentInvitation(row: InvitationRow): Invitation {
  return {
    id: row.id,
    email: row.email,
    role: row.role,
    creationDate: row.createdAt.toISOString(),
  };
}
