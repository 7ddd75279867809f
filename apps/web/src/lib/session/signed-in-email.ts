import { useState } from 'react';
import { type AuthState, useAuthStore } from './auth-store.ts';

/**
 * Email address of the signed-in user: undefined until known, null if nobody is signed in. During another check it stays the
 * same, so that a page keeps its state.
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
