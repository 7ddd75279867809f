/**
 * Request rate of a host, shared by everybody. A turn waits for its host before anything is measured.
 * Waits within a turn, such as for a redirect to another host, are recorded as held back and not counted
 * against the bot.
 */
import type { StopSignal } from './run-stop.ts';

/** Kept by whoever starts conversations; without one nobody waits. */
export interface HostPace {
  /**
   * Waits until one more request may go to a host, given as `host:port`. Undefined where it may go at
   * once. Never rejects; ends early when the run is stopped.
   */
  take(host: string, stop: StopSignal): Promise<void> | undefined;
  /** Requests that a host gets, where it is known and limited. */
  perSecond?(host: string): number | undefined;
}

interface Pacing {
  pace?: HostPace | undefined;
  stop: StopSignal;
}

/** What is held back within turns. */
export interface Holds {
  /** Waits for the host; gives for how long. */
  wait(host: string): Promise<number>;
  /** What was held back since a moment, in milliseconds. */
  msSince(moment: number): number;
}

/** Most holds of one turn; polling may be held back for an hour. */
const keptMax = 100;

/** Holds of a host without a limit, at no cost. */
const noHolds: Holds = { wait: async () => 0, msSince: () => 0 };

export function createHolds({ pace, stop }: Pacing): Holds {
  if (!pace) return noHolds;
  const holds: { from: number; to: number }[] = [];
  return {
    async wait(host) {
      const waiting = pace.take(host, stop);
      if (!waiting) return 0;
      const from = performance.now();
      const hold = { from, to: Number.POSITIVE_INFINITY };
      holds.push(hold);
      if (holds.length > keptMax) holds.shift();
      await waiting;
      hold.to = performance.now();
      return hold.to - from;
    },
    msSince(moment) {
      const now = performance.now();
      return holds.reduce(
        (ms, { from, to }) => ms + Math.max(0, Math.min(to, now) - Math.max(from, moment)),
        0,
      );
    },
  };
}

/** What is heard until a deadline, which what is held back meanwhile puts off. */
export async function nextBeyondHolds<T>(
  holds: Holds,
  deadline: number,
  next: (deadline: number) => Promise<T | undefined>,
): Promise<T | undefined> {
  const from = performance.now();
  for (let until = deadline; ; ) {
    const heard = await next(until);
    const later = deadline + holds.msSince(from);
    if (heard !== undefined || later <= until) return heard;
    until = later;
  }
}
