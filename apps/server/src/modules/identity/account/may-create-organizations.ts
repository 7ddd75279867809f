import { emailDomain } from '../users/canonical-email.ts';
import { type EmailStanding, hasProvenEmail } from '../users/owns-email.ts';

/**
 * Tells who may create more organizations: people with a proven address on an enabled domain; `*`
 * is every domain.
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
