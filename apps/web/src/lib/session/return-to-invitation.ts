/**
 * The one address that somebody comes back to after signing in: an invitation that asked them to.
 * Kept for this tab only and used once.
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
