/** Decides up to when a member has seen the overview. Pure. */
import type { Overview } from '@parley/contract';
import { causeKey } from './broken-order.ts';

interface Item {
  key: string;
  /** When it became known. */
  at: string;
}

/** Lists what can be new, with the time that makes it new. */
export function itemsOf({ broken, changes }: Overview): Item[] {
  return [
    ...broken.map((cause) => ({ key: causeKey(cause), at: cause.spreadAt })),
    ...changes
      .filter(({ kind }) => !isOfBroken(kind))
      .map(({ kind, suiteId, environment, test, at }) => ({
        key: JSON.stringify([kind, suiteId, environment, test]),
        at,
      })),
  ];
}

/** @returns true if a cause of failure in the list already shows this change */
const isOfBroken = (kind: Overview['changes'][number]['kind']) =>
  kind === 'broke' || kind === 'edited-and-broke';

/** @returns the time of the newest item */
export function newestAt(overview: Overview): string {
  return itemsOf(overview).reduce(
    (newest, { at }) => (isLater(at, newest) ? at : newest),
    overview.at,
  );
}

/**
 * Results that were stored shortly before a reading may be missing in it, so `shown.at` is earlier than the newest results
 * that it shows.
 *
 * @param later a reading that misses nothing up to the newest item shown
 * @returns the time of the newest item shown, or `shown.at` if something that was not shown became known before it
 */
export function seenUntil(shown: Overview, later: Overview): string {
  const newest = newestAt(shown);
  const seen = new Set(itemsOf(shown).map(({ key, at }) => JSON.stringify([key, at])));
  const isMissed = itemsOf(later).some(
    ({ key, at }) =>
      isLater(at, shown.at) && !isLater(at, newest) && !seen.has(JSON.stringify([key, at])),
  );
  return isMissed || isLater(newest, later.at) ? shown.at : newest;
}

const isLater = (a: string, b: string) => Date.parse(a) > Date.parse(b);
