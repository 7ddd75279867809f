/** Tests signed references from a response to its request, in the formats that providers use. */
import { describe, expect, it } from 'vitest';
import { confirmedRequestIn } from './saml-requests.ts';

const bearer = 'urn:oasis:names:tc:SAML:2.0:cm:bearer';
const holderOfKey = 'urn:oasis:names:tc:SAML:2.0:cm:holder-of-key';

const confirmation = (request: string | null, method = bearer, prefix = '') =>
  `<${prefix}SubjectConfirmation Method="${method}"><${prefix}SubjectConfirmationData ${
    request === null ? '' : `InResponseTo="${request}" `
  }NotOnOrAfter="2026-11-26T16:48:02.108Z" Recipient="https://parley.example/acs"/></${prefix}SubjectConfirmation>`;

/** Builds an assertion as Entra ID and AD FS write it, without prefixes. */
const plain = (...confirmations: string[]) =>
  `<Assertion ID="_a" Version="2.0" xmlns="urn:oasis:names:tc:SAML:2.0:assertion"><Issuer>https://sts.example/</Issuer><Subject><NameID>ada@parley.example</NameID>${confirmations.join('')}</Subject></Assertion>`;

/** Builds an assertion as Okta and Shibboleth write it, with prefixes. */
const prefixed = (prefix: string, confirmed: string) =>
  `<${prefix}:Assertion xmlns:${prefix}="urn:oasis:names:tc:SAML:2.0:assertion" ID="_a" Version="2.0"><${prefix}:Subject>${confirmed}</${prefix}:Subject></${prefix}:Assertion>`;

describe('the request in a signed assertion', () => {
  it.each([
    ['without prefixes', plain(confirmation('_1'))],
    ['with the prefix saml2', prefixed('saml2', confirmation('_1', bearer, 'saml2:'))],
    ['in several confirmations that agree', plain(confirmation('_1'), confirmation('_1'))],
    ['beside a confirmation by a key', plain(confirmation(null, holderOfKey), confirmation('_1'))],
  ])('is read %s', (_, assertion) => {
    expect(confirmedRequestIn(assertion)).toBe('_1');
  });

  it.each([
    ['no confirmation', plain()],
    ['a confirmation without a request', plain(confirmation(null))],
    ['an empty request', plain(confirmation(''))],
    ['a request in a confirmation by a key alone', plain(confirmation('_1', holderOfKey))],
    ['two confirmations of two requests', plain(confirmation('_1'), confirmation('_2'))],
    ['a second confirmation without a request', plain(confirmation('_1'), confirmation(null))],
    ['a confirmation elsewhere in it', plain(`<Advice>${confirmation('_1')}</Advice>`)],
  ])('is none with %s', (_, assertion) => {
    expect(confirmedRequestIn(assertion)).toBeNull();
  });
});
