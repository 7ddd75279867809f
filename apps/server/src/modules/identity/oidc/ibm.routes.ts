import { identity as contract } from '@parley/contract';
import { ApiError } from '../../../platform/errors/api-error.ts';
import { type Route, route } from '../../../platform/http/http.ts';
import type { Platform } from '../../../platform/platform.ts';
import { issueCustomToken } from '../sessions/issue-custom-token.ts';
import { requireOwnOrigin } from '../sessions/own-origin.ts';
import { rememberIbm } from '../users/identity.queries.ts';
import { createOidcLogin } from './oidc-login.ts';

/**
 * Sign-in for IBM customers. The state is the id of the customer's instance, which is no secret and protects nothing. The
 * secret of the attempt does: the browser tab keeps it, and IBM gets its hash as the nonce.
 */
export function ibmRoutes(platform: Platform): Route[] {
  const { config } = platform;
  const ibm = createOidcLogin(platform, {
    provider: 'ibm',
    // The dashboard page to which IBM redirects.
    redirectPath: '/ibm-login',
    // IBM customers enter their company's address when they create an organization.
    judgesEmail: false,
  });
  return [
    route(contract.startIbmLogin, async ({ body, request }) => {
      requireOwnOrigin(request, config.publicUrl);
      if (!ibm) throw new ApiError('auth/operation-not-allowed');
      const { instanceId } = body;
      const { address, secret } = await ibm.begin({ context: instanceId, state: instanceId });
      return { address, nonce: secret };
    }),

    route(contract.signInWithIbm, async ({ scope, body, request }) => {
      requireOwnOrigin(request, config.publicUrl);
      if (!ibm) throw new ApiError('auth/operation-not-allowed');
      const { code, instanceId, nonce } = body;
      const attempt = await ibm.redeem(nonce);
      if (instanceId !== attempt.context) throw new ApiError('invalid_token');
      const { userId, isNewUser } = await ibm.enter(attempt, { code, state: instanceId });
      await rememberIbm(scope.db, userId, { instanceId, isNewUser });
      return { authToken: await issueCustomToken(platform, scope.db, userId), isNewUser };
    }),
  ];
}
