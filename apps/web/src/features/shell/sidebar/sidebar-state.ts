/**
 * State of the sidebar. On wide screens, the cookie `sidebar_state` keeps it for a week. The drawer of narrow screens is
 * separate and not remembered.
 */
import { create } from 'zustand';
import { narrowScreen } from '#/ui/use-media-query.ts';

const cookieName = 'sidebar_state';
const cookieMaxAgeS = 7 * 24 * 60 * 60;

interface SidebarState {
  isExpanded: boolean;
  isDrawerOpen: boolean;
}

export const useSidebar = create<SidebarState>(() => ({
  isExpanded: isExpandedByCookie(document.cookie),
  isDrawerOpen: false,
}));

/**
 * Toggles the drawer on narrow screens and the sidebar on wide ones. Called by the button in the header, and on Ctrl+B or ⌘B.
 */
export function toggleSidebar(): void {
  if (matchMedia(narrowScreen).matches) {
    useSidebar.setState(({ isDrawerOpen }) => ({ isDrawerOpen: !isDrawerOpen }));
    return;
  }
  const isExpanded = !useSidebar.getState().isExpanded;
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing on plain http addresses
  document.cookie = `${cookieName}=${isExpanded}; path=/; max-age=${cookieMaxAgeS}; samesite=lax`;
  useSidebar.setState({ isExpanded });
}

export function closeDrawer(): void {
  useSidebar.setState({ isDrawerOpen: false });
}

export function setDrawerOpen(isDrawerOpen: boolean): void {
  useSidebar.setState({ isDrawerOpen });
}

export function isExpandedByCookie(cookies: string): boolean {
  return !cookies.split('; ').includes(`${cookieName}=false`);
}

/** @returns true for Ctrl+B or ⌘B, unless a text field has handled the key */
export function isSidebarShortcut(
  event: Pick<
    KeyboardEvent,
    'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey' | 'defaultPrevented'
  >,
): boolean {
  const isCommand = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
  return isCommand && event.key.toLowerCase() === 'b' && !event.defaultPrevented;
}
