import type { Scope } from '../../../platform/database/scope.ts';
import { cutPage, readCursor, readTime } from '../../../platform/http/cursor.ts';
import type { RunRow } from '../log/run-row.ts';
import { listRuns, type RunFilter, type RunPlace } from '../log/runs.queries.ts';
import { oldestDayOfPage } from './oldest-day-of-page.ts';

/** Runs, newest first. */
export async function pageRuns(
  scope: Scope,
  query: RunFilter & { cursor?: string | undefined; limit: number },
): Promise<{ rows: RunRow[]; nextCursor: string | null }> {
  const after = query.cursor === undefined ? undefined : readPlace(query.cursor);
  const rows = await listQuickly(scope, query, after, query.limit + 1);
  return cutPage(rows, query.limit, ({ createdAt, id }) => [String(createdAt.getTime()), id]);
}

/** Filters that most runs pass fill their page with the first runs there are. */
const narrow = ['status', 'platform', 'trigger', 'failureClass'] as const;

async function listQuickly(
  scope: Scope,
  filter: RunFilter,
  after: RunPlace | undefined,
  limit: number,
): Promise<RunRow[]> {
  const isNarrow = narrow.some((key) => filter[key] !== undefined);
  if (!isNarrow) return listRuns(scope, filter, after, limit);
  const { day, isFirst } = await oldestDayOfPage(scope, filter, after, limit);
  const from = filter.from === undefined || filter.from < day ? day : filter.from;
  const rows = await listRuns(scope, { ...filter, from }, after, limit);
  // Figures outlive runs that were removed: then there are fewer than they say.
  const isEnough = isFirst || rows.length >= limit;
  return isEnough ? rows : listRuns(scope, filter, after, limit);
}

function readPlace(cursor: string): RunPlace {
  const [time = '', id = ''] = readCursor(cursor, 2);
  return { createdAt: readTime(time), id };
}
