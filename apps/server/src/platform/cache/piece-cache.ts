import { createRecentCache } from './recent-cache.ts';

/**
 * Creates a cache for large texts that are requested repeatedly, stored as the bytes to send. A text larger than a quarter of
 * the cache is not stored.
 */
export const createPieceCache = (bytesMax: number) =>
  createRecentCache<readonly Buffer[]>({
    sizeMax: bytesMax,
    sizeOf: (pieces) => pieces.reduce((sum, { length }) => sum + length, 0),
    entryMax: bytesMax / 4,
  });
