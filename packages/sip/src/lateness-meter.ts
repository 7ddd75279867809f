/** Finds packets that arrive too late to be played by a phone with a jitter buffer of fixed length. */
import type { RtpPacket } from './rtp.ts';

export interface LatenessMeter {
  /**
   * Takes the packets in the order in which they were sent.
   *
   * @returns how many packets turned out to have been late. That is known only once a later packet came in time: if none does,
   * the line has paused or moved, and a phone moves with it.
   */
  take(packet: RtpPacket, at: number): number;
}

/** Length of the assumed jitter buffer, in milliseconds. */
export const jitterBufferMs = 60;

/** The clocks of both sides drift apart, so the fastest packet is sought among those of the last 5 to 10 seconds. */
const windowMs = 5_000;
/** After this many late packets in a row, half a second, the audio of the line has moved. */
const movedPackets = 25;
/** Difference that no network makes, in milliseconds: the sender counts from another time. */
const restartMs = 10_000;
const samplesPerMs = 8;

export function createLatenessMeter(): LatenessMeter {
  let source: number | undefined;
  let fastest = { since: 0, current: Infinity, before: Infinity };
  let pending = 0;

  function startAt(at: number, transit: number): void {
    fastest = { since: at, current: transit, before: Infinity };
    pending = 0;
  }

  return {
    take(packet, at) {
      const transit = at - packet.timestamp / samplesPerMs;
      if (packet.source !== source) {
        source = packet.source;
        startAt(at, transit);
      }
      if (at - fastest.since > windowMs)
        fastest = { since: at, current: Infinity, before: fastest.current };
      fastest.current = Math.min(fastest.current, transit);
      const lateMs = transit - Math.min(fastest.current, fastest.before);
      if (lateMs > jitterBufferMs) {
        pending += 1;
        if (pending > movedPackets || lateMs > restartMs) startAt(at, transit);
        return 0;
      }
      const late = pending;
      pending = 0;
      return late;
    },
  };
}
