/**
 * The identity library as a SAML service provider. It checks that a response is genuine: its signature, audience, recipient,
 * time, and that it was not used before. We decide to which request it belongs (saml-window.ts) and whom it signs in, so the
 * library returns the assertion and starts no session.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { sso } from '@better-auth/sso';
import { canonicalEmail } from '../users/canonical-email.ts';

/** Content of a genuine response. */
export interface Assertion {
  providerId: string;
  /** Canonical address; undefined if the response contains none that could receive email. */
  email: string | undefined;
}

/** Difference between the clocks of an identity provider and this server that is tolerated, in milliseconds. */
export const clockToleranceMs = 60_000;

const handedOver = new AsyncLocalStorage<{ assertion?: Assertion }>();

export function samlServiceProvider() {
  return sso({
    schema: { ssoProvider: { modelName: 'ssoProviders' } },
    // Our own endpoint stores providers, because it knows the organization and checks the permission.
    providersLimit: 0,
    disableImplicitSignUp: true,
    domainVerification: { enabled: true },
    saml: {
      clockSkew: clockToleranceMs,
      requireTimestamps: true,
      // The envelope need not name a request, because we require the request that the provider signed.
      allowIdpInitiated: true,
      algorithms: { onDeprecated: 'reject' },
    },
    resolveUser: (input) => {
      const box = handedOver.getStore();
      if (box && input.protocol === 'saml') {
        const email = emailIn(input.providerAttributes, input.accountKey.accountId);
        box.assertion = { providerId: input.providerId, email };
      }
      return { action: 'reject', code: 'HANDED_OVER' };
    },
  });
}

/**
 * Lets the library check a response.
 *
 * @returns the library's response, and the genuine assertion or null
 */
export async function collectAssertion(
  handle: () => Promise<Response>,
): Promise<{ response: Response; assertion: Assertion | null }> {
  const box: { assertion?: Assertion } = {};
  const response = await handedOver.run(box, handle);
  return { response, assertion: box.assertion ?? null };
}

/** Attributes in which identity providers send the address. Without them, it may be the name of the subject. */
const emailAttributes = [
  'email',
  'mail',
  'emailAddress',
  'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress',
  'urn:oid:0.9.2342.19200300.100.1.3',
];

function emailIn(attributes: Record<string, unknown>, subject: string): string | undefined {
  const values = [...emailAttributes.map((name) => attributes[name]), subject];
  const candidates = values.map((value) => (Array.isArray(value) ? value[0] : value));
  const emails = candidates.map((text) => (typeof text === 'string' ? canonicalEmail(text) : null));
  return emails.find((email) => email !== null) ?? undefined;
}
