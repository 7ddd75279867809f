import type { Organization, Role } from '@parley/contract';
import { useAuthStore } from '#/lib/session/auth-store.ts';
import { useOrgStore } from '#/lib/session/org-store.ts';

/** Role of the member with this email address; undefined if there is no such member. */
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
