import { Dialog } from '@base-ui/react/dialog';
import { useRef } from 'react';
import { dialogVeilClass } from '#/ui/dialog-frame.tsx';
import { PopupPlace } from '#/ui/popup-place.ts';
import { SidebarContent, type SidebarContentProps } from './sidebar-content.tsx';
import { closeDrawer, setDrawerOpen, useSidebar } from './sidebar-state.ts';

/** Sidebar of narrow screens, as a drawer over the page. */
export function SidebarDrawer({ hasOrganization }: Pick<SidebarContentProps, 'hasOrganization'>) {
  const isOpen = useSidebar((state) => state.isDrawerOpen);
  const drawer = useRef<HTMLDivElement>(null);
  return (
    <Dialog.Root open={isOpen} onOpenChange={setDrawerOpen}>
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
