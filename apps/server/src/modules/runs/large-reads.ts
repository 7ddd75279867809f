/**
 * Large parts of runs are read one after the other for each organization, and few at the same time for
 * all: each is held as a text several times while it is on its way, and takes the event loop for
 * milliseconds.
 */
import { createTurns } from '@parley/engine/turns';
import { ApiError } from '../../platform/api-error.ts';

/** From here on a part of a run is large. */
export const largeBytes = 262_144;

/** Their parties are organizations. */
export const largeReads = createTurns(
  { atOnce: 2, atOncePerParty: 1, waitMs: 60_000 },
  () =>
    new ApiError('unavailable', {
      message: 'Several large runs are being read.',
      hint: 'Try again in half a minute.',
      retryAfterSeconds: 30,
    }),
);
