export interface InvitationLink {
  organizationId: string;
  email: string;
  token: string;
}

/** @returns true if the signed-in user is the invited person; false if nobody is signed in */
export function isInvited({ email }: InvitationLink, signedInEmail: string | null): boolean {
  return signedInEmail?.toLowerCase() === email.toLowerCase();
}

/** Reads the parts of an invitation URL; null if a part is missing. */
export function invitationLinkOf(search: Partial<InvitationLink>): InvitationLink | null {
  const { organizationId, email, token } = search;
  return organizationId && email && token ? { organizationId, email, token } : null;
}
