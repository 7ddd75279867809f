import { emailDomain } from './canonical-email.ts';

/** Whether the address is on a domain whose people may create further organizations; `*` is every domain. */
export function mayCreateOrganizations(email: string, domains: readonly string[]): boolean {
  const own = emailDomain(email);
  return domains.some((domain) => domain === '*' || domain.toLowerCase() === own);
}
