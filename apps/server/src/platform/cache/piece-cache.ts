import { createRecentCache } from './recent-cache.ts';

/**
 * A cache of large texts that are asked for again and again, as the bytes that are sent. It keeps nothing that is
 * larger than a quarter of it.
 */
export const createPieceCache = (bytesMax: number) =>
  createRecentCache<readonly Buffer[]>({
    sizeMax: bytesMax,
    sizeOf: (pieces) => pieces.reduce((sum, { length }) => sum + length, 0),
    entryMax: bytesMax / 4,
  });
