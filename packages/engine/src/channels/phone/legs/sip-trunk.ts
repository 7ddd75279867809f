import type { Credentials } from '@parley/sip';

/** Trunk for calls to numbers. */
export interface SipTrunk {
  host: string;
  port: number;
  credentials?: Credentials | undefined;
  /** Signalling over TLS; the certificate has to be of the host. */
  isSecure?: boolean;
  /** Requires audio over SRTP. Only with secure signaling, which carries the keys. */
  isEncrypted?: boolean;
  /** The trunk takes calls from those alone who are registered. Needs credentials. */
  wantsRegistration?: boolean;
}
