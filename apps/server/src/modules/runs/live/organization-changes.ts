/**
 * Recent changes of each organization, as known to this process. A page reads first and subscribes
 * a moment later, and a lost connection returns after a while. The changes in between are sent from
 * here, so that a page reads only outdated data again.
 */
import { type OrganizationPart, organizationParts } from '@parley/contract';
import { type News, organizationOf } from '../../../platform/live/news.ts';
import type { OrganizationNews } from './organization-news.ts';

type ChangedPart = OrganizationPart | 'runs';

export interface OrganizationChanges {
  /** Possible changes within the last `ms` milliseconds; empty if there are none. */
  within(organizationId: string, ms: number): ChangedPart[];
}

/**
 * Changes are kept this long. Clients that were away for longer are told that anything may have
 * changed.
 */
const keptMs = 5 * 60_000;

/** Allowance in milliseconds for the time that a message of a client is on its way. */
const onItsWayMs = 5000;

const everything: readonly ChangedPart[] = [...organizationParts, 'runs'];

export function rememberChanges(news: Pick<News, 'subscribeAll'>): OrganizationChanges {
  /** The organization that changed last is at the end. */
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
