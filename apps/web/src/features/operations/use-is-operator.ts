import { useAuthStore } from '#/lib/session/auth-store.ts';

/** Hides the pages of operators from everybody else. */
export function useIsOperator(): boolean {
  return useAuthStore(({ user }) => user?.isOperator === true);
}
