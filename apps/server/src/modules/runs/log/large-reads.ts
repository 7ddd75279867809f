/**
 * Large parts of runs are read one after the other for each organization, and few at the same time for
 * all: each is held as a text several times while it is on its way, and takes the event loop for
 * milliseconds.
 */
import { createFairSemaphore } from '@parley/engine/fair-semaphore';
import { ApiError } from '../../../platform/errors/api-error.ts';

/** Size from which a part of a run is large. */
export const largeBytes = 262_144;

const waitMs = 60_000;

const late = () =>
  new ApiError('unavailable', {
    message: 'Several large runs are being read.',
    hint: 'Try again in half a minute.',
    retryAfterSeconds: 30,
  });

/** Turns for reading large parts. The parties that take turns are organizations. */
export const largeReads = createFairSemaphore({ atOnce: 2, atOncePerParty: 1, waitMs }, late);

/**
 * Queue for reading complete runs, which are held as text while the work pool has them; waiting
 * readers hold nothing yet. Take it before a turn of largeReads or of the pool, never inside one.
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
