/**
 * An attempt to sign in through a provider, from the redirect to the response. Its state is in the database, under a secret
 * that the browser keeps. The provider gets a hash of that secret as the nonce and returns it in the ID token, so a code of
 * another attempt is useless, whatever its state is. The first response uses up the attempt, whatever the result.
 */
import { createHash } from 'node:crypto';
import { ApiError } from '../../../platform/errors/api-error.ts';
import type { Platform } from '../../../platform/platform.ts';
import { requireCompanyEmail } from '../users/company-email.ts';
import { type ExternalUser, findOrCreateExternalUser } from '../users/external-user.ts';
import { issueToken, spendToken } from '../users/one-time-tokens.ts';
import { requireSignUp } from '../users/require-sign-up.ts';
import { createOidcProvider, newCodeVerifier, type OidcAttempt } from './oidc-provider.ts';

export interface OidcLogin {
  begin(attempt: NewAttempt): Promise<BegunAttempt>;
  /**
   * Uses up an attempt.
   *
   * @throws ApiError `invalid_token` if no open attempt has this secret
   */
  redeem(secret: string): Promise<RedeemedAttempt>;
  /** Finds the user of the response, or creates an account. */
  enter(attempt: RedeemedAttempt, answer: OidcAnswer): Promise<ExternalUser>;
}

interface NewAttempt {
  /** Returned unchanged when the attempt is redeemed. */
  context: string;
  /** State that the provider returns with the code. Default: the secret. */
  state?: string;
}

interface BegunAttempt {
  /** URL of the provider to which the browser is redirected. */
  address: string;
  /** Secret that the browser keeps until it returns. */
  secret: string;
}

interface RedeemedAttempt extends OidcAttempt {
  context: string;
}

interface OidcAnswer {
  code: string;
  state: string;
  /** Issuer that the response names. Default: the configured one. */
  issuer?: string | undefined;
}

export interface OidcLoginOptions {
  provider: 'google' | 'ibm';
  /** Path below the public URL. It is unique to the provider, so that responses cannot be mixed up. */
  redirectPath: string;
  /** True if the provider's email address has to follow the rule for company addresses. */
  judgesEmail: boolean;
}

/** Creates the sign-in through a provider; null if the provider is not configured. */
export function createOidcLogin(
  { config, db, log }: Platform,
  { provider, redirectPath, judgesEmail }: OidcLoginOptions,
): OidcLogin | null {
  const credentials = config.signIn[provider];
  if (!credentials) return null;
  const oidc = createOidcProvider(credentials, log);
  const redirectUri = config.publicUrl + redirectPath;

  return {
    async begin({ context, state }) {
      const codeVerifier = newCodeVerifier();
      const payload = { provider, context, codeVerifier };
      const secret = await issueToken(db, 'oidc-attempt', { payload });
      const attempt = { nonce: nonceOf(secret), codeVerifier };
      const { href } = await oidc.begin(redirectUri, state ?? secret, attempt);
      return { address: href, secret };
    },

    async redeem(secret) {
      const spent = await spendToken(db, 'oidc-attempt', secret);
      if (spent?.payload.provider !== provider) throw new ApiError('invalid_token');
      return { ...spent.payload, nonce: nonceOf(secret) };
    },

    async enter(attempt, { code, state, issuer = credentials.issuer }) {
      const answer = new URL(redirectUri);
      answer.search = new URLSearchParams({ code, state, iss: issuer }).toString();
      const identity = await oidc.finish(answer, state, attempt).catch((error: unknown) => {
        if (error instanceof ApiError) throw error;
        log.warn({ err: error, provider }, 'The answer of a sign-in provider was refused');
        throw new ApiError('invalid_token', { cause: error });
      });
      if (judgesEmail && identity.email) requireCompanyEmail(config, identity.email);
      return db.transaction((tx) =>
        findOrCreateExternalUser(tx, provider, identity, (...who) => requireSignUp(config, ...who)),
      );
    },
  };
}

/** Derives the nonce from the secret. It differs from the hash under which the secret is stored. */
function nonceOf(secret: string): string {
  return createHash('sha256').update(`nonce ${secret}`).digest('base64url');
}
