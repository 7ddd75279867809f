/** Pictures, recordings, traces, logs and traffic of runs: written by the worker, shown with the run, removed after a while. */
import { evidenceFiles, type KeepEvidence } from '@parley/engine';
import { newId } from '../../platform/ids.ts';
import type { Storage } from '../../platform/storage.ts';

/** All files of a run lie below it. */
export const folderOfRun = (runId: string) => `runs/${runId}`;

const keyOf = (runId: string, id: string) => `${folderOfRun(runId)}/${id}`;

/** What the engine hands its evidence to. */
export function keepEvidenceOf(storage: Storage, runId: string): KeepEvidence {
  return async ({ kind, bytes }) => {
    const id = `${kind}-${newId()}.${evidenceFiles[kind].ending}`;
    await storage.put(keyOf(runId, id), bytes);
    return id;
  };
}

export interface StoredEvidence {
  bytes: Buffer;
  mediaType: string;
}

/** Undefined for an id that was never given out, and for what was removed. */
export async function readEvidence(
  storage: Storage,
  runId: string,
  id: string,
): Promise<StoredEvidence | undefined> {
  const kind = Object.values(evidenceFiles).find(({ ending }) => id.endsWith(`.${ending}`));
  if (!kind || !/^[\w-]+\.[a-z]+$/.test(id)) return undefined;
  const bytes = await storage.get(keyOf(runId, id));
  return bytes && { bytes, mediaType: kind.mediaType };
}
