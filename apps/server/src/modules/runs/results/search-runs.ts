import type { Scope } from '../../../platform/database/scope.ts';
import type { RunPlace } from '../log/runs.queries.ts';
import { runsHolding } from './runs-holding.ts';

/** Milliseconds after which a search ends its page. The next page continues from there. */
export const searchMs = 200;

/** Smallest batch of runs to read. Batches grow while reading one takes less than `quickMs`. */
const stepMin = 50;
const stepMax = 800;
const quickMs = 50;

interface Search {
  text: string;
  after: RunPlace | undefined;
  /** Maximum number of runs on a page. */
  limit: number;
  /** Lists the runs after a position, newest first. */
  list(after: RunPlace | undefined, limit: number): Promise<RunPlace[]>;
  /** Time limit in milliseconds. At least one batch is read regardless. */
  ms: number;
}

interface Found {
  places: RunPlace[];
  /** Last run of this page, after which the next page starts; undefined if there is none. */
  next: RunPlace | undefined;
  /** True if time ran out before the page was full or the last run was reached. */
  isCut: boolean;
}

/** Searches runs in batches until the page is full, no run is left or time is up. */
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
