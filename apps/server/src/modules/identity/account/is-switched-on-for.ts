import { emailDomain } from '../users/canonical-email.ts';
import { type EmailStanding, hasProvenEmail } from '../users/owns-email.ts';

/**
 * Tells what the operator switched on for people: by their address, by its domain, or by `*`, which is
 * everybody whose account counts as verified. Address and domain count for whoever has proven the address.
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
