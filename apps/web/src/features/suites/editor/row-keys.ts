/**
 * Stable React keys for the rows of an edited list. Each edit parses the model from the text again, so its objects have no
 * lasting identity. Without stable keys, a focused field would lose the focus, and a dragged row its place.
 */
export interface KeyedRows {
  /** Items as JSON, by which they are recognized after an edit. */
  fingerprints: string[];
  keys: string[];
  /** Only increases, so that no key is reused. */
  nextKey: number;
}

export const noRows: KeyedRows = { fingerprints: [], keys: [], nextKey: 1 };

/**
 * Carries keys over to the edited list. Unchanged items keep their key, even if they moved. If the number of rows is the
 * same, changed items keep their keys in order, because the user is typing. All other items get a new key.
 */
export function carryKeys(before: KeyedRows, items: readonly unknown[]): KeyedRows {
  const fingerprints = items.map((item) => JSON.stringify(item));
  const keys: (string | undefined)[] = new Array(items.length).fill(undefined);
  const free = new Map<string, number[]>();
  before.fingerprints.forEach((fingerprint, index) => {
    free.set(fingerprint, [...(free.get(fingerprint) ?? []), index]);
  });

  fingerprints.forEach((fingerprint, index) => {
    const candidates = free.get(fingerprint);
    if (!candidates?.length) return;
    const same = candidates.indexOf(index);
    const [taken] = candidates.splice(same === -1 ? 0 : same, 1);
    keys[index] = taken === undefined ? undefined : before.keys[taken];
  });

  const used = new Set(keys);
  const left = before.keys.filter((key) => !used.has(key));
  if (items.length === before.keys.length) {
    keys.forEach((key, index) => {
      if (key === undefined) keys[index] = left.shift();
    });
  }

  let nextKey = before.nextKey;
  const complete = keys.map((key) => key ?? `row-${nextKey++}`);
  return { fingerprints, keys: complete, nextKey };
}
