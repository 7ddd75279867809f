/** Tracks when members look at the overview, and what is new to them. Pure. */

/** Milliseconds without a look after which the next arrival counts as a new visit. */
const awayMs = 30 * 60_000;

export interface Visits {
  visitedAt: Date;
  /** Time of the newest state that was shown. */
  shownUntil: Date;
  /** Results that ended after this are new; null until the second visit. */
  seenUntil: Date | null;
}

interface Look {
  /** Current time on the server. */
  now: Date;
  /** True if the page was opened or came into view. */
  arrives: boolean;
  /** Time of the shown state, as reported by the server. */
  shownAt: Date;
}

/**
 * Records a look. An arrival after a while moves `seenUntil` to the end of the previous visit; other looks leave it unchanged.
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
  /** Value of `seenUntil` that the page knows. */
  from: Date | null;
  to: Date | null;
}

/**
 * Moves `seenUntil` forward, even if the page is outdated. Moves it back, as an undo, only if it still has the value that the
 * page knows.
 */
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
