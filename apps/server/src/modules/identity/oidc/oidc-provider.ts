/** An OpenID Connect identity provider: where to redirect users, and how to check the response. */
import * as client from 'openid-client';
import type { OidcClient } from '../../../platform/config/sign-in-config.ts';
import { logFailures, operatorFetch } from '../../../platform/egress/operator-services.ts';
import { ApiError } from '../../../platform/errors/api-error.ts';
import type { Log } from '../../../platform/observability/log.ts';
import type { OidcIdentity } from '../users/external-user.ts';

/** Values of an attempt that are needed to check the response. */
export interface OidcAttempt {
  nonce: string;
  codeVerifier: string;
}

export interface OidcProvider {
  begin(redirectUri: string, state: string, attempt: OidcAttempt): Promise<URL>;
  /**
   * Checks the response. `answer` is the URL to which the provider redirected the browser.
   *
   * @throws if the response is not genuine
   */
  finish(answer: URL, state: string, attempt: OidcAttempt): Promise<OidcIdentity>;
}

const timeoutS = 10;
const answerBytesMax = 1024 * 1024;

export function newCodeVerifier(): string {
  return client.randomPKCECodeVerifier();
}

export function createOidcProvider(
  { issuer, clientId, clientSecret }: OidcClient,
  log: Log,
): OidcProvider {
  // No fixed address, because providers use several hosts for tokens, keys and user data.
  const askProvider = operatorFetch({
    name: 'identity provider',
    timeoutMs: timeoutS * 1000,
    answerBytesMax,
    onFailure: logFailures(log),
  });
  let discovered: Promise<client.Configuration> | null = null;

  /** Discovers the provider on first use, so that an unavailable provider does not affect others. */
  function discover(): Promise<client.Configuration> {
    discovered ??= client
      .discovery(new URL(issuer), clientId, undefined, client.ClientSecretPost(clientSecret), {
        timeout: timeoutS,
        [client.customFetch]: (url, request) => askProvider(url, request as RequestInit),
        execute: [
          // Checks the signatures of ID tokens even though they come directly from the provider.
          client.enableNonRepudiationChecks,
          ...(new URL(issuer).protocol === 'http:' ? [client.allowInsecureRequests] : []),
        ],
      })
      .catch((cause: unknown) => {
        discovered = null;
        throw new ApiError('unavailable', { message: 'The sign-in provider is away.', cause });
      });
    return discovered;
  }

  return {
    async begin(redirectUri, state, { nonce, codeVerifier }) {
      return client.buildAuthorizationUrl(await discover(), {
        redirect_uri: redirectUri,
        scope: 'openid email profile',
        state,
        nonce,
        code_challenge: await client.calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
      });
    },

    async finish(answer, state, { nonce, codeVerifier }) {
      const configuration = await discover();
      const tokens = await client.authorizationCodeGrant(configuration, answer, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: codeVerifier,
        idTokenExpected: true,
      });
      const claims = tokens.claims();
      if (!claims) throw new Error('The provider sent no id token');
      const told = claims.email
        ? claims
        : await client.fetchUserInfo(configuration, tokens.access_token, claims.sub);
      return {
        subject: claims.sub,
        email: typeof told.email === 'string' ? told.email : undefined,
        isEmailVerified: told.email_verified === true,
        name: typeof told.name === 'string' ? told.name : '',
      };
    },
  };
}
