import { type InvitationLink, isInvited } from './invitation-link.ts';

export type InvitationStage = 'sign-in' | 'accept' | 'form' | 'other-account';

interface Facts {
  link: InvitationLink;
  /** Null when nobody is signed in. */
  signedInEmail: string | null;
  /** The invited address has an account. */
  hasAuthUser: boolean;
}

/** What an invitation that the server has confirmed asks of whoever opens it. */
export function invitationStage({ link, signedInEmail, hasAuthUser }: Facts): InvitationStage {
  if (signedInEmail === null) return hasAuthUser ? 'sign-in' : 'form';
  return isInvited(link, signedInEmail) ? 'accept' : 'other-account';
}
