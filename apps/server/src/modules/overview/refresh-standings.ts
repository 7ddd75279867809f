/** Keeps the stored standings of suites up to date. */
import type { Database } from '../../platform/database/db.ts';
import { retryDeadlock } from '../../platform/database/deadlock.ts';
import { inTransaction, type WorkScope, workScope } from '../../platform/database/scope.ts';
import { computeStandings } from './compute-standings.ts';
import {
  hasOutdated,
  listOutdatedOrganizations,
  type Mark,
  readMark,
  replaceStandings,
  takeOutdated,
} from './standings.queries.ts';

/** Computes the outdated standings of an organization, so that they include every run that has ended before. */
export async function refreshStandings(scope: WorkScope, signal?: AbortSignal): Promise<void> {
  const mark = await readMark(scope);
  while (!signal?.aborted && (await hasOutdated(scope, mark))) {
    await retryDeadlock(() => inTransaction(scope, (tx) => refreshSome(tx, mark)));
  }
}

async function refreshSome(scope: WorkScope, mark: Mark): Promise<void> {
  const suiteIds = await takeOutdated(scope, mark);
  if (suiteIds.length === 0) return;
  await replaceStandings(scope, suiteIds, await computeStandings(scope, suiteIds));
}

/**
 * Refreshes the standings of all organizations, so that nobody who opens a page waits for it.
 *
 * @throws the first error, after all others were refreshed
 */
export async function refreshAllStandings(db: Database, signal: AbortSignal): Promise<void> {
  const failures: unknown[] = [];
  for (const id of await listOutdatedOrganizations(db)) {
    if (signal.aborted) break;
    await refreshStandings(workScope(db, id), signal).catch((error) => failures.push(error));
  }
  if (failures.length > 0) throw failures[0];
}
