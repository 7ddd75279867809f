import type { SamlRefusalReason } from '@parley/contract';

/** What went wrong in a connection test, and what to do. */
export interface RefusalInWords {
  title: string;
  advice: string;
}

const texts: Record<SamlRefusalReason, (seconds: number) => RefusalInWords> = {
  unreadable: () => ({
    title: 'The response is not a SAML response that Parley can read',
    advice:
      'Check that your identity provider sends a SAML 2.0 response without comments to the ACS URL.',
  }),
  declined: () => ({
    title: 'Your identity provider did not sign you in',
    advice: 'Assign yourself to the application there, then test again.',
  }),
  encrypted: () => ({
    title: 'The assertion is encrypted',
    advice:
      'Parley does not support encrypted assertions. Turn off assertion encryption in your identity provider.',
  }),
  unsigned: () => ({
    title: 'The assertion is not signed',
    advice:
      'Configure your identity provider to sign assertions. A signature of the whole response is not enough.',
  }),
  'weak-algorithm': () => ({
    title: 'The signature uses SHA-1 or MD5',
    advice: 'Configure your identity provider to sign with SHA-256 or better.',
  }),
  certificate: () => ({
    title: 'The certificate of the signature is not in the metadata',
    advice:
      'Your identity provider signs with another certificate than the one in its metadata here. Choose “Edit” and save the current metadata.',
  }),
  signature: () => ({
    title: 'The signature does not match the response',
    advice:
      'The response was changed on its way, or it was signed with another key. Save the current metadata of your identity provider, then test again.',
  }),
  'no-validity-period': () => ({
    title: 'The assertion has no validity period',
    advice: 'Configure your identity provider to send NotBefore and NotOnOrAfter.',
  }),
  clock: (seconds) => ({
    title: `The response is not valid for another ${seconds} seconds`,
    advice:
      'The clock of your identity provider is ahead, or that of this server is behind. Differences up to 60 seconds are tolerated. Synchronize both clocks.',
  }),
  expired: (seconds) => ({
    title: `The response expired ${seconds} seconds before it arrived`,
    advice:
      'The clock of your identity provider is behind, that of this server is ahead, or the response took too long. Differences up to 60 seconds are tolerated. Synchronize both clocks.',
  }),
  addresses: () => ({
    title: 'The response is for another application',
    advice: 'Enter the ACS URL and the entity ID below in your identity provider, to the letter.',
  }),
  request: () => ({
    title: 'The response belongs to another sign-in',
    advice:
      'The signed assertion must name the request of this sign-in (InResponseTo) and arrive within five minutes. Test again.',
  }),
  domain: () => ({
    title: 'Invalid company name or operation not allowed. Please check and try again.',
    advice: 'The address from your identity provider is outside the email domain below.',
  }),
};

/** @returns undefined if the reason is unknown, for instance because the server is newer than this page */
export function refusalInWords(reason: string, seconds: number): RefusalInWords | undefined {
  return Object.hasOwn(texts, reason) ? texts[reason as SamlRefusalReason](seconds) : undefined;
}
