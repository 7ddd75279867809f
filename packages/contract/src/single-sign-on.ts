/** Single sign-on of an organization: the SAML identity provider for its email domain. */
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';

const path = '/internal/v1/users/{userId}/organizations/{orgId}/single-sign-on';

export const companyPattern = /^[a-z0-9][a-z0-9._-]{0,62}$/;

/** Company name that people enter on the sign-in page. The provider's id is this name with the prefix `saml.`. */
const company = z
  .string()
  .check(
    z.trim(),
    z.toLowerCase(),
    z.regex(companyPattern, 'Letters, digits, dots, hyphens and underscores.'),
  );

const domain = z.string().check(z.trim(), z.minLength(1), z.maxLength(253));

export const metadataLengthMax = 100_000;

/**
 * Reasons for which the response of an identity provider is refused. Only the connection test of the organization's own
 * administrators gets them.
 */
export const samlRefusalReasons = [
  /** It is not a SAML response, or has unusual markup. */
  'unreadable',
  /** The identity provider did not sign the user in. */
  'declined',
  'encrypted',
  /** The assertion has no signature. */
  'unsigned',
  'weak-algorithm',
  /** It is signed with a certificate that is not in the metadata. */
  'certificate',
  /** The signature does not match the content. */
  'signature',
  'no-validity-period',
  /** It is not valid yet. */
  'clock',
  'expired',
  /** It is for another audience or recipient. */
  'addresses',
  /** It belongs to another or an earlier sign-in. */
  'request',
  /** The address is outside the email domain of the organization. */
  'domain',
] as const;

export type SamlRefusalReason = (typeof samlRefusalReasons)[number];

export const singleSignOnSchema = z.object({
  company,
  domain,
  /** Sign-in through this provider is only possible if true. */
  isDomainProven: z.boolean(),
  /** The TXT record that proves the domain. */
  domainRecord: z.object({ name: z.string(), value: z.string() }),
  /** Entity ID of the identity provider. */
  identityProvider: z.string(),
  /** Address of the metadata; null if a document was uploaded. */
  metadataUrl: z.nullable(z.string()),
  /** Expiry of each signing certificate. After all have expired, nobody can sign in. */
  certificates: z.array(z.object({ expiresAt: z.string() })),
  /** Values to enter at the identity provider. */
  serviceProvider: z.object({
    entityId: z.string(),
    assertionConsumerUrl: z.string(),
    metadataUrl: z.string(),
  }),
  /**
   * Members with an address of the domain that was never verified. Their first sign-in through the provider takes the account
   * over: its password and other sign-in methods, sessions and API keys end.
   */
  unverifiedMembers: z.object({ count: z.number(), hasCaller: z.boolean() }),
});

export type SingleSignOn = z.output<typeof singleSignOnSchema>;

export const getSingleSignOn = endpoint({
  method: 'GET',
  path,
  summary: 'Get the SAML settings of an organization; null if it has none',
  access: { organization: 'organization.manage' },
  response: z.nullable(singleSignOnSchema),
});

export const setSingleSignOn = endpoint({
  method: 'PUT',
  path,
  summary:
    'Set the SAML identity provider of an organization, by its metadata; a change must be verified again',
  access: { organization: 'singleSignOn.manage' },
  body: z
    .object({
      company,
      domain,
      /** The metadata as an XML document. */
      metadata: z.optional(z.string().check(z.minLength(1), z.maxLength(metadataLengthMax))),
      /** URL of the metadata, as an alternative to `metadata`. It is read once. */
      metadataUrl: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(2000))),
    })
    .check(
      z.refine(
        ({ metadata, metadataUrl }) => (metadata === undefined) !== (metadataUrl === undefined),
        { path: ['metadata'], error: 'Send either the metadata or its address.' },
      ),
    ),
  response: singleSignOnSchema,
  errors: ['name_taken', 'proof_needed'],
});

export const proveSingleSignOnDomain = endpoint({
  method: 'POST',
  path: `${path}/domain`,
  summary: 'Check the TXT record that verifies the domain',
  access: { organization: 'singleSignOn.manage' },
  response: singleSignOnSchema,
  errors: ['conflict', 'name_taken', 'proof_needed'],
  limitPerMinute: 10,
});

export const deleteSingleSignOn = endpoint({
  method: 'DELETE',
  path,
  summary: 'Remove single sign-on and return to the other sign-in methods',
  access: { organization: 'singleSignOn.manage' },
  response: 'nothing',
  errors: ['proof_needed'],
});
