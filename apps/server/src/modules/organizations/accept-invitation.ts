import type { Body, organizations } from '@parley/contract';
import { inTransaction, type SessionScope } from '../../platform/database/scope.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import type { News } from '../../platform/live/news.ts';
import { recordAudit } from '../audit/audit.ts';
import {
  canonicalEmail,
  completeProfile,
  findUser,
  type JoinInvited,
  proveEmail,
} from '../identity/identity.ts';
import { hashInvitationToken } from './invitation-token.ts';
import { type InvitationRow, takeInvitation, takeInvitationOf } from './invitations.queries.ts';
import { insertMember } from './members.queries.ts';
import { tellMembersChanged } from './organization-news.ts';

type Profile = Body<typeof organizations.acceptInvitation>;

/**
 * Makes the caller a member of the organization that invited them, in the role of the invitation. The invitation is deleted
 * first, so only one of several attempts succeeds; the others get "not found", which the dashboard treats as accepted.
 */
export function acceptInvitation(
  news: News,
  scope: SessionScope,
  link: { organizationId: string; email: string; token: string },
  profile: Profile,
): Promise<void> {
  const email = canonicalEmail(link.email);
  if (!email) throw new ApiError('not_found');
  if (email !== scope.actor.email) {
    throw new ApiError('not_allowed', {
      message: 'This invitation is for another email address.',
      hint: `Sign in as ${email}.`,
    });
  }
  const tokenHash = hashInvitationToken(link.token);
  return inTransaction(scope, async (inside) => {
    const invitation = await takeInvitation(inside.db, { ...link, email, tokenHash });
    if (!invitation) throw new ApiError('not_found');
    await requireOwnMailbox(inside, invitation);
    const { organizationId, role } = invitation;
    const { userId } = scope.actor;
    const organization = { db: inside.db, organizationId };
    await insertMember(organization, { userId, role });
    const joined = { action: 'member.joined', target: email, detail: role } as const;
    await recordAudit({ ...organization, actor: scope.actor }, joined);
    if (profile?.fullName) {
      await completeProfile(inside.db, userId, {
        name: profile.fullName,
        jobTitle: profile.jobTitle,
        newsletter: profile.newsletter,
      });
    }
    await tellMembersChanged(news, organization, userId);
  });
}

/**
 * Returns a function that accepts the invitation of somebody whom the organization's identity provider has signed in. Such a
 * sign-in proves the mailbox, so nothing else is asked.
 */
export function joinInvitedBy(news: News): JoinInvited {
  return async (db, { organizationId, email }, enterUser) => {
    const invitation = await takeInvitationOf(db, { organizationId, email });
    if (!invitation) return undefined;
    const { role } = invitation;
    const userId = await enterUser();
    const organization = { db, organizationId };
    await insertMember(organization, { role, userId });
    const actor = { userId, email, emailVerified: true };
    const joined = { action: 'member.joined', target: email, detail: role } as const;
    await recordAudit({ ...organization, actor }, joined);
    await tellMembersChanged(news, organization, userId);
    return userId;
  };
}

/**
 * Verifies the mailbox, which the emailed link proves. Refuses accounts that were never verified or whose address was only
 * claimed, because an attacker may have created them and waited for the real person to be invited.
 */
async function requireOwnMailbox(scope: SessionScope, invitation: InvitationRow): Promise<void> {
  const user = await findUser(scope.db, scope.actor.userId);
  if (!user) throw new ApiError('not_signed_in');
  const hasWaited = !user.emailVerified && user.createdAt < invitation.createdAt;
  if (hasWaited || user.emailClaimed) {
    throw new ApiError('not_allowed', {
      message: 'The email address of your account is not verified.',
      hint: 'Open the link in the verification email, then accept the invitation.',
    });
  }
  await proveEmail(scope.db, user.id);
}
