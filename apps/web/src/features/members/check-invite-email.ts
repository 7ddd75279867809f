import { emailPattern } from '@parley/contract';

export interface InviteEmailCheck {
  isValid: boolean;
  /** An error, or a note about a valid address. */
  message?: string;
  /** Set if the address already has an invitation, which is then resent. */
  invitationId?: string;
}

interface Known {
  members: readonly { email: string }[];
  invitations: readonly { id: string; email: string }[];
}

/** Applies the rules of the dialog in order. The first rule that matches decides. */
export function checkInviteEmail(email: string, { members, invitations }: Known): InviteEmailCheck {
  if (email === '') return { isValid: false };
  if (/[,;]/.test(email)) return refuse('Please enter only one email address');
  if (/\s/.test(email)) return refuse('Please enter a single valid email address without spaces');
  if (!emailPattern.test(email)) return refuse('Please enter a valid email address');
  if (members.some(isFor(email))) {
    return refuse('This user is already a member of the organization');
  }
  const invitation = invitations.find(isFor(email));
  if (!invitation) return { isValid: true };
  return {
    isValid: true,
    invitationId: invitation.id,
    message: 'This email has a pending invitation. Submitting will resend the invitation.',
  };
}

function refuse(message: string): InviteEmailCheck {
  return { isValid: false, message };
}

function isFor(email: string): (other: { email: string }) => boolean {
  return (other) => other.email.toLowerCase() === email.toLowerCase();
}
