/** Paces the requests of a run. The run's clock stops while it waits for hosts, and the waits are added up. */
import type { Slowed } from '@parley/suite';
import type { HostPace } from './host-pace.ts';
import type { RunStop } from './run-stop.ts';

export interface RunPace extends HostPace {
  /** The total wait; undefined if it was negligible. */
  slowed(): Slowed | undefined;
}

/** A shorter total wait is not reported. */
const noticedMs = 1000;

export function createRunPace(pace: HostPace, stop: RunStop): RunPace {
  const byHost = new Map<string, number>();
  let waiting = 0;
  let from = 0;
  let waitedMs = 0;

  function beginWait(host: string): () => void {
    const goOn = stop.pause();
    const now = performance.now();
    if (waiting++ === 0) from = now;
    return () => {
      goOn();
      byHost.set(host, (byHost.get(host) ?? 0) + performance.now() - now);
      if (--waiting === 0) waitedMs += performance.now() - from;
    };
  }

  return {
    take(host, signal) {
      const waited = pace.take(host, signal);
      return waited?.finally(beginWait(host));
    },
    slowed() {
      if (waitedMs < noticedMs) return undefined;
      const [[host = ''] = []] = [...byHost].toSorted(([, a], [, b]) => b - a);
      const perSecond = pace.perSecond?.(host);
      return { waitedMs: Math.round(waitedMs), ...(perSecond !== undefined && { perSecond }) };
    },
  };
}
