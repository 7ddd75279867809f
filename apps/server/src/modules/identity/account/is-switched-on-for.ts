import { emailDomain } from '../users/canonical-email.ts';
import { type EmailStanding, hasProvenEmail } from '../users/owns-email.ts';

/**
 * Tells for whom the operator has enabled a feature: by address, by its domain, or by `*`, which is
 * everybody with a verified account. Address and domain count only if the address is proven.
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
