/** An OpenID Connect provider that accepts any identity. It replaces Google and IBM. */
import { createHash, generateKeyPairSync, randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import Provider, { type KoaContextWithOIDC } from 'oidc-provider';
import { createMemoryAdapter } from './memory-adapter.ts';
import { askWho, nameOf } from './people.ts';
import { readForm, sendPage } from './web.ts';

export interface OidcOptions {
  /** Name of the replaced provider, shown on the page. */
  title: string;
  issuer: string;
  clientId: string;
  clientSecret: string;
}

/** Session lifetime, just long enough for one sign-in, so that every sign-in asks who the user is. */
const sessionS = 5;

export function createOidcIdentityProvider({ title, issuer, clientId, clientSecret }: OidcOptions) {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const provider = new Provider(issuer, {
    adapter: createMemoryAdapter(),
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), alg: 'RS256', use: 'sig' }] },
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        // Checked below: any page on this machine is allowed.
        redirect_uris: [`${issuer}/unused`],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    // Stricter than Google and IBM, so that clients prove that they support PKCE.
    pkce: { required: () => true },
    // Include the requested claims in the id token, as Google does.
    conformIdTokenClaims: false,
    cookies: { keys: [randomBytes(32).toString('base64url')] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, { uid }) => `${issuer}/who/${uid}` },
    ttl: { Session: sessionS, Interaction: 600, Grant: 600, AccessToken: 600, IdToken: 600 },
    findAccount: (_context, email) => ({ accountId: email, claims: () => claimsOf(email) }),
    loadExistingGrant: grantEverything,
  });
  provider.Client.prototype.redirectUriAllowed = (uri: string) =>
    ['localhost', '127.0.0.1', '[::1]'].includes(new URL(uri).hostname);
  const answer = provider.callback();

  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const path = new URL(request.url ?? '/', issuer).pathname;
    if (!path.startsWith('/who/')) return answer(request, response);
    if (request.method !== 'POST') return sendPage(response, askWho(title, issuer + path));
    const accountId = (await readForm(request)).get('email') ?? '';
    await provider.interactionFinished(request, response, { login: { accountId } });
  };
}

/**
 * Claims of a user. Two kinds of addresses have a purpose: `unverified…@` is an address that the provider does not vouch for,
 * and `nameless…@` is a user without an address.
 */
function claimsOf(email: string) {
  const sub = createHash('sha256').update(email).digest('hex').slice(0, 24);
  if (email.startsWith('nameless')) return { sub };
  return { sub, email, email_verified: !email.startsWith('unverified'), name: nameOf(email) };
}

/** Grants everything without asking for consent. */
async function grantEverything({ oidc }: KoaContextWithOIDC) {
  const accountId = oidc.session?.accountId;
  const clientId = oidc.client?.clientId;
  if (accountId === undefined || clientId === undefined) return undefined;
  const grant = new oidc.provider.Grant({ accountId, clientId });
  grant.addOIDCScope('openid email profile');
  await grant.save();
  return grant;
}
