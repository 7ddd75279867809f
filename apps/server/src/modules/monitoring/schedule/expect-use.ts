/**
 * Predicts when runs that wait for a virtual device will start and end. Runs are served in order, so the search for each start
 * begins at the previous one.
 */
export interface Wish {
  name: string;
  /** Number of conversations that the run needs; limited to the device's limit. */
  conversations: number;
  /** Earliest possible start, in milliseconds since the epoch. */
  dueAt: number;
  /** Start of a run that is already active. */
  startedAt?: number;
  /** Expected duration; undefined if unknown. */
  durationMs: number | undefined;
}

export interface Expectation {
  conversations: number;
  /** Undefined if it depends on a run of unknown duration. */
  start: number | undefined;
  end: number | undefined;
  /** Name of the run that this one waits for; the last one to end if there are several. */
  behind: string | undefined;
}

interface Use {
  name: string;
  conversations: number;
  end: number;
}

/**
 * Predicts the start and end of each of `wishes`, which are in order, active ones first. An overdue run is expected to end now.
 */
export function expectUse(limit: number, wishes: readonly Wish[], now: number): Expectation[] {
  const uses: Use[] = [];
  let lineAt = now;
  return wishes.map(({ name, dueAt, startedAt, durationMs, ...wish }) => {
    const conversations = Math.min(wish.conversations, limit);
    const from = Math.max(dueAt, lineAt);
    const start = startedAt ?? firstFit(uses, limit - conversations, from);
    const end = start + (durationMs ?? Number.POSITIVE_INFINITY);
    const behind = startedAt === undefined ? blocker(uses, start, dueAt) : undefined;
    uses.push({ name, conversations, end: Math.max(end, now) });
    if (startedAt === undefined) lineAt = start;
    return { conversations, start: finite(start), end: finite(Math.max(end, now)), behind };
  });
}

/** Finds the first moment from `from` on at which at most `room` conversations are in use. */
function firstFit(uses: readonly Use[], room: number, from: number): number {
  const ends = uses.map(({ end }) => end).filter((end) => end > from);
  const moments = [from, ...ends.toSorted((a, b) => a - b)];
  const isFree = (at: number) =>
    uses.filter(({ end }) => end > at).reduce((sum, use) => sum + use.conversations, 0) <= room;
  return moments.find(isFree) ?? Number.POSITIVE_INFINITY;
}

function blocker(uses: readonly Use[], start: number, dueAt: number): string | undefined {
  if (start <= dueAt) return undefined;
  const ahead = uses.filter(({ end }) => end > dueAt && end <= start);
  return ahead.toSorted((a, b) => b.end - a.end)[0]?.name;
}

function finite(time: number): number | undefined {
  return Number.isFinite(time) ? time : undefined;
}
