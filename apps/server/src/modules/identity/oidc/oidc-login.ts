/**
 * An attempt to sign in at a provider, from the redirect to the response. Its state is in the
 * database under a secret that the browser keeps. The provider gets the hash of that secret as the
 * nonce and returns it in the id token, so a code of another attempt is useless, whatever the state
 * says. The first response uses the attempt up, whatever its result.
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
  /** Spends an attempt. Throws `invalid_token` if no attempt has that secret. */
  redeem(secret: string): Promise<RedeemedAttempt>;
  /** Finds the user of the response, and creates the account if necessary. */
  enter(attempt: RedeemedAttempt, answer: OidcAnswer): Promise<ExternalUser>;
}

interface NewAttempt {
  /** Returned unchanged when the attempt is redeemed. */
  context: string;
  /** State that the provider returns besides the code. */
  state?: string;
}

interface BegunAttempt {
  /** URL at the provider to which the browser is redirected. */
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
  /** Issuer that the response names, if the response still contains it. */
  issuer?: string | undefined;
}

export interface OidcLoginOptions {
  provider: 'google' | 'ibm';
  /** Path below the public address, unique to the provider, so that responses cannot be mixed up. */
  redirectPath: string;
  /** True if the provider's email address must be one that may have an account. */
  judgesEmail: boolean;
}

/** Creates the sign-in by a provider; null if the operator has not configured the provider. */
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
