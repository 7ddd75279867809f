import { X509Certificate } from 'node:crypto';
import samlify from 'samlify';
import { ApiError } from '../../platform/api-error.ts';
import { hasTooManyTags } from './saml-markup.ts';

export interface IdentityProviderMetadata {
  entityId: string;
  /** Where people are sent to sign in. */
  signInUrl: string;
  /** When each of its signing certificates ends. */
  certificatesEnd: Date[];
}

/** Reads the metadata of an identity provider, or says what is missing in it. */
export function readIdentityProviderMetadata(xml: string): IdentityProviderMetadata {
  // Entities could make a small document large or read files; no provider needs them.
  if (/<!(DOCTYPE|ENTITY)/i.test(xml)) throw refusal('It must not have a document type.');
  if (hasTooManyTags(xml))
    throw refusal('It has too many elements. Leave out what is not about sign-in.');
  const metadata = parse(xml);
  const entityId = metadata.getEntityID();
  const signInUrl = metadata.getSingleSignOnService('redirect');
  if (!entityId) throw refusal('It has no entityID.');
  if (typeof signInUrl !== 'string' || !isWebAddress(signInUrl))
    throw refusal('It has no SingleSignOnService with HTTP-Redirect binding.');
  const certificates = metadata.getX509Certificate('signing');
  if (!certificates?.length) throw refusal('It has no signing certificate.');
  const certificatesEnd = [certificates].flat().map(endOf);
  return { entityId, signInUrl, certificatesEnd };
}

function parse(xml: string) {
  try {
    return samlify.IdPMetadata(xml);
  } catch (cause) {
    throw refusal('It is not the metadata of an identity provider.', cause);
  }
}

function endOf(certificate: string): Date {
  try {
    return new Date(new X509Certificate(Buffer.from(certificate, 'base64')).validTo);
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
