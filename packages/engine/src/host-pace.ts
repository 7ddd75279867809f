/**
 * Request rate of a host, shared by everybody. A turn waits for its host before anything is measured.
 * Waits within a turn, such as for a redirect to another host, are recorded as held back and not counted
 * against the bot.
 */
import type { StopSignal } from './run-stop.ts';

/** Shared by everything that starts conversations; without it there is no limit. */
export interface HostPace {
  /**
   * Waits until one more request may go to a host, given as `host:port`. Undefined where it may go at
   * once. Never rejects; ends early when the run is stopped.
   */
  take(host: string, stop: StopSignal): Promise<void> | undefined;
  /** Requests per second of a host, if it is known and limited. */
  perSecond?(host: string): number | undefined;
}
