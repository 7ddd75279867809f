import type { Organization, Role } from '@parley/contract';
import { useAuthStore } from '#/lib/session/auth-store.ts';
import { useOrgStore } from '#/lib/session/org-store.ts';

/** Role of the member with the user's email address; undefined if there is none. */
export function roleIn(
  organization: Pick<Organization, 'members'> | null,
  email: string | undefined,
): Role | undefined {
  const own = email?.toLowerCase();
  return organization?.members.find((member) => member.email.toLowerCase() === own)?.role;
}

export function useMyRole(): Role | undefined {
  const email = useAuthStore(({ user }) => user?.email);
  const organization = useOrgStore((state) => state.currentOrganization);
  return roleIn(organization, email);
}
