import { identity, organizations } from '@parley/contract';
import { call, isUnknown } from '#/lib/api.ts';
import { useAuthStore } from '#/lib/session/auth-store.ts';
import { reloadUser } from '#/lib/session/session.ts';
import { domainState } from './verification-state.ts';
import { readVerificationToken } from './verification-token.ts';

/** States of the page that a verification link opens, with the names from the specification. */
export type LandingState =
  | 'loading'
  | 'success'
  | 'already_verified'
  | 'domain_exists_active'
  | 'domain_exists_inactive'
  | 'invalid_token'
  | 'error';

/**
 * Verifies the email address in the token of a link, and activates the organization that waited for it. No session is needed,
 * because the token is the proof and the server always checks it completely.
 */
export async function verifyEmail(token: string): Promise<LandingState> {
  const claims = readVerificationToken(token);
  if (!claims) return 'invalid_token';
  const { userId, email, organizationId } = claims;
  try {
    const user = await call(identity.getUser, { params: { id: userId } });
    // Only the users themselves see that their address is unproven. To others, they are not verified.
    const isWaiting = 'hasUnprovenEmail' in user && user.hasUnprovenEmail;
    if (user.verified && !isWaiting) return 'already_verified';
    await call(identity.verifyEmail, { query: { email }, body: { token } });
    const others = domainState(
      await call(organizations.listOrganizationsOfDomain, { query: { email, token } }),
    );
    if (others) return others;
    if (organizationId !== '') await activate(userId, organizationId, token);
    if (useAuthStore.getState().user) await reloadUser();
    return 'success';
  } catch (error) {
    console.warn('Failed to verify the email.', error);
    return 'error';
  }
}

/**
 * Activates the organization. A link that was sent before the user had an organization contains `default`, and can be opened
 * before an organization exists.
 */
async function activate(userId: string, orgId: string, token: string): Promise<void> {
  try {
    await call(organizations.activateOrganization, { params: { userId, orgId }, body: { token } });
  } catch (error) {
    if (orgId !== 'default' || !isUnknown(error)) throw error;
  }
}
