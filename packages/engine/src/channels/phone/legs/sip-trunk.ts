import type { Credentials } from '@parley/sip';

/** Trunk for calls to numbers. */
export interface SipTrunk {
  host: string;
  port: number;
  credentials?: Credentials | undefined;
  /** True for signaling over TLS. The certificate must be issued for the host. */
  isSecure?: boolean;
  /** True to require audio over SRTP. Needs secure signaling, which carries the keys. */
  isEncrypted?: boolean;
  /** True if the trunk accepts calls only from registered clients. Needs credentials. */
  wantsRegistration?: boolean;
}
