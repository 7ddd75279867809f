import { ConversationError } from '@parley/egress';
import { createFairSemaphore, type FairSemaphore } from './fair-semaphore.ts';
import { limits } from './limits.ts';

interface SharedPlaces {
  atOnce: number;
  atOncePerParty: number;
  /** Purpose of a slot: `page` or `call`. */
  what: string;
}

/**
 * Creates the slots of a process. A conversation keeps its slot until it ends, however long its bot is silent. No party gets
 * more than its limit, and the last slot is reserved for a party that has none.
 */
export function createSharedPlaces({ atOnce, atOncePerParty, what }: SharedPlaces): FairSemaphore {
  return createFairSemaphore(
    { atOnce, atOncePerParty, isLastShared: true, waitMs: limits.turnMs },
    () =>
      new ConversationError({
        class: 'configuration',
        code: 'worker-busy',
        message: `No ${what} was free for ${limits.turnMs / 60_000} minutes.`,
        hint: 'Start the run again later, or ask the operator for more workers.',
      }),
  );
}
