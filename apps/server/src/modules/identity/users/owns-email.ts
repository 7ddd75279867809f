/** Facts that decide if an address counts for its user. */
export interface EmailStanding {
  emailVerified: boolean;
  emailProvenAt: Date | null;
  emailClaimed: boolean;
}

/** @returns true if the account counts as verified by the address that it has. */
export function ownsEmail({ emailVerified, emailClaimed }: EmailStanding): boolean {
  return emailVerified && !emailClaimed;
}

/**
 * @returns true if the address was proven to this installation: by a mailed link, by a provider
 * that may vouch for it, or by a command on the machine. Without PARLEY_VERIFY_EMAIL, accounts
 * count as verified without proof, but rights of an address or a domain always require it.
 */
export function hasProvenEmail(standing: EmailStanding): boolean {
  return ownsEmail(standing) && standing.emailProvenAt !== null;
}
