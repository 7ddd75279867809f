import { sql } from 'drizzle-orm';
import type { Scope } from '../../platform/database/scope.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import { countMailsOfLastDay, hasEnoughMails } from '../../platform/mail/mail.ts';
import type { Platform } from '../../platform/platform.ts';
import { newId } from '../../platform/security/ids.ts';
import { recordAudit } from '../audit/audit.ts';
import { findUser, mailableEmail, mailboxOf } from '../identity/identity.ts';
import { invitationKind, invitationMail } from './invitation-mail.ts';
import { newInvitationToken } from './invitation-token.ts';
import {
  type InvitationRow,
  insertInvitation,
  lockInvitation,
  updateInvitation,
} from './invitations.queries.ts';
import { isEmailOfMember } from './members.queries.ts';
import { findOrganization } from './organizations.queries.ts';

const daysOpen = 7;

/**
 * Maximum number of invitations that an organization sends in 24 hours. Anyone can create an organization, and the emails
 * contain its name and come from the operator's server. Inviting a large team takes several days.
 */
const mailsPerDayMax = 200;

/** Invites an address. If it is already invited, the email is sent again. Call it in a transaction. */
export async function inviteMember(
  platform: Platform,
  scope: Scope,
  input: { email: string; role: 'admin' | 'member' },
): Promise<InvitationRow> {
  const email = mailableEmail(input.email);
  if (!email) throw new ApiError('invalid_request', { message: 'Not an email address.' });
  if (await isEmailOfMember(scope, email)) {
    throw new ApiError('conflict', {
      message: 'This user is already a member of the organization.',
      hint: 'Change the role in the list of members instead.',
    });
  }
  const { token, tokenHash } = newInvitationToken();
  const inserted = await insertInvitation(scope.db, {
    id: newId(),
    organizationId: scope.organizationId,
    email,
    role: input.role,
    invitedBy: scope.actor.userId,
    tokenHash,
    expiresAt: expiry,
  });
  if (inserted) {
    await refuseTooManyMails(scope, email);
    await recordAudit(scope, { action: 'invitation.sent', target: email, detail: input.role });
    await mailInvitation(platform, scope, email, token);
    return inserted;
  }
  const known = await lockInvitation(scope, { email });
  // The invitation was withdrawn or accepted between the two statements.
  if (!known) throw new ApiError('conflict', { hint: 'Send it again.' });
  return resendInvitation(platform, scope, known, input.role);
}

/** Emails a new link and invalidates the old one. Call it in a transaction that has locked the row. */
export async function resendInvitation(
  platform: Platform,
  scope: Scope,
  known: InvitationRow,
  role: 'admin' | 'member' = known.role,
): Promise<InvitationRow> {
  await refuseTooManyMails(scope, known.email);
  const { token, tokenHash } = newInvitationToken();
  const change = { role, tokenHash, expiresAt: expiry };
  // The invitation is valid only while its newest sender may invite.
  const invitedBy = scope.actor.userId;
  const updated = await updateInvitation(scope, known.id, { ...change, invitedBy });
  if (!updated) throw new ApiError('not_found');
  await recordAudit(scope, { action: 'invitation.resent', target: known.email, detail: role });
  await mailInvitation(platform, scope, known.email, token);
  return updated;
}

const expiry = sql<Date>`now() + make_interval(days => ${daysOpen})`;

/** Refuses to send more invitations than the limits allow. The transaction then keeps the existing link, which stays valid. */
async function refuseTooManyMails({ db, organizationId }: Scope, email: string): Promise<void> {
  const kind = invitationKind(organizationId);
  if (await hasEnoughMails(db, { to: email, kind, mailbox: mailboxOf(email) })) {
    throw new ApiError('too_many_requests', {
      message:
        'This address has received the maximum number of invitations per hour. Wait an hour before sending another.',
    });
  }
  if ((await countMailsOfLastDay(db, kind)) >= mailsPerDayMax) {
    throw new ApiError('too_many_requests', {
      message: `Your organization sent ${mailsPerDayMax} invitations within 24 hours.`,
      hint: 'Send the others tomorrow. Invitations are valid for a week.',
    });
  }
}

async function mailInvitation(
  { config, mail }: Platform,
  scope: Scope,
  email: string,
  token: string,
): Promise<void> {
  const inviter = await findUser(scope.db, scope.actor.userId);
  const message = invitationMail({
    publicUrl: config.publicUrl,
    organizationId: scope.organizationId,
    organizationName: await organizationName(scope),
    email,
    token,
    inviterName: inviter?.name ?? '',
    daysOpen,
  });
  await mail.queueMail(scope.db, message);
}

async function organizationName(scope: Scope): Promise<string> {
  const organization = await findOrganization(scope);
  if (!organization) throw new ApiError('not_found');
  return organization.name;
}
