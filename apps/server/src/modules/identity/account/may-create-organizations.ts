import { emailDomain } from '../users/canonical-email.ts';
import { type EmailStanding, hasProvenEmail } from '../users/owns-email.ts';

/**
 * Tells if a user may create more than one organization. That requires a proven address at one of the domains; with `*`, a
 * verified account is enough.
 */
export function mayCreateOrganizations(
  user: { email: string } & EmailStanding,
  domains: readonly string[],
): boolean {
  if (!user.emailVerified) return false;
  if (domains.includes('*')) return true;
  const own = emailDomain(user.email);
  return hasProvenEmail(user) && domains.some((domain) => domain.toLowerCase() === own);
}
