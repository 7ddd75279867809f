import type { User } from '@parley/contract';
import { Link, type LinkProps } from '@tanstack/react-router';
import {
  Activity,
  CreditCard,
  FolderKanban,
  Gauge,
  History,
  type LucideIcon,
  MonitorSmartphone,
  Waypoints,
} from 'lucide-react';
import { useAuthStore } from '#/lib/session/auth-store.ts';
import { sidebarItemClass } from '#/ui/sidebar-item-class.ts';
import { Tooltip } from '#/ui/tooltip.tsx';

interface MainMenuItem {
  label: string;
  to: LinkProps['to'];
  Icon: LucideIcon;
  /** True if the item is not highlighted on subpages. */
  isExact?: boolean;
  /** Property of the user that must be true for the item to be shown. */
  flag?: keyof Pick<User, 'exploratoryTestingEnabled' | 'loadTestingEnabled' | 'isOperator'>;
}

export const mainItems: readonly MainMenuItem[] = [
  { label: 'Projects', to: '/projects', Icon: FolderKanban, isExact: true },
  {
    label: 'Exploratory Testing',
    to: '/explore',
    Icon: Waypoints,
    flag: 'exploratoryTestingEnabled',
  },
  { label: 'Load Testing', to: '/load', Icon: Gauge, flag: 'loadTestingEnabled' },
  { label: 'Virtual Devices', to: '/devices', Icon: MonitorSmartphone },
  { label: 'History', to: '/history', Icon: History },
  { label: 'Billing & Usage', to: '/billing', Icon: CreditCard },
  { label: 'Operations', to: '/operations', Icon: Activity, flag: 'isOperator' },
];

interface MainMenuProps {
  isCollapsed: boolean;
  onNavigate?: () => void;
}

export function MainMenu({ isCollapsed, onNavigate }: MainMenuProps) {
  const user = useAuthStore((state) => state.user);
  return (
    <nav aria-label="Main" data-tour="main-menu">
      <ul className="flex flex-col gap-0.5">
        {mainItems
          .filter(({ flag }) => !flag || user?.[flag])
          .map(({ label, to, Icon, isExact = false }) => (
            <li key={label}>
              <Tooltip text={label} side="right" isDisabled={!isCollapsed}>
                <Link
                  to={to}
                  activeOptions={{ exact: isExact }}
                  onClick={onNavigate}
                  className={sidebarItemClass(isCollapsed)}
                >
                  <Icon aria-hidden />
                  <span className={isCollapsed ? 'sr-only' : 'truncate'}>{label}</span>
                </Link>
              </Tooltip>
            </li>
          ))}
      </ul>
    </nav>
  );
}
