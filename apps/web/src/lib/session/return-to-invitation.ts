/**
 * Storage key for the address to return to after signing in, which is always an invitation. It is kept per tab and used once.
 */
const storageKey = 'parley-invitation';

export function rememberInvitation(href: string): void {
  sessionStorage.setItem(storageKey, href);
}

export function takeInvitation(): string | null {
  const href = sessionStorage.getItem(storageKey);
  sessionStorage.removeItem(storageKey);
  return href?.startsWith('/invitation') ? href : null;
}
