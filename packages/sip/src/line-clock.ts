/** Maps the timestamps of an RTP stream to this process's clock. */
import { sampleRate } from './g711.ts';

export interface LineClock {
  /**
   * @param timestamp RTP timestamp of the packet
   * @param at when the packet was observed, as a `performance.now()` time
   * @returns when it would have been observed with only the shortest recent delay, as a `performance.now()` time
   */
  timeOf(timestamp: number, at: number): number;
}

/**
 * Length of a measuring period. The shortest delay of the current and the previous period counts, since the two clocks drift
 * apart.
 */
const periodMs = 5000;
const samplesPerMs = sampleRate / 1000;
/** A larger jump of the timestamp restarts the count. */
const jumpMs = 60_000;
/** A longer delay restarts it, too: some senders do not count the time in which they send nothing. */
const uncountedMs = 1000;

/**
 * Creates a clock for one stream. Networks and busy machines delay packets, but packets are never early. The shortest recent
 * delay therefore shows the offset between the two clocks, and the timestamps show how the audio continues.
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
      const delay = at - countedMs - step - Math.min(shortest, shortestBefore);
      if (last === undefined || Math.abs(step) > jumpMs || delay > uncountedMs) {
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
