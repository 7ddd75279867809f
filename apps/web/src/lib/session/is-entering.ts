import { type AuthState, useAuthStore } from './auth-store.ts';

/** Somebody is signed in and about to be moved on; not while a sign-in still makes its own checks. */
export function useIsEntering(): boolean {
  return useAuthStore(isEntering);
}

function isEntering({ user, isLoading, isHeld }: AuthState): boolean {
  return !isHeld && (user !== null || isLoading);
}
