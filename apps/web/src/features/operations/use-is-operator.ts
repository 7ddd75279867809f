import { useAuthStore } from '#/lib/session/auth-store.ts';

/** For everybody else the pages of operators are not there. */
export function useIsOperator(): boolean {
  return useAuthStore(({ user }) => user?.isOperator === true);
}
