import type { CountedMail } from '../../platform/mail/mail.ts';
import { type MailContent, renderMail } from '../../platform/mail/mail-template.ts';
import { mailboxOf } from '../identity/identity.ts';

/**
 * Returns the kind of the email, by which invitations are limited. It contains the organization's id, because members can
 * change the name.
 */
export function invitationKind(organizationId: string): string {
  return `invitation:${organizationId}`;
}

export function invitationMail(invitation: {
  publicUrl: string;
  organizationId: string;
  organizationName: string;
  email: string;
  token: string;
  inviterName: string;
  daysOpen: number;
}): CountedMail {
  const query = new URLSearchParams({
    organizationId: invitation.organizationId,
    email: invitation.email,
    token: invitation.token,
  });
  const inviter = invitation.inviterName || 'A colleague';
  const content: MailContent = {
    to: invitation.email,
    subject: `You are invited to join ${invitation.organizationName} on Parley`,
    paragraphs: [
      `${inviter} invites you to join ${invitation.organizationName} on Parley, where teams test and monitor their conversational applications.`,
    ],
    link: { label: 'Accept invitation', address: `${invitation.publicUrl}/invitation?${query}` },
    footnote: `The link is for ${invitation.email} and expires in ${invitation.daysOpen} days. If you don't know who invited you, you can ignore this email.`,
  };
  const { organizationId, email } = invitation;
  return {
    ...renderMail(content),
    kind: invitationKind(organizationId),
    mailbox: mailboxOf(email),
  };
}
