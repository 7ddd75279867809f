/**
 * Finds our request to which a response belongs. The library reads the request's id from the envelope of the response, which
 * need not be signed: an attacker could put another user's response into an envelope for the attacker's own request.
 */
import { inflateRawSync } from 'node:zlib';
import samlify from 'samlify';

/** Returns the id of the request in the URL to which a browser is redirected. */
export function requestIdIn(address: string): string {
  const request = new URL(address).searchParams.get('SAMLRequest') ?? '';
  const xml = inflateRawSync(Buffer.from(request, 'base64')).toString();
  const id = attributeIn(xml, ['AuthnRequest'], 'ID');
  if (!id) throw new Error('The request to the identity provider has no id');
  return id;
}

/**
 * Finds the request to which a response belongs. Reads the response in the same way as the library that verified it, so that
 * both see the same assertion.
 * @param answer the Base64 text of the response, as it was sent
 * @param metadata metadata of the identity provider
 * @returns the id of the request; null if the provider signed none, or the envelope names another one
 */
export function answeredRequestIn(answer: string, metadata: string): string | null {
  const xml = Buffer.from(answer, 'base64').toString();
  const { entityMeta, entitySetting } = samlify.IdentityProvider({ metadata });
  const [isGenuine, assertion] = samlify.SamlLib.verifySignature(xml, {
    metadata: entityMeta,
    signatureAlgorithm: entitySetting.requestSignatureAlgorithm,
  });
  if (!isGenuine || assertion === null) return null;
  const id = confirmedRequestIn(assertion);
  const claimed = attributeIn(xml, ['Response'], 'InResponseTo');
  return claimed === undefined || claimed === id ? id : null;
}

const bearer = 'urn:oasis:names:tc:SAML:2.0:cm:bearer';

/**
 * Finds the request that an assertion confirms. If there are several confirmations, any of them is enough, and the library
 * chooses one by its recipient, so all have to name the same request.
 * @param assertion the signed part of the response
 * @returns the id of the request; null if there is none or several
 */
export function confirmedRequestIn(assertion: string): string | null {
  const path = ['Assertion', 'Subject', 'SubjectConfirmation'];
  const field = { key: 'found', localPath: path, attributes: [], context: true };
  const { found } = samlify.Extractor.extract(assertion, [field]);
  const ids = [found ?? []]
    .flat()
    .map(String)
    .filter((xml) => attributeIn(xml, ['SubjectConfirmation'], 'Method') === bearer)
    .map((xml) =>
      attributeIn(xml, ['SubjectConfirmation', 'SubjectConfirmationData'], 'InResponseTo'),
    );
  const [id] = ids;
  return id && ids.every((other) => other === id) ? id : null;
}

function attributeIn(xml: string, localPath: string[], name: string): string | undefined {
  const field = { key: 'found', localPath, attributes: [name] };
  const { found } = samlify.Extractor.extract(xml, [field]);
  return typeof found === 'string' ? found : undefined;
}
