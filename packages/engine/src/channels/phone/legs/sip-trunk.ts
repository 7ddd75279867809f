import type { Credentials } from '@parley/sip';

/** Trunk for calls to numbers. */
export interface SipTrunk {
  host: string;
  port: number;
  credentials?: Credentials | undefined;
  /** Signalling over TLS; the certificate has to be of the host. */
  isSecure?: boolean;
  /** Audio over SRTP, or no call. Only where the signalling, which brings the keys, is secure. */
  isEncrypted?: boolean;
  /** The trunk takes calls from those alone who are registered. Needs credentials. */
  wantsRegistration?: boolean;
}
