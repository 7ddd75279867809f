import type { IdentityUser } from './identity.ts';

const storageKey = 'parley-firebase-user';

interface Remembered {
  uid: string;
  user: IdentityUser;
}

/** Caches the Parley user of a Firebase account, so that pages need not request it each time they open. */
export function rememberUser(remembered: Remembered | null): void {
  if (remembered) localStorage.setItem(storageKey, JSON.stringify(remembered));
  else localStorage.removeItem(storageKey);
}

export function rememberedUser(uid: string): IdentityUser | null {
  try {
    const remembered: Remembered | null = JSON.parse(localStorage.getItem(storageKey) ?? 'null');
    return remembered?.uid === uid ? remembered.user : null;
  } catch {
    return null;
  }
}
