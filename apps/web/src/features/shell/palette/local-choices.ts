import type { Installation, User } from '@parley/contract';
import {
  BookOpen,
  Building2,
  CircleUser,
  Keyboard,
  MessageSquareHeart,
  Moon,
  PanelLeft,
  Plus,
  Sun,
  SunMoon,
} from 'lucide-react';
import { openFeedback } from '#/features/feedback/feedback-store.ts';
import { setTheme } from '#/features/theme/theme-store.ts';
import { setSingleKeys } from '#/lib/single-keys.ts';
import { mainItems } from '../sidebar/main-menu.tsx';
import { toggleSidebar } from '../sidebar/sidebar-state.ts';
import { watchItems } from '../sidebar/watch-menu.tsx';
import type { Choice, ChoiceGroup } from './choice.ts';
import { openPaletteWindow } from './palette-store.ts';

interface Surroundings {
  user: User | null;
  installation: Installation | undefined;
  hasSingleKeys: boolean;
}

/** Pages, actions and documents, which are found without a request to the server. */
export function localGroups({ user, installation, hasSingleKeys }: Surroundings): ChoiceGroup[] {
  return [
    { title: 'Pages', choices: pages(user) },
    { title: 'Actions', choices: actions(hasSingleKeys) },
    { title: 'Documentation', choices: documents(user, installation) },
  ];
}

function pages(user: User | null): Choice[] {
  const shown = mainItems.filter(({ flag }) => !flag || user?.[flag]);
  const ofSidebar = [...watchItems, ...shown].map(({ label, to, Icon }) => ({
    key: `page:${to}`,
    name: label,
    Icon,
    href: String(to),
  }));
  return [
    ...ofSidebar,
    {
      key: 'page:/organization',
      name: 'Organization Management',
      detail: 'Members and invitations',
      searched: 'Organization Management members invitations',
      Icon: Building2,
      href: '/organization',
    },
    {
      key: 'page:/account',
      name: 'Account',
      detail: 'Profile, password, API keys',
      searched: 'Account profile password API keys',
      Icon: CircleUser,
      href: '/account',
    },
  ];
}

function actions(hasSingleKeys: boolean): Choice[] {
  return [
    {
      key: 'action:new-project',
      name: 'New project',
      Icon: Plus,
      act: () => openPaletteWindow('new-project'),
    },
    {
      key: 'action:shortcuts',
      name: 'Keyboard shortcuts',
      Icon: Keyboard,
      act: () => openPaletteWindow('shortcuts'),
    },
    {
      key: 'action:single-keys',
      name: hasSingleKeys ? 'Turn off single-key shortcuts' : 'Turn on single-key shortcuts',
      Icon: Keyboard,
      act: () => setSingleKeys(!hasSingleKeys),
    },
    { key: 'action:sidebar', name: 'Toggle sidebar', Icon: PanelLeft, act: toggleSidebar },
    { key: 'action:light', name: 'Use light theme', Icon: Sun, act: () => setTheme('light') },
    { key: 'action:dark', name: 'Use dark theme', Icon: Moon, act: () => setTheme('dark') },
    {
      key: 'action:system',
      name: 'Use system theme',
      Icon: SunMoon,
      act: () => setTheme('system'),
    },
    { key: 'action:feedback', name: 'Share Feedback', Icon: MessageSquareHeart, act: openFeedback },
  ];
}

/** Documents that the dashboard links to. Only operators get the sign-in guide. */
function documents(user: User | null, installation: Installation | undefined): Choice[] {
  const pages = [
    installation && { name: 'Read our docs', href: installation.docsUrl },
    { name: 'API reference', href: '/docs' },
    { name: 'Guide to phone lines', href: '/docs/phone' },
    user?.isOperator && { name: 'Guide to ways to sign in', href: '/docs/sign-in' },
  ];
  return pages
    .filter((page) => !!page)
    .map(({ name, href }) => ({
      key: `document:${name}`,
      name,
      detail: 'Opens in a new tab',
      Icon: BookOpen,
      href,
      isExternal: true,
    }));
}
