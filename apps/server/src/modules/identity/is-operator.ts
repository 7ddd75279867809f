import { canonicalEmail } from './canonical-email.ts';
import { type EmailStanding, ownsEmail } from './owns-email.ts';

/** An address that nobody has proven to be theirs makes nobody an operator. */
export function isOperator(
  user: { email: string } & EmailStanding,
  operators: readonly string[],
): boolean {
  return ownsEmail(user) && operators.some((one) => canonicalEmail(one) === user.email);
}
