/**
 * Remembers recent changes of each organization in this process. A page reads its data before it subscribes, and a lost
 * connection takes a while to return. Changes in between are sent from this memory, so that a page reloads only outdated data.
 */
import { type OrganizationPart, organizationParts } from '@parley/contract';
import { type News, organizationOf } from '../../../platform/live/news.ts';
import type { OrganizationNews } from './organization-news.ts';

type ChangedPart = OrganizationPart | 'runs';

export interface OrganizationChanges {
  /** Returns what may have changed within the last `ms` milliseconds; empty if nothing has. */
  within(organizationId: string, ms: number): ChangedPart[];
}

/** Time for which changes are kept. For clients that were away longer, everything may have changed. */
const keptMs = 5 * 60_000;

/** Allowance for the time that a message of a client takes to arrive, in milliseconds. */
const onItsWayMs = 5000;

const everything: readonly ChangedPart[] = [...organizationParts, 'runs'];

export function rememberChanges(news: Pick<News, 'subscribeAll'>): OrganizationChanges {
  /** Organizations, the most recently changed one last. */
  const organizations = new Map<string, Map<ChangedPart, number>>();
  let hearsSince = performance.now();

  function note(organizationId: string, part: ChangedPart): void {
    const changedAt = organizations.get(organizationId) ?? new Map();
    organizations.delete(organizationId);
    organizations.set(organizationId, changedAt.set(part, performance.now()));
    for (const [id, times] of organizations) {
      if (Math.max(...times.values()) > performance.now() - keptMs) break;
      organizations.delete(id);
    }
  }

  news.subscribeAll({
    onNews(topic, payload) {
      const organizationId = organizationOf(topic);
      if (organizationId === undefined) return;
      const told = payload as OrganizationNews;
      if (told.kind === 'run') note(organizationId, 'runs');
      if (told.kind === 'changed') note(organizationId, told.part);
    },
    onGap() {
      hearsSince = performance.now();
      organizations.clear();
    },
  });

  return {
    within(organizationId, ms) {
      if (ms === 0) return [];
      const now = performance.now();
      const from = now - ms - onItsWayMs;
      if (from < hearsSince || from < now - keptMs) return [...everything];
      const changedAt = organizations.get(organizationId);
      return everything.filter((part) => (changedAt?.get(part) ?? -1) >= from);
    },
  };
}
