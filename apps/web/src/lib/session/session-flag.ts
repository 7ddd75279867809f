/** Remembers per tab when the organization was last fully loaded, so that a stale one is reloaded at the start. */
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
