import { useEffect, useState } from 'react';

/** A canvas knows no variables and no `light-dark()`, so the browser computes the color. */
export function resolveColor(variable: string, element: HTMLElement): string {
  const probe = document.createElement('span');
  probe.style.color = `var(${variable})`;
  element.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}

/** Counts the changes between light and dark. */
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
