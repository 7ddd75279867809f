import type { User } from '@parley/contract';
import { Link } from '@tanstack/react-router';
import {
  CircleUser,
  LifeBuoy,
  LogOut,
  Monitor,
  Moon,
  ShieldCheck,
  Sun,
  SunMoon,
  Undo2,
} from 'lucide-react';
import { setTheme, useThemeStore } from '#/features/theme/theme-store.ts';
import { useInstallation } from '#/lib/installation.ts';
import { mailLink } from '#/lib/mail-link.ts';
import { mayLeave } from '#/lib/may-leave.ts';
import { useAuthStore } from '#/lib/session/auth-store.ts';
import { signOut } from '#/lib/session/session.ts';
import { Avatar } from '#/ui/avatar.tsx';
import {
  Menu,
  MenuChoices,
  MenuHeading,
  MenuItem,
  MenuLink,
  MenuSeparator,
  Submenu,
} from '#/ui/menu.tsx';
import { leaveForOldDashboard } from './leave-for-old-dashboard.ts';

const themeChoices = [
  { value: 'light', label: 'Light', icon: <Sun aria-hidden /> },
  { value: 'dark', label: 'Dark', icon: <Moon aria-hidden /> },
  { value: 'system', label: 'System', icon: <Monitor aria-hidden /> },
] as const;

export function UserMenu() {
  const user = useAuthStore((state) => state.user);
  const theme = useThemeStore((state) => state.theme);
  const installation = useInstallation();
  if (!user) return null;
  const name = user.name || user.email;
  return (
    <Menu align="end" trigger={<UserMenuTrigger name={name} avatar={user.avatar} />}>
      <MenuHeading>
        <span className="block truncate font-medium text-ink text-sm">{name}</span>
        <span className="block truncate">{user.email}</span>
      </MenuHeading>
      <MenuSeparator />
      <MenuLink icon={<CircleUser aria-hidden />} render={<Link to="/account" />}>
        Account
      </MenuLink>
      <Submenu label="Theme" icon={<SunMoon aria-hidden />}>
        <MenuChoices value={theme} onChange={setTheme} choices={themeChoices} />
      </Submenu>
      {installation && (
        <>
          <MenuSeparator />
          <MenuLink icon={<LifeBuoy aria-hidden />} href={mailLink(installation.supportEmail)}>
            Support
          </MenuLink>
          <MenuLink icon={<ShieldCheck aria-hidden />} href={installation.privacyUrl} isExternal>
            Privacy Policy
          </MenuLink>
        </>
      )}
      <OldDashboard user={user} url={installation?.oldDashboardUrl} />
      <MenuSeparator />
      <MenuItem icon={<LogOut aria-hidden />} onSelect={() => void logOut()}>
        Log out
      </MenuItem>
    </Menu>
  );
}

async function logOut(): Promise<void> {
  // Ask now: signing out unmounts the page before the router sees another address.
  const leave = await mayLeave();
  if (!leave) return;
  leave();
  await signOut();
}

function OldDashboard({ user, url }: { user: User; url: string | null | undefined }) {
  if (!url) return null;
  return (
    <MenuItem icon={<Undo2 aria-hidden />} onSelect={() => void leaveForOldDashboard(user, url)}>
      Old Dashboard
    </MenuItem>
  );
}

interface UserMenuTriggerProps {
  name: string;
  avatar: string | null;
}

function UserMenuTrigger({ name, avatar, ...trigger }: UserMenuTriggerProps) {
  return (
    <button
      {...trigger}
      type="button"
      className="flex size-8 shrink-0 items-center justify-center rounded-full"
    >
      <span className="sr-only">User menu of {name}</span>
      <Avatar name={name} src={avatar} size="md" />
    </button>
  );
}
