/** What tells whether an address may count for its user. */
export interface EmailStanding {
  emailVerified: boolean;
  emailClaimed: boolean;
}

/** @returns true if what rests on the address of a user, or on its domain, may be given to them. */
export function ownsEmail({ emailVerified, emailClaimed }: EmailStanding): boolean {
  return emailVerified && !emailClaimed;
}
