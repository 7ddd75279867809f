/**
 * Theme setting: light, dark or the system's. A script in `index.html` reads the same storage key before the first paint, so
 * that the page does not flash. Without `data-theme`, the style sheet follows the system, even while the page is open.
 */
import { create } from 'zustand';

export const themes = ['light', 'dark', 'system'] as const;
export type Theme = (typeof themes)[number];

const storageKey = 'parley-theme';

export const useThemeStore = create<{ theme: Theme }>(() => ({ theme: storedTheme() }));

export function setTheme(theme: Theme): void {
  localStorage.setItem(storageKey, theme);
  useThemeStore.setState({ theme });
}

/** Applies the selected theme, also when another tab changes it. Returns a function that stops this. */
export function followTheme(): () => void {
  const show = () => {
    const { theme } = useThemeStore.getState();
    const root = document.documentElement;
    if (theme === 'system') delete root.dataset.theme;
    else root.dataset.theme = theme;
  };
  const followOtherTabs = (event: StorageEvent) => {
    if (event.key === storageKey) useThemeStore.setState({ theme: storedTheme() });
  };
  show();
  const stopWatching = useThemeStore.subscribe(show);
  window.addEventListener('storage', followOtherTabs);
  return () => {
    stopWatching();
    window.removeEventListener('storage', followOtherTabs);
  };
}

function storedTheme(): Theme {
  const stored = localStorage.getItem(storageKey);
  return themes.find((theme) => theme === stored) ?? 'system';
}
