/** Milliseconds for which lists that an earlier page has stored in the browser are shown without a new request. */
export const storedListsMs = 2 * 60_000;

type StoredAt = (organizationId: string) => number | undefined;

const stores: StoredAt[] = [];

/** Registers a store that shows lists of earlier pages. `storedAt` returns when such a list was read, in milliseconds since 1970. */
export function registerStored(storedAt: StoredAt): void {
  stores.push(storedAt);
}

/** Returns when the oldest list was read that the page may show without a new request; undefined if there is none. */
export function oldestStored(organizationId: string): number | undefined {
  const times = stores.flatMap((storedAt) => storedAt(organizationId) ?? []);
  return times.length > 0 ? Math.min(...times) : undefined;
}
