import type { Scope } from '../../platform/database/scope.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import { addToSuiteCount } from '../projects/projects.ts';

/** Project and platform under which a suite is counted. */
interface Place {
  projectId: string;
  platform: 'webchat' | 'phone';
}

/**
 * Updates the counts of the organization and its projects when a suite is added, moved or deleted, or changes its platform.
 * Call it before the suite's row is written: it throws `not_found` for a project that is not in scope. Projects are locked in
 * the order of their IDs, so that two moves in opposite directions cannot deadlock.
 */
export async function recount(
  scope: Scope,
  before: Place | undefined,
  after: Place | undefined,
): Promise<void> {
  const isSame = before?.projectId === after?.projectId && before?.platform === after?.platform;
  if (isSame) return;
  const changes = [
    ...(before ? [{ ...before, by: -1 as const }] : []),
    ...(after ? [{ ...after, by: 1 as const }] : []),
  ].sort((a, b) => (a.projectId < b.projectId ? -1 : 1));
  for (const { projectId, platform, by } of changes) {
    const isThere = await addToSuiteCount(scope, projectId, { platform, by });
    if (!isThere) throw new ApiError('not_found');
  }
}
