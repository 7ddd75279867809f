import { Dialog } from '@base-ui/react/dialog';
import { Link } from '@tanstack/react-router';
import { useRef } from 'react';
import { SidebarProjects } from '#/features/projects/sidebar-projects.tsx';
import { productName } from '#/lib/brand.ts';
import { cx } from '#/ui/cx.ts';
import { dialogVeilClass } from '#/ui/dialog.tsx';
import { Logo, LogoMark } from '#/ui/logo.tsx';
import { PopupPlace } from '#/ui/popup-place.ts';
import { useMediaQuery } from '#/ui/use-media-query.ts';
import { OrganizationSwitcher } from '../organization/organization-switcher.tsx';
import { HelpGroup } from './help-group.tsx';
import { MainMenu } from './main-menu.tsx';
import { closeDrawer, narrowScreen, setDrawerOpen, useSidebar } from './sidebar-state.ts';

interface SidebarProps {
  hasOrganization: boolean;
}

/** Fixed beside the page on a wide screen, a drawer over it on a narrow one. */
export function Sidebar({ hasOrganization }: SidebarProps) {
  const { isExpanded, isDrawerOpen } = useSidebar();
  const isNarrow = useMediaQuery(narrowScreen);
  const drawer = useRef<HTMLDivElement>(null);
  if (!isNarrow) {
    return <SidebarRail isCollapsed={!isExpanded} hasOrganization={hasOrganization} />;
  }
  return (
    <Dialog.Root open={isDrawerOpen} onOpenChange={setDrawerOpen}>
      <Dialog.Portal>
        <Dialog.Backdrop className={dialogVeilClass} />
        <Dialog.Popup
          ref={drawer}
          aria-label="Sidebar"
          className="fixed inset-y-0 left-0 z-40 flex w-72 max-w-[calc(100vw-3rem)] bg-canvas shadow-dialog outline-none transition-transform duration-180 data-ending-style:-translate-x-full data-starting-style:-translate-x-full"
        >
          <PopupPlace value={drawer}>
            <SidebarContent
              isCollapsed={false}
              hasOrganization={hasOrganization}
              onNavigate={closeDrawer}
            />
          </PopupPlace>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function SidebarRail({ isCollapsed, hasOrganization }: SidebarContentProps) {
  return (
    <aside
      aria-label="Sidebar"
      data-state={isCollapsed ? 'collapsed' : 'expanded'}
      className={cx(
        'sticky top-0 flex h-dvh shrink-0 overflow-hidden border-line border-r bg-canvas transition-[width] duration-150',
        isCollapsed ? 'w-12' : 'w-64',
      )}
    >
      <SidebarContent isCollapsed={isCollapsed} hasOrganization={hasOrganization} />
    </aside>
  );
}

interface SidebarContentProps extends SidebarProps {
  isCollapsed: boolean;
  onNavigate?: () => void;
}

function SidebarContent({ isCollapsed, hasOrganization, onNavigate }: SidebarContentProps) {
  return (
    <div className="flex min-w-0 flex-1 flex-col">
      <div
        className={cx('flex h-12 shrink-0 items-center', isCollapsed ? 'justify-center' : 'px-4')}
      >
        <Link to="/" aria-label={`${productName} home`} className="rounded-md" onClick={onNavigate}>
          {isCollapsed ? <LogoMark /> : <Logo name={productName} />}
        </Link>
      </div>
      <div className="flex min-h-0 flex-1 flex-col gap-5 overflow-y-auto overflow-x-hidden px-2 py-2">
        <MainMenu isCollapsed={isCollapsed} onNavigate={onNavigate} />
        {hasOrganization && <SidebarProjects isCollapsed={isCollapsed} onNavigate={onNavigate} />}
        <HelpGroup {...{ isCollapsed, hasOrganization, onNavigate }} />
      </div>
      <div data-tour="organization-switcher" className="shrink-0 border-line border-t p-2">
        <OrganizationSwitcher isCollapsed={isCollapsed} onNavigate={onNavigate} />
      </div>
    </div>
  );
}
