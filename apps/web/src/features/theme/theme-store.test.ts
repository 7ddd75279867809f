import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { followTheme, setTheme, useThemeStore } from './theme-store.ts';

let stop: () => void;

beforeEach(() => {
  stop = followTheme();
});

afterEach(() => {
  stop();
  localStorage.clear();
  useThemeStore.setState(useThemeStore.getInitialState(), true);
});

const shown = () => document.documentElement.dataset.theme;

describe('the theme', () => {
  it('[S-138, S-139] is left to the system at first', () => {
    expect(useThemeStore.getState().theme).toBe('system');
    expect(shown()).toBeUndefined();
  });

  it('[S-138, S-141] that is chosen shows at once and is kept under the key of the product', () => {
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
