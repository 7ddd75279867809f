import type { RunEvent } from '@parley/suite';
import type { UsedAmount } from '../../billing/billing.ts';

/**
 * Reads from a run's events what they have used. A test is counted when it ends, whole: one that a
 * lost worker had begun is begun again by the next, and counted once.
 */
export function createUsageMeter(platform: 'webchat' | 'phone') {
  const underWay = new Map<number, { startedAt: number; interactions: number }>();

  /** To be called once for each batch, in order. */
  function read(events: readonly RunEvent[]): UsedAmount {
    const used = { interactions: 0, callSeconds: 0 };
    for (const event of events) {
      if (event.type === 'test.started')
        underWay.set(event.test, { startedAt: event.at, interactions: 0 });
      if (!('test' in event)) continue;
      const test = underWay.get(event.test);
      if (test === undefined) continue;
      if (event.type === 'step.finished') test.interactions += 1;
      if (event.type !== 'test.finished') continue;
      underWay.delete(event.test);
      used.interactions += test.interactions;
      if (platform === 'phone') used.callSeconds += (event.at - test.startedAt) / 1000;
    }
    return used;
  }

  return { read };
}
