import type { LoadRecording } from '@parley/engine';
import type { WorkScope } from '../../platform/database/scope.ts';
import { listWithAbove } from '../projects/projects.ts';
import { findFileByName } from './recordings.queries.ts';

/** Loads recordings for the run of a project's suite: those of the project first, then those of the project above. */
export function loadRecordingsOf(scope: WorkScope, projectId: string): LoadRecording {
  // A test that is tried many times reads its recordings once.
  const loaded = new Map<string, Promise<Buffer | undefined>>();
  const load = async (name: string) =>
    findFileByName(scope, await listWithAbove(scope, projectId), name);
  return (name) => {
    const known = loaded.get(name) ?? load(name);
    loaded.set(name, known);
    // What failed once may be there the next time.
    known.catch(() => loaded.delete(name));
    return known;
  };
}
