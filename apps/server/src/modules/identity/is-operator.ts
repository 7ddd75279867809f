import { canonicalEmail } from './canonical-email.ts';

/** An address that nobody has proven to be theirs makes nobody an operator. */
export function isOperator(
  { email, emailVerified }: { email: string; emailVerified: boolean },
  operators: readonly string[],
): boolean {
  return emailVerified && operators.some((one) => canonicalEmail(one) === email);
}
