import type { Scope } from '../../../platform/database/scope.ts';
import type { RunPlace } from '../log/runs.queries.ts';
import { runsHolding } from './runs-holding.ts';

/** A search ends its page after this time; the next page goes on from there. */
export const searchMs = 200;

/** Runs that are read at once: more while they are read quickly. */
const stepMin = 50;
const stepMax = 800;
const quickMs = 50;

interface Search {
  text: string;
  after: RunPlace | undefined;
  /** Runs of a page. */
  limit: number;
  /** Lists the runs behind a place, newest first. */
  list(after: RunPlace | undefined, limit: number): Promise<RunPlace[]>;
  /** Time for all of it; at least one step is made. */
  ms: number;
}

interface Found {
  places: RunPlace[];
  /** Start of the next page; undefined if there is none. */
  next: RunPlace | undefined;
  /** It stopped before the last run and before the page was full. */
  isCut: boolean;
}

/** Looks through runs step by step until a page is full, no run is left or the time is over. */
export async function searchRuns(
  scope: Scope,
  { text, after, limit, list, ms }: Search,
): Promise<Found> {
  const until = performance.now() + ms;
  const places: RunPlace[] = [];
  let last = after;
  let size = stepMin;
  for (;;) {
    const begun = performance.now();
    const some = await list(last, size);
    const holding = await runsHolding(
      scope,
      some.map(({ id }) => id),
      text,
    );
    places.push(...some.filter(({ id }) => holding.has(id)));
    if (places.length > limit) {
      const page = places.slice(0, limit);
      return { places: page, next: page.at(-1), isCut: false };
    }
    if (some.length < size) return { places, next: undefined, isCut: false };
    last = some.at(-1);
    const now = performance.now();
    if (now >= until) return { places, next: last, isCut: true };
    if (now - begun < quickMs) size = Math.min(size * 2, stepMax);
  }
}
