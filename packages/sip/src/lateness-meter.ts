/** Finds packets that arrive too late to be played by a phone with a jitter buffer of fixed length. */
import { jitterBufferMs } from './jitter-buffer.ts';
import type { RtpPacket } from './rtp.ts';

export interface LatenessMeter {
  /**
   * Takes the packets in the order in which they were sent.
   *
   * @returns how many packets turned out to have been late in a row. That is known only once a later packet comes in time, or
   * once the line has moved: if it pauses without counting the time, nothing is late, and a phone moves with it.
   */
  take(packet: RtpPacket, at: number): number;
}

/** The clocks of both sides drift apart, so the fastest packet is sought among those of the last 5 to 10 seconds. */
const windowMs = 5_000;
/** If packets still arrive late after this many milliseconds, the audio of the line has moved. */
const movedMs = 500;
/** Number of late packets, 20 s of audio, after which the line has moved, however fast they come. */
const movedPackets = 1_000;
const samplesPerMs = 8;

export function createLatenessMeter(): LatenessMeter {
  let source: number | undefined;
  let fastest = { since: 0, current: Infinity, before: Infinity };
  /** Late packets, unless the line has moved: their times in transit, and when the first one arrived. */
  let pending: { since: number; transits: number[] } = { since: 0, transits: [] };

  function startAt(at: number, transit: number): void {
    fastest = { since: at, current: transit, before: Infinity };
    pending = { since: at, transits: [] };
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
      const isLate = transit - Math.min(fastest.current, fastest.before) > jitterBufferMs;
      const { transits } = pending;
      if (!isLate) {
        pending = { since: at, transits: [] };
        return transits.length;
      }
      if (transits.length === 0) pending.since = at;
      transits.push(transit);
      if (at - pending.since < movedMs && transits.length < movedPackets) return 0;
      const moved = Math.min(...transits);
      startAt(at, moved);
      return transits.filter((one) => one - moved > jitterBufferMs).length;
    },
  };
}
