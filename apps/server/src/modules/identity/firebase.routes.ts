/**
 * Sign-in endpoints for installations whose accounts are in Firebase: identifying the user of a token, and exchanges. The other
 * endpoints are refused.
 */
import { identity as contract } from '@parley/contract';
import type { FastifyRequest } from 'fastify';
import type { Database } from '../../platform/database/db.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import { type Route, route } from '../../platform/http/http.ts';
import type { Platform } from '../../platform/platform.ts';
import { customTokenRoutes } from './custom-token.routes.ts';
import { isSamlSignIn } from './firebase/firebase-authenticate.ts';
import type { FirebaseUser, VerifyFirebaseToken } from './firebase/firebase-tokens.ts';
import {
  enterFirebaseUser,
  hasLeftProvider,
  isSignInOver,
  isSignInSince,
} from './firebase/firebase-users.ts';
import { enterThroughProvider, type JoinInvited } from './saml/enter-through-provider.ts';
import { findProvenProvider, stampOf } from './saml/single-sign-on.queries.ts';
import { requireOwnOrigin } from './sessions/own-origin.ts';
import { canonicalEmail, emailDomain } from './users/canonical-email.ts';
import { requireCompanyEmail } from './users/company-email.ts';
import type { ProviderOrigin } from './users/one-time-tokens.ts';

const keptElsewhere = [
  contract.signUp,
  contract.signIn,
  contract.signInWithToken,
  contract.signOut,
  contract.requestPasswordReset,
  contract.resetPassword,
  contract.changePassword,
  contract.provePassword,
];

export function firebaseRoutes(
  platform: Platform,
  verify: VerifyFirebaseToken,
  joinInvited: JoinInvited,
): Route[] {
  return [
    ...keptElsewhere.map((endpoint) =>
      route(endpoint, () => {
        throw new ApiError('auth/operation-not-allowed', {
          hint: 'This installation keeps its accounts in Firebase. Sign in there.',
        });
      }),
    ),

    route(contract.getAccessToken, async ({ request }) => {
      const token = bearerOf(request);
      const identity = token === null ? null : await verify(token);
      if (token === null || !identity || isSamlSignIn(identity)) {
        throw new ApiError('not_signed_in');
      }
      if (isGoogleSignIn(identity)) requireCompanyEmail(platform.config, identity.email ?? '');
      const user = await enterFirebaseUser(platform, identity);
      if (!user || isSignInOver(user, identity)) throw new ApiError('not_signed_in');
      if (await hasLeftProvider(platform.db, user, identity)) throw new ApiError('not_signed_in');
      if (user.disabledAt) throw new ApiError('auth/user-disabled');
      const { id, email, name } = user;
      return { user: { id, email, name }, token };
    }),

    route(contract.tokenForSAML, async ({ scope, body, request }) => {
      requireOwnOrigin(request, platform.config.publicUrl);
      const asserted = await readSamlSignIn(scope.db, verify, body.proof ?? '');
      if (asserted.email !== canonicalEmail(body.email)) throw new ApiError('invalid_token');
      const { email, ...origin } = asserted;
      return enterThroughProvider(platform, joinInvited, { origin, email });
    }),

    ...customTokenRoutes(platform, joinInvited).filter(
      ({ endpoint }) => endpoint !== contract.tokenForSAML,
    ),
  ];
}

function isGoogleSignIn({ signInProvider }: FirebaseUser): boolean {
  return signInProvider === 'google.com';
}

/**
 * Reads the SAML sign-in of a Firebase token. Firebase identifies the provider by the company's name, too, and the provider may
 * vouch only for its own domain. A Firebase sign-in can last forever, so it has to be newer than the provider's settings.
 */
async function readSamlSignIn(
  db: Database,
  verify: VerifyFirebaseToken,
  proof: string,
): Promise<ProviderOrigin & { email: string }> {
  const identity = await verify(proof);
  const email = canonicalEmail(identity?.email ?? '');
  if (!identity || !isSamlSignIn(identity) || email === null) throw new ApiError('invalid_token');
  const provider = await findProvenProvider(db, identity.signInProvider);
  if (!provider || emailDomain(email) !== provider.domain) throw new ApiError('invalid_token');
  if (!isSignInSince(identity, provider.changedAt)) throw new ApiError('invalid_token');
  const { organizationId } = provider;
  return { email, organizationId, providerStamp: stampOf(provider) };
}

function bearerOf({ headers }: FastifyRequest): string | null {
  return /^Bearer (\S+)$/i.exec(headers.authorization ?? '')?.[1] ?? null;
}
