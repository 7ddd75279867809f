/** Maps the timestamps of an RTP stream to this process's clock. */
import { sampleRate } from './g711.ts';

export interface LineClock {
  /**
   * Takes a packet's timestamp and when it passed. Returns when it would have passed without any delay, by `performance.now()`.
   */
  timeOf(timestamp: number, at: number): number;
}

/** The shortest delay is that of the last one or two of these, since the clocks of both sides drift apart. */
const periodMs = 5000;
const samplesPerMs = sampleRate / 1000;
/** A timestamp that jumps further than this begins a new count. */
const jumpMs = 60_000;

/**
 * Packets are delayed by networks and busy machines, but never early, so the shortest delay of the last seconds shows how the
 * two clocks lie. Timestamps alone say how the audio continues.
 */
export function createLineClock(): LineClock {
  let last: number | undefined;
  /** Milliseconds of audio up to the last timestamp, without wrapping around. */
  let countedMs = 0;
  let shortest = Number.POSITIVE_INFINITY;
  let shortestBefore = Number.POSITIVE_INFINITY;
  let periodStart = 0;

  return {
    timeOf(timestamp, at) {
      const step = last === undefined ? 0 : ((timestamp - last) | 0) / samplesPerMs;
      if (last === undefined || Math.abs(step) > jumpMs) {
        countedMs = 0;
        shortest = Number.POSITIVE_INFINITY;
        shortestBefore = Number.POSITIVE_INFINITY;
        periodStart = at;
      } else countedMs += step;
      last = timestamp;
      if (at - periodStart >= periodMs) {
        shortestBefore = shortest;
        shortest = Number.POSITIVE_INFINITY;
        periodStart = at;
      }
      shortest = Math.min(shortest, at - countedMs);
      return countedMs + Math.min(shortest, shortestBefore);
    },
  };
}
