import type { FairSemaphore } from '../../fair-semaphore.ts';
import type { Speech } from '../../speech/speech.ts';
import type { CallRequest, MediaLeg } from './media-leg.ts';

/** Telephony settings of an installation. */
export interface PhoneSettings {
  /** Allowed numbers and SIP addresses, with `*` for any characters. Empty for none. */
  allow: readonly string[];
  /** The first one is the default. */
  trunks: readonly Trunk[];
  speech: Speech;
  /** The longest call. */
  callMsMax: number;
  /** Places for calls, where several parties share them. */
  places?: FairSemaphore;
}

/** A way out to the telephone network. */
export interface Trunk {
  /** `host:port`, or `twilio`: its name in devices and suites. */
  name: string;
  /** Missing programs; empty if all are installed. */
  missing(): Promise<{ program: string; install: string }[]>;
  place(request: CallRequest): Promise<MediaLeg>;
}

/** `name` may leave the port out where it is the usual one. */
export function findTrunk(trunks: readonly Trunk[], name: string): Trunk | undefined {
  const names = [name, `${name}:5060`, `${name}:5061`];
  return trunks.find((trunk) => names.includes(trunk.name));
}
