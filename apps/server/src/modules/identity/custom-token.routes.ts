/** Endpoints that issue a custom token, each for a different kind of proof. The token then signs in. */
import { identity as contract } from '@parley/contract';
import { ApiError } from '../../platform/errors/api-error.ts';
import { type Route, route } from '../../platform/http/http.ts';
import type { Platform } from '../../platform/platform.ts';
import { enterThroughProvider, type JoinInvited } from './saml/enter-through-provider.ts';
import { samlBrowserCookie, samlProofCookie } from './saml/saml-window.ts';
import { readCookie } from './sessions/cookies.ts';
import { issueCustomToken } from './sessions/issue-custom-token.ts';
import { isFromThisMachine } from './sessions/local-sign-in.ts';
import { requireOwnOrigin } from './sessions/own-origin.ts';
import { canonicalEmail } from './users/canonical-email.ts';
import { findUser } from './users/identity.queries.ts';
import { readToken, sha256, spendToken } from './users/one-time-tokens.ts';

export function customTokenRoutes(platform: Platform, joinInvited: JoinInvited): Route[] {
  const { config } = platform;
  return [
    route(contract.tokenForSAML, async ({ scope, body, request }) => {
      requireOwnOrigin(request, config.publicUrl);
      const proof = readCookie(request, samlProofCookie) ?? '';
      const asserted = await readToken(scope.db, 'saml-proof', proof);
      // A proof for another address is not used up.
      if (!asserted || asserted.payload.email !== canonicalEmail(body.email))
        throw new ApiError('invalid_token');
      if (asserted.payload.browser !== sha256(readCookie(request, samlBrowserCookie) ?? ''))
        throw new ApiError('invalid_token');
      if (!(await spendToken(scope.db, 'saml-proof', proof))) throw new ApiError('invalid_token');
      const { email, organizationId, providerStamp } = asserted.payload;
      const origin = { organizationId, ...(providerStamp && { providerStamp }) };
      return enterThroughProvider(platform, joinInvited, { origin, email });
    }),

    route(contract.getLoginToken, async ({ scope, params, request }) => {
      if (!isFromThisMachine(request, config)) throw new ApiError('not_found');
      const user = await findUser(scope.db, params.userId);
      if (!user) throw new ApiError('not_found');
      return { authToken: await issueCustomToken(platform, scope.db, user.id) };
    }),
  ];
}
