/** When members look at the overview, and what is new to them. Pure. */

/** Milliseconds without a look after which the next look counts as a new visit. */
const awayMs = 30 * 60_000;

export interface Visits {
  visitedAt: Date;
  /** Time of the newest state that was on a screen. */
  shownUntil: Date;
  /** Whatever ended after this is new; null until the second visit. */
  seenUntil: Date | null;
}

interface Look {
  /** The clock of the server. */
  now: Date;
  /** True if the page was opened or came into view. */
  arrives: boolean;
  /** Time of the state on the screen, as given by the server. */
  shownAt: Date;
}

/**
 * Records a look. A return after a while moves the start of what is new to the end of the previous visit; a look while reading
 * moves nothing.
 */
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
  /** Mark that the page knows. */
  from: Date | null;
  to: Date | null;
}

/** Moves the mark forward, even if the page is outdated. Moves it back, to undo, only if it still is where that page left it. */
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
