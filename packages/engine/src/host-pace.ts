/**
 * Request rates of hosts, shared by all conversations. A turn waits for its host before anything is measured. Waits within a
 * turn, such as for a redirect to another host, are recorded as delays and do not count as the bot's time.
 */
import type { StopSignal } from './run-stop.ts';

/** Limits the request rate of each host. Requests are not limited if no `HostPace` is given. */
export interface HostPace {
  /**
   * Waits until one more request may go to a host, given as `host:port`; undefined if it may go now. Never rejects; ends early
   * if the run is stopped.
   */
  take(host: string, stop: StopSignal): Promise<void> | undefined;
  /** Requests per second of a host, if it is known and limited. */
  perSecond?(host: string): number | undefined;
}
