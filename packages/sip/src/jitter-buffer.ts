/** Restores the order in which packets were sent. */
import type { RtpPacket } from './rtp.ts';

export interface JitterBuffer {
  take(packet: RtpPacket, at: number): void;
  /** Gives up on overdue packets. Call it regularly, since a line can stop sending. */
  giveUp(now: number): void;
}

interface Held {
  packet: RtpPacket;
  at: number;
}

/**
 * Longest wait for a packet that others have overtaken, in milliseconds and in packets held back. Phones wait about as long for one
 * that is late.
 */
export const jitterBufferMs = 60;
const heldMax = 8;

/**
 * Creates a buffer that delivers a packet in sequence immediately, so it adds no delay on a good line.
 *
 * @param deliver receives the packets in order, each with its arrival time and the number of packets missing before it
 */
export function createJitterBuffer(
  deliver: (packet: RtpPacket, at: number, missing: number) => void,
): JitterBuffer {
  let source: number | undefined;
  let next = 0;
  const held: Held[] = [];

  const ahead = ({ sequence }: RtpPacket) => (sequence - next) & 0xffff;

  function pass({ packet, at }: Held): void {
    const missing = ahead(packet);
    next = (packet.sequence + 1) & 0xffff;
    deliver(packet, at, missing);
  }

  function passHeld(): void {
    for (;;) {
      const [first] = held;
      if (!first || ahead(first.packet) > 0) return;
      held.shift();
      pass(first);
    }
  }

  function skip(): void {
    const first = held.shift();
    if (first) pass(first);
    passHeld();
  }

  function giveUp(now: number): void {
    while (held.length > heldMax || held.some(({ at }) => now - at >= jitterBufferMs)) skip();
  }

  return {
    giveUp,
    take(packet, at) {
      if (packet.source !== source) {
        while (held.length > 0) skip();
        source = packet.source;
        next = packet.sequence;
      }
      const distance = ahead(packet);
      // The packet is too late or a duplicate.
      if (distance > 0x8000 || held.some((one) => one.packet.sequence === packet.sequence)) return;
      if (distance === 0) {
        pass({ packet, at });
        passHeld();
        return;
      }
      held.push({ packet, at });
      held.sort((a, b) => ahead(a.packet) - ahead(b.packet));
      giveUp(at);
    },
  };
}
