import { Link } from '@tanstack/react-router';
import { SidebarProjects } from '#/features/projects/sidebar-projects.tsx';
import { productName } from '#/lib/brand.ts';
import { cx } from '#/ui/cx.ts';
import { Logo, LogoMark } from '#/ui/logo.tsx';
import { OrganizationSwitcher } from '../organization/organization-switcher.tsx';
import { HelpGroup } from './help-group.tsx';
import { MainMenu } from './main-menu.tsx';
import { useActiveProjectId } from './use-active-project.ts';
import { WatchMenu } from './watch-menu.tsx';

export interface SidebarContentProps {
  hasOrganization: boolean;
  isCollapsed: boolean;
  onNavigate?: () => void;
}

/** Content of the sidebar, for wide and narrow screens. */
export function SidebarContent({ isCollapsed, hasOrganization, onNavigate }: SidebarContentProps) {
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
        {hasOrganization && <WatchMenu {...{ isCollapsed, onNavigate }} />}
        {hasOrganization && <ProjectsOfOrganization {...{ isCollapsed, onNavigate }} />}
        <HelpGroup {...{ isCollapsed, hasOrganization, onNavigate }} />
      </div>
      <div data-tour="organization-switcher" className="shrink-0 border-line border-t p-2">
        <OrganizationSwitcher isCollapsed={isCollapsed} onNavigate={onNavigate} />
      </div>
    </div>
  );
}

function ProjectsOfOrganization(props: Omit<SidebarContentProps, 'hasOrganization'>) {
  return <SidebarProjects activeId={useActiveProjectId()} {...props} />;
}
