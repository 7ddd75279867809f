/** Decides which lists of runs a changed run affects. Pure. */
import { type RunSummary, statusesOf } from '@parley/contract';
import type { RunFilters } from './run-filters.ts';
import { hasEnded } from './run-log.ts';

/** A list of runs, newest first, with the pages that are loaded. */
export interface ListOfRuns {
  filters: RunFilters;
  items: RunSummary[];
  hasMore: boolean;
}

/** @returns true if the change of a run can change which runs the list contains; the list still has its old version */
export function isOutdatedBy(run: RunSummary, { filters, items, hasMore }: ListOfRuns): boolean {
  const listed = items.find(({ id }) => id === run.id);
  if (listed) return !mayPass(filters, run) || isBlamedAnew(filters, listed, run);
  const last = items.at(-1);
  const isFurtherDown = hasMore && last !== undefined && run.createdAt < last.createdAt;
  return !isFurtherDown && mayPass(filters, run);
}

/**
 * @returns true if the run can match the filters. Failure classes and texts count as a match, because only the server knows
 * them
 */
function mayPass(
  { failureClass, status, from, to, search, ...exact }: RunFilters,
  run: RunSummary,
): boolean {
  const day = run.createdAt.slice(0, 10);
  if ((from !== undefined && day < from) || (to !== undefined && day > to)) return false;
  if (failureClass !== undefined && !isBlamed(run)) return false;
  if (search !== undefined && !hasEnded(run)) return false;
  if (status !== undefined && !statusesOf(status).includes(run.status)) return false;
  const names = ['suiteId', 'projectId', 'platform', 'trigger'] as const;
  return names.every((name) => exact[name] === undefined || exact[name] === run[name]);
}

function isBlamed(run: RunSummary): boolean {
  return hasEnded(run) && run.status !== 'passed' && run.status !== 'cancelled';
}

function isBlamedAnew({ failureClass }: RunFilters, before: RunSummary, run: RunSummary): boolean {
  return failureClass !== undefined && before.overriddenAt !== run.overriddenAt;
}
