import { emailDomain } from '../users/canonical-email.ts';
import { type EmailStanding, hasProvenEmail } from '../users/owns-email.ts';

/**
 * Tells if the operator enabled a feature for a user: by address, by its domain, or by `*`, which means every verified account.
 * An address or a domain counts only if the user has proven the address.
 */
export function isSwitchedOnFor(
  user: { email: string } & EmailStanding,
  people: readonly string[],
): boolean {
  if (!user.emailVerified) return false;
  if (people.includes('*')) return true;
  const own = [user.email.toLowerCase(), emailDomain(user.email)];
  return hasProvenEmail(user) && people.some((one) => own.includes(one.toLowerCase()));
}
