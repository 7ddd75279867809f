/**
 * An attempt to sign in at a provider, from the way out to the way back. What it remembers lies in the
 * database under a secret that is the `state`, or its end; the same secret in a cookie ties the attempt to
 * the browser that began. It is spent by the first answer, whatever comes of that.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../../platform/api-error.ts';
import type { Platform } from '../../platform/platform.ts';
import { type OwnCookie, readCookie, sendCookie } from './cookies.ts';
import { type ExternalUser, findOrCreateExternalUser } from './external-user.ts';
import { createOidcProvider, newAttempt, type OidcAttempt } from './oidc-provider.ts';
import { issueToken, spendToken } from './one-time-tokens.ts';

export interface OidcLogin {
  /** The address at the provider. `context` is there again when the answer comes. */
  begin(reply: FastifyReply, context: string): Promise<string>;
  /** The attempt that an answer belongs to. Throws `invalid_token` if there is none in this browser. */
  redeem(request: FastifyRequest, state: string): Promise<RedeemedAttempt>;
  /** Whom the answer stands for. The account is made if need be. */
  enter(attempt: RedeemedAttempt, answer: OidcAnswer): Promise<ExternalUser>;
}

export interface RedeemedAttempt extends OidcAttempt {
  context: string;
}

export interface OidcAnswer {
  code: string;
  state: string;
  /** As the provider names itself in the answer, where the answer still shows it. */
  issuer?: string | undefined;
}

export interface OidcLoginOptions {
  provider: 'google' | 'ibm';
  /** Below the public address. No other provider has it, so answers cannot be mixed up. */
  redirectPath: string;
  cookiePath: string;
  /** Whether the state begins with the context and a dot, for the page that gets the answer. */
  isContextShown: boolean;
}

/** Null where the operator has not configured the provider. */
export function createOidcLogin(
  { config, db, log }: Platform,
  { provider, redirectPath, cookiePath, isContextShown }: OidcLoginOptions,
): OidcLogin | null {
  const credentials = config.signIn[provider];
  if (!credentials) return null;
  const oidc = createOidcProvider(credentials);
  const redirectUri = config.publicUrl + redirectPath;
  const cookie: OwnCookie = { name: `parley.${provider}`, path: cookiePath, maxAgeS: 600 };

  return {
    async begin(reply, context) {
      const attempt = newAttempt();
      const payload = { provider, context, ...attempt };
      const secret = await issueToken(db, 'oidc-attempt', { payload });
      sendCookie(reply, config.publicUrl, cookie, secret);
      const state = isContextShown ? `${context}.${secret}` : secret;
      return (await oidc.begin(redirectUri, state, attempt)).href;
    },

    async redeem(request, state) {
      const secret = state.slice(state.lastIndexOf('.') + 1);
      if (readCookie(request, cookie) !== secret) throw new ApiError('invalid_token');
      const spent = await spendToken(db, 'oidc-attempt', secret);
      if (spent?.payload.provider !== provider) throw new ApiError('invalid_token');
      const { context } = spent.payload;
      if (isContextShown && state !== `${context}.${secret}`) throw new ApiError('invalid_token');
      return spent.payload;
    },

    async enter(attempt, { code, state, issuer = credentials.issuer }) {
      const answer = new URL(redirectUri);
      answer.search = new URLSearchParams({ code, state, iss: issuer }).toString();
      const identity = await oidc.finish(answer, state, attempt).catch((error: unknown) => {
        if (error instanceof ApiError) throw error;
        log.warn({ err: error, provider }, 'The answer of a sign-in provider was refused');
        throw new ApiError('invalid_token', { cause: error });
      });
      return db.transaction((tx) => findOrCreateExternalUser(tx, provider, identity));
    },
  };
}
