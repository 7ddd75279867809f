import { Link, type LinkProps } from '@tanstack/react-router';
import { HeartPulse, ListChecks, type LucideIcon, Radar } from 'lucide-react';
import { Suspense } from 'react';
import { lazyPart } from '#/ui/lazy-part.ts';
import { sidebarItemClass } from '#/ui/sidebar-item-class.ts';
import { Tooltip } from '#/ui/tooltip.tsx';

const WatchCount = lazyPart(
  async () => (await import('#/features/overview/watch-count.tsx')).WatchCount,
);

interface WatchItem {
  label: string;
  to: LinkProps['to'];
  Icon: LucideIcon;
  count: 'monitors' | 'suites' | 'all';
}

export const watchItems: readonly WatchItem[] = [
  { label: 'Overview', to: '/overview', Icon: Radar, count: 'all' },
  { label: 'Suites', to: '/suites', Icon: ListChecks, count: 'suites' },
  { label: 'Monitors', to: '/history/monitoring', Icon: HeartPulse, count: 'monitors' },
];

interface WatchMenuProps {
  isCollapsed: boolean;
  onNavigate?: (() => void) | undefined;
}

/** Links to current failures, with the number of failures. */
export function WatchMenu({ isCollapsed, onNavigate }: WatchMenuProps) {
  return (
    <nav aria-label="Watch">
      {!isCollapsed && <p className="px-2 pb-1 font-medium text-ink-muted text-xs">Watch</p>}
      <ul className="flex flex-col gap-0.5">
        {watchItems.map(({ label, to, Icon, count }) => (
          <li key={label}>
            <Tooltip text={label} side="right" isDisabled={!isCollapsed}>
              <Link to={to} onClick={onNavigate} className={sidebarItemClass(isCollapsed)}>
                <Icon aria-hidden />
                <span className={isCollapsed ? 'sr-only' : 'truncate'}>{label}</span>
                {!isCollapsed && (
                  <Suspense>
                    <WatchCount of={count} />
                  </Suspense>
                )}
              </Link>
            </Tooltip>
          </li>
        ))}
      </ul>
    </nav>
  );
}
