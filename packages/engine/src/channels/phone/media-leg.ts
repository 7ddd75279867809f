/**
 * The transport of a call, such as SIP. Layers above handle speech and the ends of prompts, for all kinds of legs. Audio is
 * mono, 16 bits, 8,000 samples per second.
 */
import type { Egress } from '@parley/egress';
import type { NetworkStats, SendingConditions } from '@parley/sip';
import type { Destination } from './destination.ts';

export interface CallRequest {
  to: Destination;
  /** Caller: a number or a SIP address. */
  from: string | undefined;
  ringMs: number;
  /** Maximum duration of the call. The leg asks the far side to enforce it, if it can. */
  callMsMax: number;
  /** Conditions under which our audio is sent. A trunk that cannot apply them refuses the call. */
  conditions?: SendingConditions | undefined;
  /** Egress for addresses that a suite names, as opposed to an operator. */
  egress: Egress;
  signal: AbortSignal;
  /** Receives a line for each signaling message. */
  onMessage(line: string): void;
  /** Receives audio before the answer, if the leg supports it. */
  onEarlyAudio(samples: Int16Array, at: number, endedAt?: number): void;
}

export interface MediaLeg {
  setupMs: number;
  /** Milliseconds from dialing to the first ringing; undefined if it did not ring or the leg does not report it. */
  ringingMs: number | undefined;
  codec: string;
  /** False if the leg does not deliver audio before the answer. */
  tellsEarlyAudio: boolean;
  /** True if the times of received and sent audio are known, so that the two sides can be compared. */
  isTimed: boolean;
  listen(listener: LegListener): void;
  /** Plays audio. Resolves when the last sample has been sent. */
  play(samples: Int16Array): Promise<void>;
  /** Presses keys. A comma pauses for half a second. */
  press(keys: string): Promise<void>;
  stats(): LegStats;
  endedBy(): EndedBy | undefined;
  /** Ends the call. Never throws; repeated calls do nothing. */
  hangUp(): Promise<void>;
}

export type EndedBy = 'local' | 'remote';

export interface LegListener {
  /**
   * Receives audio. `at` is when it arrived, in the time of `performance.now()`. `endedAt` is when it would have ended without
   * delays, if the leg knows it.
   */
  onAudio(samples: Int16Array, at: number, endedAt?: number): void;
  /**
   * Receives all sent audio as it leaves; called only if the leg is timed. See `onAudio`. `asSent` is our voice with the noise of
   * `conditions`, if they add any.
   */
  onSent?(samples: Int16Array, at: number, endedAt: number, asSent?: Int16Array): void;
  onKey(key: string): void;
  onEnd(by: EndedBy): void;
}

export interface LegStats {
  packetsReceived: number;
  packetsLost: number;
  jitterMs: number;
  largestGapMs: number;
  /** Undefined if the leg does not see the packets of the network. */
  network?: NetworkStats;
}
