import { Suspense, useState } from 'react';
import { cx } from '#/ui/cx.ts';
import { lazyPart } from '#/ui/lazy-part.ts';
import { narrowScreen, useMediaQuery } from '#/ui/use-media-query.ts';
import { SidebarContent, type SidebarContentProps } from './sidebar-content.tsx';
import { useSidebar } from './sidebar-state.ts';

const SidebarDrawer = lazyPart(async () => (await import('./sidebar-drawer.tsx')).SidebarDrawer);

/** The sidebar: next to the page on wide screens, a drawer over the page on narrow ones. */
export function Sidebar({ hasOrganization }: Pick<SidebarContentProps, 'hasOrganization'>) {
  const isExpanded = useSidebar((state) => state.isExpanded);
  const isDrawerOpen = useSidebar((state) => state.isDrawerOpen);
  const isNarrow = useMediaQuery(narrowScreen);
  // Render the drawer only after it was opened once, so that pages do not wait for its code.
  const [isDrawerDrawn, setDrawerDrawn] = useState(false);
  if (isDrawerOpen && !isDrawerDrawn) setDrawerDrawn(true);
  if (isNarrow) {
    if (!isDrawerDrawn) return null;
    return (
      <Suspense>
        <SidebarDrawer hasOrganization={hasOrganization} />
      </Suspense>
    );
  }
  return <SidebarRail isCollapsed={!isExpanded} hasOrganization={hasOrganization} />;
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
