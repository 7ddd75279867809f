/**
 * Limits how many large parts of runs are read at the same time: one for each organization, and few in total. Each is held as
 * text several times while being read, and blocks the event loop for milliseconds.
 */
import { createFairSemaphore } from '@parley/engine/fair-semaphore';
import { ApiError } from '../../../platform/errors/api-error.ts';

/** Size in bytes above which a part of a run is large. */
export const largeBytes = 262_144;

const waitMs = 60_000;

const late = () =>
  new ApiError('unavailable', {
    message: 'Several large runs are being read.',
    hint: 'Try again in half a minute.',
    retryAfterSeconds: 30,
  });

/** Queue for reading large parts. The parties are organizations. */
export const largeReads = createFairSemaphore({ atOnce: 2, atOncePerParty: 1, waitMs }, late);

/**
 * Queue for reading complete runs, which are held as text while the work pool has them; waiting readers hold nothing yet. Enter
 * it before `largeReads` or the pool, never while in one of them.
 */
export const wholeReads = createFairSemaphore(
  { atOnce: 2, atOncePerParty: 1, waitingPerMember: 20, waitMs },
  (why) =>
    why === 'late'
      ? late()
      : new ApiError('too_many_requests', {
          message: 'You have too many large runs being read at the same time.',
        }),
);
