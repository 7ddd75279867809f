import { ChevronsUpDown } from 'lucide-react';
import { type ComponentProps, lazy, Suspense, useState } from 'react';
import { useOrgStore } from '#/lib/session/org-store.ts';
import { planName, useSettingsStore } from '#/lib/session/settings-store.ts';
import { cx } from '#/ui/cx.ts';
import { Popover } from '#/ui/popover.tsx';
import { clickOrganizationIcon } from './copy-organization-id.ts';
import { OrganizationTile } from './organization-tile.tsx';

const OrganizationPanel = lazy(() => import('./organization-panel.tsx'));

interface OrganizationSwitcherProps {
  isCollapsed: boolean;
  onNavigate?: () => void;
}

/** The current organization, with a popup to switch to others. */
export function OrganizationSwitcher({ isCollapsed, onNavigate }: OrganizationSwitcherProps) {
  const [isOpen, setIsOpen] = useState(false);
  const organization = useOrgStore((state) => state.currentOrganization);
  const plans = useSettingsStore((state) => state.plans);
  if (!organization) return null;

  function leave() {
    setIsOpen(false);
    onNavigate?.();
  }

  return (
    <Popover
      label="Organizations"
      side="top"
      isOpen={isOpen}
      onOpenChange={setIsOpen}
      className="w-72 p-2"
      trigger={
        <SwitcherTrigger
          organizationId={organization.id}
          name={organization.name}
          plan={planName(plans, organization.subscription?.planId)}
          isCollapsed={isCollapsed}
        />
      }
    >
      <Suspense fallback={<div className="h-24" />}>
        <OrganizationPanel onLeave={leave} />
      </Suspense>
    </Popover>
  );
}

interface SwitcherTriggerProps extends ComponentProps<'button'> {
  organizationId: string;
  name: string;
  plan: string;
  isCollapsed: boolean;
}

function SwitcherTrigger({
  organizationId,
  name,
  plan,
  isCollapsed,
  ...trigger
}: SwitcherTriggerProps) {
  return (
    <button
      {...trigger}
      type="button"
      onClick={(event) => {
        if (isOrganizationIcon(event.target)) clickOrganizationIcon(organizationId);
        trigger.onClick?.(event);
      }}
      className={cx(
        'flex w-full items-center gap-2.5 rounded-md text-left outline-offset-[-2px] transition-colors hover:bg-hover data-popup-open:bg-hover',
        !isCollapsed && 'p-1.5',
      )}
    >
      <OrganizationTile id={organizationId} />
      <span className={isCollapsed ? 'sr-only' : 'min-w-0 flex-1'}>
        <span className="block truncate font-medium text-ink text-sm">{name}</span>
        <span className="block truncate text-ink-muted text-xs">{plan}</span>
      </span>
      {!isCollapsed && <ChevronsUpDown aria-hidden className="size-4 shrink-0 text-ink-faint" />}
    </button>
  );
}

function isOrganizationIcon(target: EventTarget): boolean {
  return target instanceof Element && target.closest('[data-organization-icon]') !== null;
}
