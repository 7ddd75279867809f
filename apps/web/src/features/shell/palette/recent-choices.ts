/** Recent choices of a user in an organization, kept in the browser until the user signs out. */
import {
  FolderKanban,
  HeartPulse,
  ListChecks,
  type LucideIcon,
  MessageSquareText,
  Play,
  User,
} from 'lucide-react';
import { useAuthStore } from '#/lib/session/auth-store.ts';
import type { OrganizationScope } from '#/lib/session/scope.ts';
import type { Choice } from './choice.ts';

interface Kept {
  key: string;
  name: string;
  detail?: string;
  href?: string;
}

const storageKey = 'palette-recent';
const keptMax = 5;

/** Icons for recent search results, which are stored without an icon. */
const icons: Record<string, LucideIcon> = {
  suite: ListChecks,
  test: MessageSquareText,
  project: FolderKanban,
  monitor: HeartPulse,
  member: User,
  run: Play,
};

const iconOf = (key: string): LucideIcon | undefined => icons[key.split(':')[0] ?? ''];

useAuthStore.subscribe(({ user }) => {
  if (!user) localStorage.removeItem(storageKey);
});

const placeOf = ({ userId, orgId }: OrganizationScope) => `${userId} ${orgId}`;

/** Reads the recent choices, newest first. Pages and actions that no longer exist are dropped. */
export function readRecent(scope: OrganizationScope, local: readonly Choice[]): Choice[] {
  return (readAll()[placeOf(scope)] ?? []).flatMap(({ key, name, detail, href }) => {
    const known = local.find((choice) => choice.key === key);
    const Icon = iconOf(key);
    if (known) return known;
    return Icon && href ? { key, name, Icon, href, ...(detail && { detail }) } : [];
  });
}

export function keepRecent(scope: OrganizationScope, { key, name, detail, href }: Choice): void {
  const all = readAll();
  const place = placeOf(scope);
  const isFound = iconOf(key) !== undefined;
  const kept: Kept = {
    key,
    name,
    ...(isFound && detail && { detail }),
    ...(isFound && href && { href }),
  };
  const others = (all[place] ?? []).filter((other) => other.key !== key);
  all[place] = [kept, ...others].slice(0, keptMax);
  localStorage.setItem(storageKey, JSON.stringify(all));
}

/** Reads the stored choices. They can be invalid, because scripts and extensions can change them. */
function readAll(): Record<string, Kept[]> {
  try {
    const all: unknown = JSON.parse(localStorage.getItem(storageKey) ?? '{}');
    if (typeof all !== 'object' || all === null) return {};
    return Object.fromEntries(
      Object.entries(all).map(([place, kept]) => [
        place,
        Array.isArray(kept) ? kept.filter(isKept) : [],
      ]),
    );
  } catch {
    return {};
  }
}

function isKept(value: unknown): value is Kept {
  if (typeof value !== 'object' || value === null) return false;
  const { key, name, detail, href } = value as Partial<Record<keyof Kept, unknown>>;
  const isText = (one: unknown) => one === undefined || typeof one === 'string';
  // Only addresses of this dashboard are allowed, no other sites or scripts.
  const isOwn = href === undefined || (typeof href === 'string' && /^\/(?!\/)/.test(href));
  return typeof key === 'string' && typeof name === 'string' && isText(detail) && isOwn;
}
