import type { Overview } from '@parley/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { useScope } from '#/lib/session/scope.ts';
import { useChange } from '#/ui/use-change.ts';
import { markOverview, overviewQuery, visitOverview } from './overview.queries.ts';
import { newestAt, seenUntil as seenUntilOf } from './seen-until.ts';

/** Minimum interval between two reports of a visit, in milliseconds. */
const tellMs = 60_000;

/** Maximum wait for a reading that misses nothing that became known before the newest result shown, in milliseconds. */
const wholeReadingMs = 5000;

const signs = ['pointermove', 'pointerdown', 'keydown', 'wheel'] as const;

interface LastLook {
  /** @returns true if it became known after the last visit, by the server's clock */
  isNew: (knownAt: string) => boolean;
  seenUntil: string | null;
  /** Marks everything on the page as seen. */
  markSeen: () => void;
}

/** Reports visits to the server. A page that is open but not used does not count as a visit. */
export function useLastLook(shown: Overview): LastLook {
  const scope = useScope();
  const queries = useQueryClient();
  const { at: shownAt } = shown;
  const [seenUntil, setSeenUntil] = useState<string | null>(null);
  const look = useEffectEvent((arrives: boolean) =>
    // If the request fails, nothing changes until the next report.
    visitOverview(scope, { arrives, shownAt }).then(setSeenUntil, () => undefined),
  );
  useEffect(() => {
    let toldAt = 0;
    const tell = (arrives: boolean) => {
      toldAt = performance.now();
      void look(arrives);
    };
    const onVisibility = () => document.visibilityState === 'visible' && tell(true);
    const onSign = () => performance.now() - toldAt >= tellMs && tell(false);
    onVisibility();
    document.addEventListener('visibilitychange', onVisibility);
    for (const sign of signs) document.addEventListener(sign, onSign, { passive: true });
    return () => {
      document.removeEventListener('visibilitychange', onVisibility);
      for (const sign of signs) document.removeEventListener(sign, onSign);
    };
  }, []);
  const move = async (from: string | null, to: string | null) =>
    setSeenUntil(await markOverview(scope, { from, to }));
  const readAgain = () => queries.fetchQuery({ ...overviewQuery(scope), staleTime: 0 });
  const mark = useChange({
    run: async (from: string | null) => {
      const to = await findSeen(shown, readAgain);
      await move(from, to);
      return to;
    },
    failure: 'Failed to mark the overview as seen',
    done: () => ({ title: 'Marked as seen' }),
    undo: (to, from) => move(to, from),
  });
  return {
    isNew: (knownAt) => seenUntil !== null && Date.parse(knownAt) > Date.parse(seenUntil),
    seenUntil,
    markSeen: () => void mark.start(seenUntil),
  };
}

/** Finds out up to when everything was shown, with another reading if results were shown that are newer than the first. */
async function findSeen(shown: Overview, readAgain: () => Promise<Overview>): Promise<string> {
  const newest = Date.parse(newestAt(shown));
  if (newest <= Date.parse(shown.at)) return shown.at;
  let later = await readAgain();
  const waitMs = newest - Date.parse(later.at);
  if (waitMs > 0) {
    await new Promise((resolve) => setTimeout(resolve, Math.min(waitMs, wholeReadingMs)));
    later = await readAgain();
  }
  return seenUntilOf(shown, later);
}
