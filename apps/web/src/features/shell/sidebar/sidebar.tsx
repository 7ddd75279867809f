import { Suspense, useState } from 'react';
import { cx } from '#/ui/cx.ts';
import { lazyPart } from '#/ui/lazy-part.ts';
import { narrowScreen, useMediaQuery } from '#/ui/use-media-query.ts';
import { SidebarContent, type SidebarContentProps } from './sidebar-content.tsx';
import { useSidebar } from './sidebar-state.ts';

const SidebarDrawer = lazyPart(async () => (await import('./sidebar-drawer.tsx')).SidebarDrawer);

/** Fixed next to the page on a wide screen, a drawer over it on a narrow one. */
export function Sidebar({ hasOrganization }: Pick<SidebarContentProps, 'hasOrganization'>) {
  const isExpanded = useSidebar((state) => state.isExpanded);
  const isDrawerOpen = useSidebar((state) => state.isDrawerOpen);
  const isNarrow = useMediaQuery(narrowScreen);
  // From its first opening on: a page is not to wait for a drawer that nobody has pulled.
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
