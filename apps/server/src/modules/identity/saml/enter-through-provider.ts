import type { Database } from '../../../platform/database/db.ts';
import { ApiError } from '../../../platform/errors/api-error.ts';
import type { Platform } from '../../../platform/platform.ts';
import { issueCustomToken } from '../sessions/issue-custom-token.ts';
import { findOrCreateUser, voidUnprovenAccess } from '../users/external-user.ts';
import type { ProviderOrigin } from '../users/one-time-tokens.ts';
import {
  findMemberByEmail,
  findOrganizationName,
  isStillProvider,
} from './single-sign-on.queries.ts';

/** Whom the identity provider of an organization has signed in. */
export interface ProviderSignIn {
  origin: ProviderOrigin;
  /** Canonical address, within the organization's domain. */
  email: string;
}

/**
 * Makes an invited person a member, and deletes the invitation. `enterUser` finds or creates their user, if there is an open
 * invitation. Returns the id of the user; undefined without an invitation. Call it in a transaction.
 */
export type JoinInvited = (
  db: Database,
  invited: { organizationId: string; email: string },
  enterUser: () => Promise<string>,
) => Promise<string | undefined>;

/**
 * Issues a custom token for a member. The provider's word also accepts an open invitation of its organization, because it proves
 * the mailbox as the emailed link would.
 *
 * @throws ApiError `auth/user-not-found` for anybody else, and for disabled accounts
 */
export async function enterThroughProvider(
  platform: Platform,
  joinInvited: JoinInvited,
  { origin, email }: ProviderSignIn,
): Promise<{ authToken: string }> {
  const { organizationId } = origin;
  return platform.db.transaction(async (tx) => {
    const member = await findMemberByEmail(tx, organizationId, email);
    const invited = { organizationId, email };
    const userId =
      member?.id ?? (await joinInvited(tx, invited, () => findOrCreateUser(tx, email)));
    if (userId === undefined) throw await notAMember(tx, organizationId, email);
    if (!(await isStillProvider(tx, origin))) throw new ApiError('invalid_token');
    await voidUnprovenAccess(tx, userId);
    return { authToken: await issueCustomToken(platform, tx, userId, origin) };
  });
}

async function notAMember(db: Database, organizationId: string, email: string): Promise<ApiError> {
  const name = await findOrganizationName(db, organizationId);
  return new ApiError('auth/user-not-found', {
    message: `No user exists for: ${email}`,
    hint: `Ask an owner of ${name} to invite you, then sign in again.`,
  });
}
