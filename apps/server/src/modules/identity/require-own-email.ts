import { unverifiedEmail } from '../../platform/access.ts';
import { ApiError } from '../../platform/api-error.ts';
import type { SessionScope } from '../../platform/scope.ts';
import { findUser } from './identity.queries.ts';
import { ownsEmail } from './owns-email.ts';

/** For what goes by the address alone. Throws `not_allowed` where it may be somebody else's. */
export async function requireOwnEmail({ db, actor }: SessionScope): Promise<void> {
  const user = await findUser(db, actor.userId);
  if (!user) throw new ApiError('not_signed_in');
  if (!ownsEmail(user)) throw unverifiedEmail();
}
