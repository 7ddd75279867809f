import type { Config } from '../../../platform/config/config.ts';
import type { Database } from '../../../platform/database/db.ts';
import { ApiError } from '../../../platform/errors/api-error.ts';
import { canonicalEmail, emailDomain } from './canonical-email.ts';
import { isInvited } from './identity.queries.ts';

/**
 * Refuses a new account if the operator restricts sign-up. Invited users and the operators in PARLEY_OPERATORS may always sign
 * up. A company's single sign-on creates no accounts.
 * @param email canonical address
 * @throws ApiError `auth/sign-up-closed`
 */
export async function requireSignUp(
  { signUpFor, operators }: Pick<Config, 'signUpFor' | 'operators'>,
  db: Database,
  email: string,
): Promise<void> {
  if (signUpFor.includes('*') || signUpFor.includes(emailDomain(email))) return;
  if (operators.some((address) => canonicalEmail(address) === email)) return;
  if (!(await isInvited(db, email))) throw new ApiError('auth/sign-up-closed');
}
