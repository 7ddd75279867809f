import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { followTheme, setTheme, type Theme, useThemeStore } from './theme-store.ts';

let stop: () => void;

beforeEach(() => {
  stop = followTheme();
});

afterEach(() => {
  stop();
  localStorage.clear();
  useThemeStore.setState(useThemeStore.getInitialState(), true);
});

/** Reloads the modules, as a page reload would, and reads the theme. */
async function afterReload() {
  vi.resetModules();
  return (await import('./theme-store.ts')).useThemeStore.getState().theme;
}

const shown = () => document.documentElement.dataset.theme;

describe('the theme', () => {
  it('[S-138, S-139] is left to the system at first', () => {
    expect(useThemeStore.getState().theme).toBe('system');
    expect(shown()).toBeUndefined();
  });

  it.each(['light', 'dark', 'system'])('[S-138, S-141] %s survives a reload', async (theme) => {
    setTheme(theme as Theme);
    expect(await afterReload()).toBe(theme);
  });

  it('[S-139] is left to the system where something else is stored', async () => {
    localStorage.setItem('parley-theme', 'sepia');
    expect(await afterReload()).toBe('system');
  });

  it('[S-138, S-140, S-141] that is chosen shows at once and is kept under the key of the product', () => {
    setTheme('dark');
    expect(shown()).toBe('dark');
    expect(localStorage.getItem('parley-theme')).toBe('dark');
    setTheme('light');
    expect(shown()).toBe('light');
    setTheme('system');
    expect(shown()).toBeUndefined();
  });

  it('follows a choice made in another tab', () => {
    localStorage.setItem('parley-theme', 'dark');
    window.dispatchEvent(new StorageEvent('storage', { key: 'parley-theme' }));
    expect(shown()).toBe('dark');
  });
});
