import type { RunEvent } from '@parley/suite';
import type { UsedAmount } from '../../billing/billing.ts';

/**
 * Reads usage from a run's events. A test counts as a whole when it ends: a test that a lost worker had started is started
 * again by the next worker, and counts once.
 */
export function createUsageMeter(platform: 'webchat' | 'phone') {
  /** Active conversations by test and attempt, since several tries of a test can run at the same time. */
  const underWay = new Map<string, { startedAt: number; interactions: number }>();

  /** Call it once per batch, in order. */
  function read(events: readonly RunEvent[]): UsedAmount {
    const used = { interactions: 0, callSeconds: 0 };
    for (const event of events) {
      if (!('attempt' in event)) continue;
      const conversation = `${event.test} ${event.attempt}`;
      if (event.type === 'test.started')
        underWay.set(conversation, { startedAt: event.at, interactions: 0 });
      const test = underWay.get(conversation);
      if (test === undefined) continue;
      // A check of another system is not a turn of the conversation.
      if (event.type === 'step.finished' && !event.checked) test.interactions += 1;
      if (event.type !== 'test.finished') continue;
      underWay.delete(conversation);
      used.interactions += test.interactions;
      if (platform === 'phone') used.callSeconds += (event.at - test.startedAt) / 1000;
    }
    return used;
  }

  return { read };
}
