import { type InvitationLink, isInvited } from './invitation-link.ts';

export type InvitationStage = 'sign-in' | 'accept' | 'form' | 'other-account';

interface Facts {
  link: InvitationLink;
  /** Null if nobody is signed in. */
  signedInEmail: string | null;
  /** True if the invited address has an account. */
  hasAuthUser: boolean;
}

/** The next step for a person with a valid invitation. */
export function invitationStage({ link, signedInEmail, hasAuthUser }: Facts): InvitationStage {
  if (signedInEmail === null) return hasAuthUser ? 'sign-in' : 'form';
  return isInvited(link, signedInEmail) ? 'accept' : 'other-account';
}
