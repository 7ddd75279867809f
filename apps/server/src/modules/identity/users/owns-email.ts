/** What tells whether an address may count for its user. */
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
 * @returns true if the address was proven to this installation: by a mailed link, by a provider that
 * speaks for it, or by a command on the machine. Accounts count as verified without that where nobody is
 * asked (PARLEY_VERIFY_EMAIL). Powers that go with an address or a domain go with a proven one alone.
 */
export function hasProvenEmail(standing: EmailStanding): boolean {
  return ownsEmail(standing) && standing.emailProvenAt !== null;
}
