import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { ApiError } from '../../../platform/errors/api-error.ts';
import type { Platform } from '../../../platform/platform.ts';
import { beginSession } from '../sessions/auth-session.ts';
import { type Auth, authPath } from '../sessions/better-auth.ts';
import { type OwnCookie, readCookie, sendCookie } from '../sessions/cookies.ts';
import {
  channelOf,
  closeWindow,
  windowError,
  windowLimits,
  windowPath,
} from '../sessions/sign-in-window.ts';
import { createOidcLogin } from './oidc-login.ts';

const redirectPath = `${authPath}/callback/google`;

/** Parameters with which Google redirects back. There is no code if the user cancels. */
const answerSchema = z.object({
  code: z.optional(z.string().check(z.maxLength(2048))),
  state: z.string().check(z.maxLength(512)),
  iss: z.optional(z.string().check(z.maxLength(512))),
});

/** Ties an attempt to the browser that started it. */
const attemptCookie: OwnCookie = { name: 'parley.google', path: redirectPath, maxAgeS: 600 };

/** Mounts the sign-in window for Google, which starts a session. */
export function mountGoogleWindow(app: FastifyInstance, platform: Platform, auth: Auth): void {
  const login = createOidcLogin(platform, {
    provider: 'google',
    redirectPath,
    judgesEmail: true,
  });

  app.get(`${windowPath}/google`, windowLimits, async (request, reply) => {
    const channel = channelOf(request);
    try {
      if (!login) throw new ApiError('auth/operation-not-allowed');
      const { address, secret } = await login.begin({ context: channel });
      sendCookie(reply, platform.config.publicUrl, attemptCookie, secret);
      return reply.redirect(address, 303);
    } catch (error) {
      return closeWindow(reply, channel, { error: windowError(request, error) });
    }
  });

  app.get(redirectPath, windowLimits, async (request, reply) => {
    let channel = '';
    try {
      const answer = z.safeParse(answerSchema, request.query);
      if (!login || !answer.success) throw new ApiError('invalid_token');
      const { code, state, iss: issuer } = answer.data;
      if (readCookie(request, attemptCookie) !== state) throw new ApiError('invalid_token');
      const attempt = await login.redeem(state);
      channel = attempt.context;
      if (code === undefined) return closeWindow(reply, channel, { error: 'auth/cancelled' });
      const { userId } = await login.enter(attempt, { code, state, issuer });
      await beginSession(auth, { userId }, request, reply);
      return closeWindow(reply, channel, {});
    } catch (error) {
      return closeWindow(reply, channel, { error: windowError(request, error) });
    }
  });
}
