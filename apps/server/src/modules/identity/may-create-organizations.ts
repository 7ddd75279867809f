import { emailDomain } from './canonical-email.ts';

/**
 * Whether the address, if it is shown to be theirs, is on a domain whose people may create further
 * organizations; `*` is every domain.
 */
export function mayCreateOrganizations(
  { email, emailVerified }: { email: string; emailVerified: boolean },
  domains: readonly string[],
): boolean {
  if (!emailVerified) return false;
  const own = emailDomain(email);
  return domains.some((domain) => domain === '*' || domain.toLowerCase() === own);
}
