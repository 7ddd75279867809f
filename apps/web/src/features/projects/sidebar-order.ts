/** Which projects the sidebar shows: the pinned first, then the others, five in all until expanded. */
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

/** Filters before limiting to five, so that other projects never hide matches. */
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
