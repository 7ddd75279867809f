export type InvitationStage = 'sign-in' | 'accept' | 'form' | 'other-account';

interface Facts {
  invitedEmail: string;
  /** Null when nobody is signed in. */
  signedInEmail: string | null;
  /** The invited address has an account. */
  hasAuthUser: boolean;
}

/** What an invitation that the server has confirmed asks of whoever opens it. */
export function invitationStage({
  invitedEmail,
  signedInEmail,
  hasAuthUser,
}: Facts): InvitationStage {
  if (signedInEmail === null) return hasAuthUser ? 'sign-in' : 'form';
  const isInvited = signedInEmail.toLowerCase() === invitedEmail.toLowerCase();
  return isInvited ? 'accept' : 'other-account';
}
