/** When members look at the overview, and what is new to them. Pure. */

/** Time without a look after which the next one is a visit of its own. */
const awayMs = 30 * 60_000;

export interface Visits {
  visitedAt: Date;
  /** The newest state that was on a screen. */
  shownUntil: Date;
  /** What ended later is new; null for nothing yet. */
  seenUntil: Date | null;
}

interface Look {
  /** The clock of the server. */
  now: Date;
  /** The page was opened or came into sight. */
  arrives: boolean;
  /** As of when what is on the screen was read, as the server said. */
  shownAt: Date;
}

/** A visit after a while away moves what is new to the end of the visit before; a look while reading moves nothing. */
export function afterLook(known: Visits | undefined, { now, arrives, shownAt }: Look): Visits {
  const shown = earlier(shownAt, now);
  if (!known) return { visitedAt: now, shownUntil: shown, seenUntil: null };
  const isReturn = arrives && now.getTime() - known.visitedAt.getTime() >= awayMs;
  return {
    visitedAt: later(known.visitedAt, now),
    shownUntil: later(known.shownUntil, shown),
    seenUntil: isReturn
      ? later(known.seenUntil ?? known.shownUntil, known.shownUntil)
      : known.seenUntil,
  };
}

interface Mark {
  now: Date;
  /** What the page took for seen. */
  from: Date | null;
  to: Date | null;
}

/** Marks go forward, whichever page is behind. Back goes only what still is as that page left it: an undo. */
export function afterMark(known: Visits | undefined, { now, from, to }: Mark): Visits {
  const before = known ?? { visitedAt: now, shownUntil: now, seenUntil: null };
  const wanted = to && earlier(to, now);
  const isForward = timeOf(wanted) > timeOf(before.seenUntil);
  const isOwn = timeOf(from) === timeOf(before.seenUntil);
  return isForward || isOwn ? { ...before, seenUntil: wanted } : before;
}

const timeOf = (date: Date | null): number => date?.getTime() ?? Number.NEGATIVE_INFINITY;
const later = (a: Date, b: Date): Date => (a > b ? a : b);
const earlier = (a: Date, b: Date): Date => (a < b ? a : b);
