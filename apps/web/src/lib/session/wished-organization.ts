/** The organization that somebody signs in again to open. Kept for this tab only and used once. */
const storageKey = 'parley-organization';

export function rememberOrganization(id: string): void {
  sessionStorage.setItem(storageKey, id);
}

export function takeOrganization(): string | null {
  const id = sessionStorage.getItem(storageKey);
  sessionStorage.removeItem(storageKey);
  return id;
}
