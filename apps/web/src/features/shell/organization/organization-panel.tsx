import { roleAllows } from '@parley/contract';
import { Link, useNavigate } from '@tanstack/react-router';
import { Plus, Settings } from 'lucide-react';
import { mayLeave } from '#/lib/may-leave.ts';
import { useAuthStore } from '#/lib/session/auth-store.ts';
import { useMyRole } from '#/lib/session/my-role.ts';
import { useOrgStore } from '#/lib/session/org-store.ts';
import { planName, useSettingsStore } from '#/lib/session/settings-store.ts';
import { buttonClass } from '#/ui/button.tsx';
import { SearchList } from '#/ui/search-list.tsx';
import { sidebarItemClass } from '#/ui/sidebar-item-class.ts';
import { changeOrganization } from './change-organization.ts';
import { OrganizationTile } from './organization-tile.tsx';

interface OrganizationPanelProps {
  /** Called when the user navigates away. */
  onLeave: () => void;
}

/** Content of the organization popup: the current organization, the others, and a link to add one. */
export default function OrganizationPanel({ onLeave }: OrganizationPanelProps) {
  const navigate = useNavigate();
  const { organizations, currentOrganization } = useOrgStore();
  const mayAdd = useAuthStore(({ user }) => user?.mayCreateOrganizations ?? false);
  const others = organizations.filter(({ id }) => id !== currentOrganization?.id);

  async function change(organizationId: string) {
    onLeave();
    // Ask now: switching the organization unmounts the page before the router sees another address.
    const leave = await mayLeave();
    if (!leave || !(await changeOrganization(organizationId))) return;
    leave();
    await navigate({ to: '/' });
  }

  return (
    <div className="flex flex-col gap-2">
      <CurrentOrganization onLeave={onLeave} />
      {others.length > 0 && (
        <div className="-mx-2 border-line border-t px-2 pt-2">
          <SearchList
            items={others}
            keyOf={({ id }) => id}
            textOf={({ name }) => name}
            placeholder="Search organizations..."
            heading={`Other Organizations (${others.length})`}
            emptyText="No organizations found."
            onSelect={({ id }) => void change(id)}
          >
            {({ id, name }) => (
              <>
                <OrganizationTile id={id} size="sm" />
                <span className="min-w-0 flex-1 truncate">{name}</span>
              </>
            )}
          </SearchList>
        </div>
      )}
      {mayAdd && (
        <div className="-mx-2 border-line border-t px-2 pt-2">
          {/* A full page load, so that the new organization starts with a clean session. */}
          <a href="/organizations/new" className={sidebarItemClass(false)}>
            <Plus aria-hidden />
            Add organization
          </a>
        </div>
      )}
    </div>
  );
}

function CurrentOrganization({ onLeave }: OrganizationPanelProps) {
  const organization = useOrgStore((state) => state.currentOrganization);
  const plans = useSettingsStore((state) => state.plans);
  const role = useMyRole();
  if (!organization) return null;
  return (
    <div className="flex items-center gap-2.5 p-1.5">
      <OrganizationTile id={organization.id} />
      <div className="min-w-0 flex-1">
        <p className="truncate font-medium text-ink text-sm">{organization.name}</p>
        <p className="truncate text-ink-muted text-xs">
          {planName(plans, organization.subscription?.planId)}
        </p>
      </div>
      {role && roleAllows(role, 'members.manage') && (
        <Link to="/organization" onClick={onLeave} className={buttonClass({ size: 'sm' })}>
          <Settings className="size-3.5" aria-hidden />
          Manage
        </Link>
      )}
    </div>
  );
}
