/**
 * Cache of large texts that are requested often, as the bytes that are sent. The least recently
 * used ones are dropped first.
 */
export interface PieceCache {
  get(key: string): readonly Buffer[] | undefined;
  /** Keeps nothing that is larger than a quarter of the cache. */
  set(key: string, pieces: readonly Buffer[]): void;
}

export function createPieceCache(bytesMax: number): PieceCache {
  const kept = new Map<string, { pieces: readonly Buffer[]; bytes: number }>();
  let bytesKept = 0;

  function remove(key: string): void {
    bytesKept -= kept.get(key)?.bytes ?? 0;
    kept.delete(key);
  }

  return {
    get(key) {
      const found = kept.get(key);
      if (found === undefined) return undefined;
      kept.delete(key);
      kept.set(key, found);
      return found.pieces;
    },
    set(key, pieces) {
      remove(key);
      const bytes = pieces.reduce((sum, { length }) => sum + length, 0);
      if (bytes > bytesMax / 4) return;
      kept.set(key, { pieces, bytes });
      bytesKept += bytes;
      for (const oldest of kept.keys()) {
        if (bytesKept <= bytesMax) break;
        remove(oldest);
      }
    },
  };
}
