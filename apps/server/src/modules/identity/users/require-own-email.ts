import type { SessionScope } from '../../../platform/database/scope.ts';
import { ApiError } from '../../../platform/errors/api-error.ts';
import { unverifiedEmail } from '../../../platform/http/access.ts';
import { findUser } from './identity.queries.ts';
import { ownsEmail } from './owns-email.ts';

/**
 * Guards actions that rely on the address alone.
 * @throws ApiError `not_allowed` if the address may belong to someone else
 */
export async function requireOwnEmail({ db, actor }: SessionScope): Promise<void> {
  const user = await findUser(db, actor.userId);
  if (!user) throw new ApiError('not_signed_in');
  if (!ownsEmail(user)) throw unverifiedEmail();
}
