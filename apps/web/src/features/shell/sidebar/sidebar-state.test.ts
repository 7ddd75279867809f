import { beforeEach, describe, expect, it, vi } from 'vitest';
import {
  isExpandedByCookie,
  isSidebarShortcut,
  toggleSidebar,
  useSidebar,
} from './sidebar-state.ts';

function screenIs(width: 'wide' | 'narrow') {
  vi.stubGlobal('matchMedia', () => ({ matches: width === 'narrow' }));
}

beforeEach(() => useSidebar.setState({ isExpanded: true, isDrawerOpen: false }));

describe('the sidebar', () => {
  it('[S-052, S-162] remembers on a wide screen whether it stands open', () => {
    screenIs('wide');
    toggleSidebar();
    expect(useSidebar.getState()).toEqual({ isExpanded: false, isDrawerOpen: false });
    expect(document.cookie).toContain('sidebar_state=false');
    expect(isExpandedByCookie(document.cookie)).toBe(false);
    toggleSidebar();
    expect(isExpandedByCookie(document.cookie)).toBe(true);
  });

  it('[S-052] stands after a reload as it was left', async () => {
    screenIs('wide');
    for (const isExpanded of [false, true]) {
      toggleSidebar();
      vi.resetModules();
      const reloaded = await import('./sidebar-state.ts');
      expect(reloaded.useSidebar.getState()).toEqual({ isExpanded, isDrawerOpen: false });
    }
  });

  it('[S-162] opens its drawer on a narrow screen and leaves the cookie alone', () => {
    screenIs('narrow');
    const before = document.cookie;
    toggleSidebar();
    expect(useSidebar.getState()).toEqual({ isExpanded: true, isDrawerOpen: true });
    expect(document.cookie).toBe(before);
  });

  it('stands open without a cookie', () => {
    expect(isExpandedByCookie('')).toBe(true);
    expect(isExpandedByCookie('a=1; sidebar_state=true')).toBe(true);
    expect(isExpandedByCookie('xsidebar_state=false')).toBe(true);
  });

  it.each([
    ['Ctrl+B', { ctrlKey: true }, true],
    ['Cmd+B', { metaKey: true }, true],
    ['B alone', {}, false],
    ['Ctrl+Alt+B', { ctrlKey: true, altKey: true }, false],
    ['Ctrl+Shift+B, which is the browser’s', { ctrlKey: true, shiftKey: true }, false],
    ['Ctrl+B that a text field has used', { ctrlKey: true, defaultPrevented: true }, false],
  ])('[A-378] answers to %s or not', (_, keys, isShortcut) => {
    const none = {
      ctrlKey: false,
      metaKey: false,
      altKey: false,
      shiftKey: false,
      defaultPrevented: false,
    };
    expect(isSidebarShortcut({ key: 'b', ...none, ...keys })).toBe(isShortcut);
  });
});
