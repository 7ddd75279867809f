/**
 * Finds our request that an answer belongs to. The library reads it from the envelope of the
 * answer, which need not be signed: an attacker with another person's answer can put it into an
 * envelope for their own request.
 */
import { inflateRawSync } from 'node:zlib';
import samlify from 'samlify';

/** The id of the request in the address that a browser is sent to. */
export function requestIdIn(address: string): string {
  const request = new URL(address).searchParams.get('SAMLRequest') ?? '';
  const xml = inflateRawSync(Buffer.from(request, 'base64')).toString();
  const id = attributeIn(xml, ['AuthnRequest'], 'ID');
  if (!id) throw new Error('The request to the identity provider has no id');
  return id;
}

/**
 * Finds the request that an answer belongs to. Reads the answer like the library that found it genuine, so that both see the
 * same assertion.
 * @param answer in base64, as it was sent
 * @param metadata of the identity provider
 * @returns the id of the request; null if the provider signed none, or if the envelope names another
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
 * Finds the request that an assertion confirms. Any of several confirmations would do, and the library chooses one by its
 * recipient only, so all of them have to name the same request.
 * @param assertion what the signature covers
 * @returns the id of the request; null if there is none, or several
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
