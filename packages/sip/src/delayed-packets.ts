/** Sends packets late, in the order in which they came. */

export interface DelayedPackets {
  /** Sends a packet after `delayMs`, but not before the packets that came earlier. */
  send(packet: Uint8Array, delayMs: number): void;
  /** Drops the packets that have not left yet. */
  close(): void;
}

/** Timers fire up to a millisecond early by another clock. */
const slackMs = 0.5;

/** @param onThrow receives what `transmit` throws for a packet that leaves late */
export function createDelayedPackets(
  transmit: (packet: Uint8Array) => void,
  onThrow: (error: unknown) => void,
): DelayedPackets {
  const waiting: { packet: Uint8Array; at: number }[] = [];
  let timer: NodeJS.Timeout | undefined;

  function sendDue(): void {
    timer = undefined;
    const now = performance.now() + slackMs;
    for (;;) {
      const [first] = waiting;
      if (!first) return;
      if (first.at > now) {
        timer = setTimeout(sendDue, first.at - now);
        return;
      }
      waiting.shift();
      try {
        transmit(first.packet);
      } catch (error) {
        onThrow(error);
        return;
      }
    }
  }

  return {
    send(packet, delayMs) {
      if (delayMs <= 0 && waiting.length === 0) return transmit(packet);
      const at = Math.max(performance.now() + delayMs, waiting.at(-1)?.at ?? 0);
      waiting.push({ packet, at });
      timer ??= setTimeout(sendDue, at - performance.now());
    },
    close() {
      clearTimeout(timer);
      waiting.length = 0;
    },
  };
}
