import { type AuthState, useAuthStore } from './auth-store.ts';

/** @returns true if a user is signed in and about to be redirected; false while a sign-in performs its own checks */
export function useIsEntering(): boolean {
  return useAuthStore(isEntering);
}

function isEntering({ user, isLoading, isHeld }: AuthState): boolean {
  return !isHeld && (user !== null || isLoading);
}
