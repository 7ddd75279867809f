/**
 * Storage key for the time of the last complete load in this tab. If it is too long ago, the session is reloaded at the
 * start.
 */
const storageKey = 'parley-session-flag';
const staleAfterMs = 5 * 60_000;

export function markLoaded(now = Date.now()): void {
  sessionStorage.setItem(storageKey, String(now));
}

export function clearSessionFlag(): void {
  sessionStorage.removeItem(storageKey);
}

export function isLoadStale(now = Date.now()): boolean {
  const stored = sessionStorage.getItem(storageKey);
  return stored === null || !(now - Number(stored) <= staleAfterMs);
}
