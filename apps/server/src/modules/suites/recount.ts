import type { Scope } from '../../platform/database/scope.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import { addToSuiteCount } from '../projects/projects.ts';

/** Project and organization in which a suite is counted. */
interface Place {
  projectId: string;
  platform: 'webchat' | 'phone';
}

/**
 * Keeps the counts of the organization and its projects correct when a suite is added, moved or deleted, or changes its
 * platform. Call it before the row is written: a project that is not in scope is "not found". Projects are locked in the order
 * of their IDs, so that two moves in opposite directions cannot wait for each other.
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
