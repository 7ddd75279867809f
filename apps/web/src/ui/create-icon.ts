import type { LucideIconData } from 'lucide-react';
import { type ComponentProps, createElement } from 'react';

/**
 * Replaces the Lucide function of this name, which makes a component from an icon. The original also converts icons for other
 * frameworks and handles sizes and colors, which are set by classes in this dashboard. It would add 1 KiB to every first
 * visit. Classes and attributes are the same.
 */
export default function createIcon({ name, node, aliases = [] }: LucideIconData) {
  const names = ['lucide', ...[name, ...aliases].map((known) => `lucide-${String(known)}`)];
  return ({ className, ...props }: ComponentProps<'svg'>) =>
    createElement(
      'svg',
      {
        xmlns: 'http://www.w3.org/2000/svg',
        width: 24,
        height: 24,
        viewBox: '0 0 24 24',
        fill: 'none',
        stroke: 'currentColor',
        strokeWidth: 2,
        strokeLinecap: 'round',
        strokeLinejoin: 'round',
        className: [...names, className].join(' ').trim(),
        'aria-hidden': !(props.role || props['aria-label']),
        ...props,
      },
      node.map(([tag, attributes]) => createElement(tag, attributes)),
    );
}
