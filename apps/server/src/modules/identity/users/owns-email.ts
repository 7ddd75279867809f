/** Facts that decide what an address is good for. */
export interface EmailStanding {
  emailVerified: boolean;
  emailProvenAt: Date | null;
  emailClaimed: boolean;
}

/** @returns true if the account counts as verified, and the user did not merely claim the address */
export function ownsEmail({ emailVerified, emailClaimed }: EmailStanding): boolean {
  return emailVerified && !emailClaimed;
}

/**
 * @returns true if the address was proven to this installation: by an emailed link, by a provider that may vouch for it, or by
 * a command on the server's machine. Without PARLEY_VERIFY_EMAIL, accounts count as verified without proof, but rights that
 * depend on an address or a domain always require it.
 */
export function hasProvenEmail(standing: EmailStanding): boolean {
  return ownsEmail(standing) && standing.emailProvenAt !== null;
}
