import type { Recording } from '@parley/contract';
import type { Scope } from '../../platform/database/scope.ts';
import { found } from '../../platform/errors/found.ts';
import { listWithAbove } from '../projects/projects.ts';
import { listRecordings, type RecordingRow } from './recordings.queries.ts';

export function presentRecording(row: RecordingRow): Recording {
  return {
    id: row.id,
    projectId: row.projectId,
    name: row.name,
    seconds: row.seconds,
    longestPauseMs: row.longestPauseMs,
    sha256: row.sha256,
    createdAt: row.createdAt.toISOString(),
  };
}

/**
 * Lists the recordings of a project and of its parent. A recording of the project replaces one of the parent with the same
 * name.
 */
export async function listPresented(scope: Scope, projectId: string): Promise<Recording[]> {
  const projectIds = await listWithAbove(scope, projectId);
  found(projectIds[0]);
  const rows = await listRecordings(scope, projectIds);
  const own = new Set(rows.filter((row) => row.projectId === projectId).map(({ name }) => name));
  return rows
    .filter((row) => row.projectId === projectId || !own.has(row.name))
    .map(presentRecording);
}
