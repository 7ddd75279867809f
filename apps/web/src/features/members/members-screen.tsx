import { roleAllows } from '@parley/contract';
import { useEffect, useState } from 'react';
import { AuditCard } from '#/features/audit/audit-card.tsx';
import { SingleSignOnCard } from '#/features/single-sign-on/single-sign-on-card.tsx';
import { WebhooksCard } from '#/features/webhooks/webhooks-card.tsx';
import { useMyRole } from '#/lib/session/my-role.ts';
import { reloadOrganization, useOrgStore } from '#/lib/session/org-store.ts';
import { useScope } from '#/lib/session/scope.ts';
import { PageHeader } from '#/ui/page-header.tsx';
import { toast } from '#/ui/toast.ts';
import { MembersCard } from './members-card.tsx';
import { PendingInvitationsCard } from './pending-invitations-card.tsx';

/** Members and invitations of the current organization. Only administrators can change them. */
export function MembersScreen() {
  const { orgId } = useScope();
  const organization = useOrgStore((state) => state.currentOrganization);
  const role = useMyRole();
  const isLoaded = useLoadedOrganization(orgId);
  const mayManage = role !== undefined && roleAllows(role, 'members.manage');
  const members = organization?.members ?? [];
  const invitations = organization?.invitations ?? [];

  return (
    <div className="flex flex-col gap-5">
      <PageHeader
        title="Organization Management"
        description={
          mayManage
            ? organization?.name
            : `${organization?.name}. Owners and administrators of the organization manage its members.`
        }
      />
      <MembersCard members={members} invitations={invitations} {...{ isLoaded, mayManage }} />
      <PendingInvitationsCard invitations={invitations} {...{ isLoaded, mayManage }} />
      {role !== undefined && roleAllows(role, 'organization.manage') && <SingleSignOnCard />}
      {role !== undefined && roleAllows(role, 'webhooks.manage') && <WebhooksCard />}
      {role !== undefined && roleAllows(role, 'organization.manage') && (
        <AuditCard members={members} />
      )}
    </div>
  );
}

/** Reloads the organization when the screen opens. After a failure, the cached data stays and a toast reports the failure. */
function useLoadedOrganization(orgId: string): boolean {
  const [loadedId, setLoadedId] = useState<string | null>(null);
  useEffect(() => {
    let isCurrent = true;
    reloadOrganization()
      .catch(() => {
        if (isCurrent) toast({ variant: 'destructive', title: 'Failed to load organizations' });
      })
      .finally(() => {
        if (isCurrent) setLoadedId(orgId);
      });
    return () => {
      isCurrent = false;
    };
  }, [orgId]);
  return loadedId === orgId;
}
