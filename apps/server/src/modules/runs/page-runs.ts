import { cutPage, notACursor, readCursor } from '../../platform/cursor.ts';
import type { Scope } from '../../platform/scope.ts';
import type { RunRow } from './run-row.ts';
import { listRuns, type RunFilter, type RunPlace } from './runs.queries.ts';

/** Runs, newest first. */
export async function pageRuns(
  scope: Scope,
  query: RunFilter & { cursor?: string | undefined; limit: number },
): Promise<{ rows: RunRow[]; nextCursor: string | null }> {
  const after = query.cursor === undefined ? undefined : readPlace(query.cursor);
  const rows = await listRuns(scope, query, after, query.limit + 1);
  return cutPage(rows, query.limit, ({ createdAt, id }) => [String(createdAt.getTime()), id]);
}

function readPlace(cursor: string): RunPlace {
  const [time = '', id = ''] = readCursor(cursor, 2);
  if (!/^\d{1,15}$/.test(time)) throw notACursor();
  return { createdAt: new Date(Number(time)), id };
}
