/**
 * Finds out why the response of an identity provider was refused. The identity library answers with one text for most causes.
 * Nothing here accepts a response, and only the log and the connection test of the organization's own administrators get the
 * reason, so that nobody can use it to improve a forgery.
 */
import type { SamlRefusalReason } from '@parley/contract';
import samlify from 'samlify';
import { clockToleranceMs } from '../sessions/saml-assertions.ts';

export interface SamlRefusal {
  reason: SamlRefusalReason;
  /** Seconds by which the time of the response is off; only for `clock` and `expired`. */
  seconds?: number;
}

/** A refused response of an identity provider. */
export class RefusedResponse extends Error {
  override readonly name = 'RefusedResponse';
  readonly refusal: SamlRefusal;

  constructor(refusal: SamlRefusal) {
    super(`The response of the identity provider was refused: ${refusal.reason}`);
    this.refusal = refusal;
  }
}

const success = 'urn:oasis:names:tc:SAML:2.0:status:Success';
const weakAlgorithm = /Algorithm="[^"]*(#|[-/])(rsa-|dsa-|hmac-)?(sha1|md5)"/i;

/**
 * @param xml the response
 * @param metadata metadata of the identity provider
 * @param nowMs time of arrival
 */
export function explainRefusal(xml: string, metadata: string, nowMs: number): SamlRefusal {
  try {
    return firstOf(xml, metadata, nowMs);
  } catch {
    return { reason: 'unreadable' };
  }
}

function firstOf(xml: string, metadata: string, nowMs: number): SamlRefusal {
  if (!hasElement(xml, ['Response'])) return { reason: 'unreadable' };
  const status = attributeOf(xml, ['Response', 'Status', 'StatusCode'], 'Value');
  if (status !== undefined && status !== success) return { reason: 'declined' };
  if (hasElement(xml, ['Response', 'EncryptedAssertion'])) return { reason: 'encrypted' };
  if (!hasElement(xml, ['Response', 'Assertion'])) return { reason: 'unreadable' };
  if (!hasElement(xml, ['Response', 'Assertion', 'Signature'])) return { reason: 'unsigned' };
  if (weakAlgorithm.test(xml)) return { reason: 'weak-algorithm' };
  return signatureProblem(xml, metadata) ?? timeProblem(xml, nowMs) ?? { reason: 'addresses' };
}

function signatureProblem(xml: string, metadata: string): SamlRefusal | undefined {
  const { entityMeta, entitySetting } = samlify.IdentityProvider({ metadata });
  try {
    const [isGenuine] = samlify.SamlLib.verifySignature(xml, {
      metadata: entityMeta,
      signatureAlgorithm: entitySetting.requestSignatureAlgorithm,
    });
    return isGenuine ? undefined : { reason: 'signature' };
  } catch (error) {
    const isOtherCertificate =
      error instanceof Error && error.message.includes('UNMATCH_CERTIFICATE');
    return { reason: isOtherCertificate ? 'certificate' : 'signature' };
  }
}

function timeProblem(xml: string, nowMs: number): SamlRefusal | undefined {
  const conditions = ['Response', 'Assertion', 'Conditions'];
  const from = Date.parse(attributeOf(xml, conditions, 'NotBefore') ?? '');
  const until = Date.parse(attributeOf(xml, conditions, 'NotOnOrAfter') ?? '');
  if (Number.isNaN(from) && Number.isNaN(until)) return { reason: 'no-validity-period' };
  if (from - clockToleranceMs > nowMs) return { reason: 'clock', seconds: inSeconds(from - nowMs) };
  if (until + clockToleranceMs <= nowMs)
    return { reason: 'expired', seconds: inSeconds(nowMs - until) };
  return undefined;
}

const inSeconds = (ms: number) => Math.round(ms / 1000);

function hasElement(xml: string, localPath: string[]): boolean {
  const field = { key: 'found', localPath, attributes: [], context: true };
  const { found } = samlify.Extractor.extract(xml, [field]);
  return Array.isArray(found) ? found.length > 0 : Boolean(found);
}

function attributeOf(xml: string, localPath: string[], name: string): string | undefined {
  const field = { key: 'found', localPath, attributes: [name] };
  const { found } = samlify.Extractor.extract(xml, [field]);
  return typeof found === 'string' ? found : undefined;
}
