import type { Credentials } from '@parley/sip';

/** Trunk for calls to numbers. */
export interface SipTrunk {
  host: string;
  port: number;
  credentials?: Credentials | undefined;
  /** True for signaling over TLS. The certificate has to be issued for the host. */
  isSecure?: boolean;
  /** Requires audio over SRTP. Only with secure signaling, which carries the keys. */
  isEncrypted?: boolean;
  /** True if the trunk accepts calls only from registered clients. Needs credentials. */
  wantsRegistration?: boolean;
}
