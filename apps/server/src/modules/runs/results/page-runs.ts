import type { Scope } from '../../../platform/database/scope.ts';
import { cutPage, printCursor, readCursor, readTime } from '../../../platform/http/cursor.ts';
import { startOfDay } from '../../../platform/time/start-of-day.ts';
import type { RunRow } from '../log/run-row.ts';
import {
  listPlaces,
  listRuns,
  listRunsById,
  type RunFilter,
  type RunPlace,
} from '../log/runs.queries.ts';
import { oldestDayOfPage } from './oldest-day-of-page.ts';
import { searchMs, searchRuns } from './search-runs.ts';

interface RunPage {
  rows: RunRow[];
  nextCursor: string | null;
  /** When the last searched run was queued, if the search stopped early. */
  searchedTo?: Date;
}

/** Lists runs, newest first. A search lists runs whose results contain a text, and its page can end early when time is up. */
export async function pageRuns(
  scope: Scope,
  {
    cursor,
    limit,
    search = '',
    ...filter
  }: RunFilter & { cursor?: string | undefined; limit: number },
  ms = searchMs,
): Promise<RunPage> {
  const after = cursor === undefined ? undefined : readPlace(cursor);
  const text = search.trim();
  if (text === '') {
    const rows = await listQuickly(scope, filter, after, limit + 1, listRuns);
    return cutPage(rows, limit, partsOf);
  }
  const { places, next, isCut } = await searchRuns(scope, {
    ...{ text, after, limit, ms },
    list: (place, size) => listQuickly(scope, filter, place, size, listPlaces),
  });
  const ids = places.map(({ id }) => id);
  return {
    rows: ids.length === 0 ? [] : await listRunsById(scope, ids),
    nextCursor: next ? printCursor(partsOf(next)) : null,
    ...(isCut && next && { searchedTo: next.createdAt }),
  };
}

const partsOf = ({ createdAt, id }: RunPlace) => [String(createdAt.getTime()), id];

/** Filters that can match few runs. Other filters match most runs, so the newest runs fill a page. */
const narrow = ['status', 'platform', 'trigger', 'failureClass'] as const;

async function listQuickly<Row>(
  scope: Scope,
  filter: RunFilter,
  after: RunPlace | undefined,
  limit: number,
  list: (
    ...wish: [scope: Scope, filter: RunFilter, after: RunPlace | undefined, limit: number]
  ) => Promise<Row[]>,
): Promise<Row[]> {
  const isNarrow = narrow.some((key) => filter[key] !== undefined);
  if (!isNarrow) return list(scope, filter, after, limit);
  const { day, isFirst } = await oldestDayOfPage(scope, filter, after, limit);
  const rows = await list(scope, { ...filter, since: startOfDay(day) }, after, limit);
  // Figures outlive removed runs, so there can be fewer runs than they count.
  const isEnough = isFirst || rows.length >= limit;
  return isEnough ? rows : list(scope, filter, after, limit);
}

function readPlace(cursor: string): RunPlace {
  const [time = '', id = ''] = readCursor(cursor, 2);
  return { createdAt: readTime(time), id };
}
