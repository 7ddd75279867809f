import type { LoadRecording } from '@parley/engine';
import type { WorkScope } from '../../platform/database/scope.ts';
import { listWithAbove } from '../projects/projects.ts';
import { findFileByName } from './recordings.queries.ts';

/** Loads recordings by name for a run: from its project, otherwise from the parent project. */
export function loadRecordingsOf(scope: WorkScope, projectId: string): LoadRecording {
  // Cached, so that a test with many tries reads its recordings once.
  const loaded = new Map<string, Promise<Buffer | undefined>>();
  const load = async (name: string) =>
    findFileByName(scope, await listWithAbove(scope, projectId), name);
  return (name) => {
    const known = loaded.get(name) ?? load(name);
    loaded.set(name, known);
    // Retry a failed read the next time.
    known.catch(() => loaded.delete(name));
    return known;
  };
}
