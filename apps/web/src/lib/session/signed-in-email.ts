import { useState } from 'react';
import { type AuthState, useAuthStore } from './auth-store.ts';

/**
 * Whose session it is: undefined until that is known, null for nobody. While it is found out again,
 * what was known stays, so that a page does not lose its place.
 */
export function useSignedInEmail(): string | null | undefined {
  const current = useAuthStore(emailOf);
  const [known, setKnown] = useState(current);
  if (current === undefined) return known;
  if (current !== known) setKnown(current);
  return current;
}

function emailOf({ user, isChecked, isLoading }: AuthState): string | null | undefined {
  if (!isChecked) return undefined;
  if (user) return user.email;
  return isLoading ? undefined : null;
}
