import { useEffect, useEffectEvent, useState } from 'react';
import { useScope } from '#/lib/session/scope.ts';
import { useChange } from '#/ui/use-change.ts';
import { markOverview, visitOverview } from './overview.queries.ts';

/** Minimum interval between two reports of a visit, in milliseconds. */
const tellMs = 60_000;

const signs = ['pointermove', 'pointerdown', 'keydown', 'wheel'] as const;

interface LastLook {
  /** @returns true if it became known after the last visit, by the server's clock */
  isNew: (knownAt: string) => boolean;
  seenUntil: string | null;
  /** Marks everything on the page as seen. */
  markSeen: () => void;
}

/** Reports visits to the server. A page that is open but not used does not count as a visit. */
export function useLastLook(shownAt: string): LastLook {
  const scope = useScope();
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
  const mark = useChange({
    run: ({ from, to }: { from: string | null; to: string }) => move(from, to),
    failure: 'Failed to mark the overview as seen',
    done: () => ({ title: 'Marked as seen' }),
    undo: (_, { from, to }) => move(to, from),
  });
  return {
    isNew: (knownAt) => seenUntil !== null && Date.parse(knownAt) > Date.parse(seenUntil),
    seenUntil,
    markSeen: () => void mark.start({ from: seenUntil, to: shownAt }),
  };
}
