import { emailDomain } from './canonical-email.ts';

/**
 * Whether the operator switched something on for the person with this address: by the address, by
 * its domain, or by `*`, which is everybody.
 */
export function isSwitchedOnFor(email: string, people: readonly string[]): boolean {
  const own = ['*', email.toLowerCase(), emailDomain(email)];
  return people.some((one) => own.includes(one.toLowerCase()));
}
