import { useRef } from 'react';
import { useAuthStore } from './auth-store.ts';
import { useOrgStore } from './org-store.ts';

/** User and organization, the path parameters of most endpoints. */
export interface OrganizationScope {
  userId: string;
  orgId: string;
}

/** Scope for stores and loaders of protected pages; null until the session is complete. */
export function readScope(): OrganizationScope | null {
  const userId = useAuthStore.getState().user?.id;
  const orgId = useOrgStore.getState().currentOrganization?.id;
  return userId && orgId ? { userId, orgId } : null;
}

let lastScope: OrganizationScope | null = null;

/**
 * Scope for screens of protected pages, whose guards ensure that it exists. During sign-out, mounted screens keep their scope
 * and new screens get the last one, until the guard redirects.
 */
export function useScope(): OrganizationScope {
  const userId = useAuthStore(({ user }) => user?.id);
  const orgId = useOrgStore(({ currentOrganization }) => currentOrganization?.id);
  const scope = useRef(userId ? null : lastScope);
  const isOther = userId !== scope.current?.userId || orgId !== scope.current?.orgId;
  if (userId && orgId && isOther) {
    scope.current = { userId, orgId };
    lastScope = scope.current;
  }
  if (!scope.current) throw new Error('No authenticated user or organization found');
  return scope.current;
}
