/**
 * The transport of a call, such as SIP. Speech and the ends of prompts are handled above it, once for all kinds. Audio is mono,
 * 16 bits, 8,000 samples a second.
 */
import type { Egress } from '@parley/egress';
import type { Destination } from './destination.ts';

export interface CallRequest {
  to: Destination;
  /** A number or a SIP address. */
  from: string | undefined;
  ringMs: number;
  /** Longest duration of the call, after which the far side should end it, if the leg can request that. */
  callMsMax: number;
  /** Egress for addresses that a suite names, not an operator. */
  egress: Egress;
  signal: AbortSignal;
  /** Gets a line for each signaling message. */
  onMessage(line: string): void;
  /** Receives audio before the answer, if the leg supports it. */
  onEarlyAudio(samples: Int16Array, at: number, endedAt?: number): void;
}

export interface MediaLeg {
  setupMs: number;
  /** Time from dialing to the first ringing, if it rang and the leg reports it. */
  ringingMs: number | undefined;
  codec: string;
  /** False if audio before the answer is unknown. */
  tellsEarlyAudio: boolean;
  /** True if the times of received and sent audio are known, so that the two sides can be compared. */
  isTimed: boolean;
  listen(listener: LegListener): void;
  /** Resolves when the last sample has been sent. */
  play(samples: Int16Array): Promise<void>;
  /** A comma waits half a second. */
  press(keys: string): Promise<void>;
  stats(): LegStats;
  endedBy(): EndedBy | undefined;
  /** Never throws; a second call does nothing. */
  hangUp(): Promise<void>;
}

export type EndedBy = 'local' | 'remote';

export interface LegListener {
  /**
   * Receives audio. `at` is when it arrived in the time of `performance.now()`, and `endedAt` when it would have ended without
   * delays; absent if the leg does not know it.
   */
  onAudio(samples: Int16Array, at: number, endedAt?: number): void;
  /** Receives everything that is sent, as it leaves; only called if the leg is timed. See `onAudio`. */
  onSent?(samples: Int16Array, at: number, endedAt: number): void;
  onKey(key: string): void;
  onEnd(by: EndedBy): void;
}

export interface LegStats {
  packetsReceived: number;
  packetsLost: number;
  jitterMs: number;
  largestGapMs: number;
}
