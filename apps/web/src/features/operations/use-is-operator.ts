import { useAuthStore } from '#/lib/session/auth-store.ts';

/** @returns true if the user is an operator, so that the operators' pages can be shown */
export function useIsOperator(): boolean {
  return useAuthStore(({ user }) => user?.isOperator === true);
}
