import { APIError, createAuthEndpoint } from 'better-auth/api';
import { setSessionCookie } from 'better-auth/cookies';
import * as z from 'zod';

/**
 * Creates a library plugin that starts a session for a user who was already authenticated, for example by a custom token. It
 * has no HTTP endpoint.
 */
export function signInAs() {
  return {
    id: 'sign-in-as',
    endpoints: {
      signInAs: createAuthEndpoint.serverOnly(
        {
          method: 'POST',
          body: z.object({ userId: z.string(), organizationId: z.optional(z.string()) }),
        },
        async (context) => {
          const { internalAdapter } = context.context;
          const { userId, organizationId } = context.body;
          const user = await internalAdapter.findUserById(userId);
          if (!user) throw new APIError('NOT_FOUND', { code: 'USER_NOT_FOUND' });
          const origin = organizationId ? { providerOrganizationId: organizationId } : {};
          const session = await internalAdapter.createSession(user.id, false, origin);
          await setSessionCookie(context, { session, user });
          return { userId: user.id, token: session.token };
        },
      ),
    },
  };
}
