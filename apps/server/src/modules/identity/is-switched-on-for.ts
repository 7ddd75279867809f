import { emailDomain } from './canonical-email.ts';

/**
 * Whether the operator switched something on for the person with this address: by the address, by
 * its domain, or by `*`, which is everybody. Nobody's who has not shown that the address is theirs.
 */
export function isSwitchedOnFor(
  { email, emailVerified }: { email: string; emailVerified: boolean },
  people: readonly string[],
): boolean {
  if (!emailVerified) return false;
  const own = ['*', email.toLowerCase(), emailDomain(email)];
  return people.some((one) => own.includes(one.toLowerCase()));
}
