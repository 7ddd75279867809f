import { PanelLeft } from 'lucide-react';
import { IconButton } from '#/ui/icon-button.tsx';
import { PageBreadcrumbs } from './breadcrumbs/page-breadcrumbs.tsx';
import { commandKey } from './palette/command-key.ts';
import { PaletteButton } from './palette/palette-button.tsx';
import { toggleSidebar } from './sidebar/sidebar-state.ts';
import { UserMenu } from './user-menu/user-menu.tsx';

export function PageTopBar({ hasOrganization }: { hasOrganization: boolean }) {
  return (
    <header className="sticky top-0 z-20 flex h-12 shrink-0 items-center gap-2 border-line border-b bg-canvas/90 px-2 backdrop-blur-sm sm:px-4">
      <IconButton
        label="Toggle sidebar"
        data-tour="sidebar-toggle"
        tooltip={`Toggle sidebar (${commandKey('B')})`}
        tooltipSide="right"
        icon={<PanelLeft className="size-4" />}
        onClick={toggleSidebar}
      />
      <span aria-hidden className="h-4 w-px bg-line" />
      <div className="min-w-0 flex-1">
        <PageBreadcrumbs />
      </div>
      {hasOrganization && <PaletteButton />}
      <div data-tour="user-menu">
        <UserMenu />
      </div>
    </header>
  );
}
