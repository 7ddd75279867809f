/** Projects in the sidebar: pinned ones first, then the others, five in total unless expanded. */
import type { Project } from '@parley/contract';
import { matchingProjects } from './project-order.ts';

const sidebarSlots = 5;

export interface SidebarOrder {
  pinned: Project[];
  others: Project[];
  /** Number of hidden projects. */
  hiddenCount: number;
  /** True if the list is expanded and can be collapsed. */
  isLong: boolean;
}

interface Wanted {
  pins: readonly string[];
  search: string;
  isExpanded: boolean;
}

/** Filters by search text first, then limits to five, so that no match is hidden by other projects. */
export function sidebarOrder(
  projects: readonly Project[],
  { pins, search, isExpanded }: Wanted,
): SidebarOrder {
  const found = matchingProjects(projects, search);
  const pinned = found.filter(({ id }) => pins.includes(id));
  const others = found.filter(({ id }) => !pins.includes(id));
  const shown = isExpanded ? others.length : Math.max(0, sidebarSlots - pinned.length);
  return {
    pinned,
    others: others.slice(0, shown),
    hiddenCount: Math.max(0, others.length - shown),
    isLong: found.length > sidebarSlots,
  };
}
