interface RecentCache<Value> {
  get(key: string): Value | undefined;
  /** Stores a value. A value larger than `entryMax` is not stored, but still removes the previous value of the key. */
  set(key: string, value: Value): void;
}

interface Limits<Value> {
  /** Maximum total size of all entries; each entry counts as 1 without `sizeOf`. */
  sizeMax: number;
  sizeOf?(value: Value, key: string): number;
  entryMax?: number;
}

/** Creates a cache in memory that drops the least recently used entries when it is full. */
export function createRecentCache<Value>({
  sizeMax,
  sizeOf = () => 1,
  entryMax = sizeMax,
}: Limits<Value>): RecentCache<Value> {
  const kept = new Map<string, { value: Value; size: number }>();
  let sizeKept = 0;

  function remove(key: string): void {
    sizeKept -= kept.get(key)?.size ?? 0;
    kept.delete(key);
  }

  return {
    get(key) {
      const found = kept.get(key);
      if (found === undefined) return undefined;
      kept.delete(key);
      kept.set(key, found);
      return found.value;
    },
    set(key, value) {
      remove(key);
      const size = sizeOf(value, key);
      if (size > entryMax) return;
      kept.set(key, { value, size });
      sizeKept += size;
      for (const oldest of kept.keys()) {
        if (sizeKept <= sizeMax) break;
        remove(oldest);
      }
    },
  };
}
