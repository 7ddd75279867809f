import { X509Certificate } from 'node:crypto';
import samlify from 'samlify';
import { ApiError } from '../../../platform/errors/api-error.ts';
import { hasTooManyTags } from './saml-markup.ts';

export interface IdentityProviderMetadata {
  entityId: string;
  /** URL to which users are redirected to sign in. */
  signInUrl: string;
  /** Signing certificates with their expiry. */
  certificates: { fingerprint: string; expiresAt: Date }[];
}

/**
 * Parses the metadata of an identity provider.
 *
 * @throws ApiError `invalid_request` that names what is missing or wrong
 */
export function readIdentityProviderMetadata(xml: string): IdentityProviderMetadata {
  // Entities could make a small document huge or read files, and no provider needs them.
  if (/<!(DOCTYPE|ENTITY)/i.test(xml)) throw refusal('It must not have a document type.');
  if (hasTooManyTags(xml))
    throw refusal('It has too many elements. Remove those that are not about sign-in.');
  const metadata = parse(xml);
  const entityId = metadata.getEntityID();
  const signInUrl = metadata.getSingleSignOnService('redirect');
  if (!entityId) throw refusal('It has no entityID.');
  if (typeof signInUrl !== 'string' || !isWebAddress(signInUrl))
    throw refusal('It has no SingleSignOnService with HTTP-Redirect binding.');
  const certificates = metadata.getX509Certificate('signing');
  if (!certificates?.length) throw refusal('It has no signing certificate.');
  return { entityId, signInUrl, certificates: [certificates].flat().map(readCertificate) };
}

/** @returns true if both describe the same provider with the same keys */
export function isSameProvider(one: IdentityProviderMetadata, other: IdentityProviderMetadata) {
  return (
    one.entityId === other.entityId &&
    one.signInUrl === other.signInUrl &&
    fingerprintsOf(one) === fingerprintsOf(other)
  );
}

function fingerprintsOf({ certificates }: IdentityProviderMetadata): string {
  return certificates
    .map(({ fingerprint }) => fingerprint)
    .sort()
    .join();
}

function parse(xml: string) {
  try {
    return samlify.IdPMetadata(xml);
  } catch (cause) {
    throw refusal('It is not the metadata of an identity provider.', cause);
  }
}

function readCertificate(text: string): IdentityProviderMetadata['certificates'][number] {
  try {
    const { fingerprint256, validTo } = new X509Certificate(Buffer.from(text, 'base64'));
    return { fingerprint: fingerprint256, expiresAt: new Date(validTo) };
  } catch (cause) {
    throw refusal('Its signing certificate cannot be read.', cause);
  }
}

function isWebAddress(text: string): boolean {
  return URL.canParse(text) && ['http:', 'https:'].includes(new URL(text).protocol);
}

function refusal(message: string, cause?: unknown): ApiError {
  return new ApiError('invalid_request', { problems: [{ path: 'metadata', message }], cause });
}
