import type { FairSemaphore } from '../../fair-semaphore.ts';
import type { Speech } from '../../speech/speech.ts';
import type { CallRequest, MediaLeg } from './media-leg.ts';

/** Telephony settings of an installation. */
export interface PhoneSettings {
  /** Allowed numbers and SIP addresses, in which `*` stands for any characters. If empty, no calls are allowed. */
  allow: readonly string[];
  /** Trunks; the first one is the default. */
  trunks: readonly Trunk[];
  speech: Speech;
  /** Maximum duration of a call, in milliseconds. */
  callMsMax: number;
  /** Limits simultaneous calls, if several parties share them. */
  places?: FairSemaphore;
}

/** Carries calls to the telephone network. */
export interface Trunk {
  /** Name in devices and suites: `host:port`, or `twilio`. */
  name: string;
  /** Missing programs; empty if all are installed. */
  missing(): Promise<{ program: string; install: string }[]>;
  place(request: CallRequest): Promise<MediaLeg>;
}

/** Finds a trunk by name. The name can omit a default port. */
export function findTrunk(trunks: readonly Trunk[], name: string): Trunk | undefined {
  const names = [name, `${name}:5060`, `${name}:5061`];
  return trunks.find((trunk) => names.includes(trunk.name));
}
