import * as contract from '@parley/contract';
import { roleAllows } from '@parley/contract';
import { deleteAlertChannelsBy } from '../../db/delete-alert-channels.ts';
import { endRunSharesBy } from '../../db/end-run-shares.ts';
import { inTransaction, type Scope } from '../../platform/database/scope.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import { type Route, route } from '../../platform/http/http.ts';
import type { Platform } from '../../platform/platform.ts';
import { recordAudit } from '../audit/audit.ts';
import { endProviderSessions } from '../identity/identity.ts';
import { withdrawInvitationsBy } from './invitations.queries.ts';
import { changeRole, deleteMember, findMember } from './members.queries.ts';
import { tellMembersChanged } from './organization-news.ts';
import { presentMember } from './present-organization.ts';

const endpoints = contract.organizations;

export function membersRoutes({ news }: Platform): Route[] {
  return [
    route(endpoints.changeMemberRole, ({ scope, params, body }) =>
      inTransaction(scope, async (inside) => {
        const isChanged = await changeRole(inside, params.memberId, body.role);
        if (!isChanged) throw await whyUntouched(inside, params.memberId);
        await tellMembersChanged(news, inside, params.memberId);
        const member = await findMember(inside, params.memberId);
        if (!member) throw new ApiError('not_found');
        const { email: target, role: detail } = member;
        await recordAudit(inside, { action: 'member.role-changed', target, detail });
        if (!roleAllows(body.role, 'members.manage'))
          await withdrawInvitations(inside, params.memberId);
        if (!roleAllows(body.role, 'runs.start')) await endRunShares(inside, params.memberId);
        return presentMember(member);
      }),
    ),

    route(endpoints.removeMember, ({ scope, params, query }) =>
      inTransaction(scope, async (inside) => {
        const member = await findMember(inside, params.memberId);
        // Before the member is deleted, because share links are deleted with the membership and the audit log names their
        // suites.
        await endRunShares(inside, params.memberId);
        const isRemoved = await deleteMember(inside, params.memberId);
        if (!isRemoved) throw await whyUntouched(inside, params.memberId);
        const target = member?.email ?? '';
        await recordAudit(inside, { action: 'member.removed', target });
        await withdrawInvitations(inside, params.memberId);
        if (query.alertChannels === 'delete') await deleteAlertChannels(inside, params.memberId);
        await endProviderSessions(inside.db, {
          userId: params.memberId,
          organizationId: inside.organizationId,
        });
        await tellMembersChanged(news, inside, params.memberId);
        return undefined;
      }),
    ),
  ];
}

/** Deletes open invitations of a member who may no longer invite others. */
async function withdrawInvitations(scope: Scope, userId: string): Promise<void> {
  for (const target of await withdrawInvitationsBy(scope, userId)) {
    await recordAudit(scope, { action: 'invitation.deleted', target });
  }
}

/** Revokes share links of a member who may no longer share runs. */
async function endRunShares(scope: Scope, userId: string): Promise<void> {
  for (const { suiteName } of await endRunSharesBy(scope.db, userId, scope.organizationId)) {
    await recordAudit(scope, { action: 'run.share-ended', target: suiteName });
  }
}

/** Deletes the alert channels of a removed member. Unless this is requested, the channels keep working. */
async function deleteAlertChannels(scope: Scope, userId: string): Promise<void> {
  for (const { name, targetShown } of await deleteAlertChannelsBy(scope, userId)) {
    const detail = targetShown;
    await recordAudit(scope, { action: 'alert-channel.deleted', target: name, detail });
  }
}

/** Explains why a member was neither changed nor removed. Owners never are, so an organization always keeps one. */
async function whyUntouched(scope: Scope, userId: string): Promise<ApiError> {
  if (!(await findMember(scope, userId))) return new ApiError('not_found');
  return new ApiError('last_owner', {
    message: 'The owner of an organization can be neither changed nor removed.',
  });
}
