import type { Speech } from '../../speech/speech.ts';
import type { Turns } from '../../turns.ts';
import type { CallRequest, MediaLeg } from './media-leg.ts';

/** How an installation places calls. */
export interface PhoneSettings {
  /** Who may be called: numbers and SIP addresses, `*` for any characters. Nobody where it is empty. */
  allow: readonly string[];
  /** The first one is used where nobody names another. */
  trunks: readonly Trunk[];
  speech: Speech;
  /** The longest call. */
  callMsMax: number;
  /** Places for calls, where several parties share them. */
  places?: Turns;
}

/** A way out to the telephone network. */
export interface Trunk {
  /** `host:port`, or `twilio`: what devices and suites call it. */
  name: string;
  /** For what has to be there before it can be used; nothing if all is. */
  missing(): Promise<{ program: string; install: string }[]>;
  place(request: CallRequest): Promise<MediaLeg>;
}

/** `name` may leave the port out where it is the usual one. */
export function findTrunk(trunks: readonly Trunk[], name: string): Trunk | undefined {
  const names = [name, `${name}:5060`, `${name}:5061`];
  return trunks.find((trunk) => names.includes(trunk.name));
}
