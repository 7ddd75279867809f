/**
 * State of the sidebar. A wide screen keeps it in the cookie `sidebar_state` for a week. The drawer of a
 * narrow screen is separate and never remembered.
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

/** Toggles the drawer on a narrow screen, otherwise the sidebar. Called by the header's button and by Ctrl+B or ⌘B. */
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

/** @returns true for Ctrl+B or ⌘B, unless a text field handled the key itself */
export function isSidebarShortcut(
  event: Pick<
    KeyboardEvent,
    'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey' | 'defaultPrevented'
  >,
): boolean {
  const isCommand = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
  return isCommand && event.key.toLowerCase() === 'b' && !event.defaultPrevented;
}
