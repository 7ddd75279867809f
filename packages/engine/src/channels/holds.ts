import type { ConversationContext, WaitObservation } from './channel.ts';

type Pacing = Pick<ConversationContext, 'pace' | 'stop' | 'observe' | 'clock'>;

/** Tracks the delays of requests within turns. */
export interface Holds {
  /** Waits until a request to the host is allowed. Returns the delay in milliseconds. */
  wait(host: string): Promise<number>;
  /** Total delay since a moment, in milliseconds. */
  msSince(moment: number): number;
}

/** Maximum remembered delays; the oldest ones are dropped, because polling can be delayed for an hour. */
const keptMax = 100;

/** Used if hosts have no limits; costs nothing. */
const noHolds: Holds = { wait: async () => 0, msSince: () => 0 };

/** Tracks the delays of a conversation. With `holding`, also observes each as a wait of this kind. */
export function createHolds(
  { pace, stop, observe, clock }: Pacing,
  holding?: WaitObservation['data']['holds'],
): Holds {
  if (!pace) return noHolds;
  const holds: { from: number; to: number }[] = [];
  function observeWait(what: WaitObservation['data']['holds']): WaitObservation {
    const wait: WaitObservation = {
      kind: 'wait',
      at: clock.now(),
      leg: 'sent',
      data: { why: 'pace', holds: what },
    };
    observe(wait);
    return wait;
  }
  return {
    async wait(host) {
      const waiting = pace.take(host, stop);
      if (!waiting) return 0;
      const from = performance.now();
      const hold = { from, to: Number.POSITIVE_INFINITY };
      holds.push(hold);
      if (holds.length > keptMax) holds.shift();
      const wait = holding && observeWait(holding);
      await waiting;
      hold.to = performance.now();
      if (wait) observe({ kind: 'waited', at: clock.at(hold.to), leg: 'sent', data: { wait } });
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
