import type { WorkScope } from '../../platform/database/scope.ts';
import { listWithAbove } from '../projects/projects.ts';
import { listRecordings } from './recordings.queries.ts';

/** @returns the names for which neither the project nor its parent has a recording */
export async function missingRecordings(
  scope: WorkScope,
  projectId: string,
  names: readonly string[],
): Promise<string[]> {
  if (names.length === 0) return [];
  const rows = await listRecordings(scope, await listWithAbove(scope, projectId));
  const known = new Set(rows.map(({ name }) => name));
  return names.filter((name) => !known.has(name));
}
