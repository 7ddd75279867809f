/** Remembers per tab when the organization was last loaded in full, so that a stale one is loaded anew at start. */
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
