import { useEffect, useState } from 'react';

/** Resolves a CSS variable to a color, because a canvas supports neither variables nor `light-dark()`. */
export function resolveColor(variable: string, element: HTMLElement): string {
  const probe = document.createElement('span');
  probe.style.color = `var(${variable})`;
  element.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}

/** Returns a number that increases with each change between light and dark, to trigger a redraw. */
export function useThemeChange(): number {
  const [changes, setChanges] = useState(0);
  useEffect(() => {
    const count = () => setChanges((before) => before + 1);
    const observer = new MutationObserver(count);
    observer.observe(document.documentElement, { attributeFilter: ['data-theme'] });
    const system = matchMedia('(prefers-color-scheme: dark)');
    system.addEventListener('change', count);
    return () => {
      observer.disconnect();
      system.removeEventListener('change', count);
    };
  }, []);
  return changes;
}
