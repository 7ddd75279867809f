import { type AuthState, useAuthStore } from './auth-store.ts';

/**
 * A user is signed in and about to be redirected; not while a sign-in still performs its own
 * checks.
 */
export function useIsEntering(): boolean {
  return useAuthStore(isEntering);
}

function isEntering({ user, isLoading, isHeld }: AuthState): boolean {
  return !isHeld && (user !== null || isLoading);
}
