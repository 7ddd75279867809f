/**
 * Screenshots, recordings, traces, logs and traffic of runs and other conversations: written by the
 * worker, shown with their run, removed later.
 */
import type { KeepEvidence } from '@parley/engine';
import { evidenceKinds } from '@parley/suite';
import type { FastifyReply } from 'fastify';
import type { Log } from '../../../platform/observability/log.ts';
import { newId } from '../../../platform/security/ids.ts';
import type { Storage } from '../../../platform/storage/storage.ts';

/** Folder of the files of all runs. */
export const runsFolder = 'runs';

/** Folder of the files of a run. */
export const folderOfRun = (runId: string) => `${runsFolder}/${runId}`;

/** Receives evidence from the engine and stores it in the folder of its run. */
export function keepEvidenceIn(storage: Storage, folder: string, log: Log): KeepEvidence {
  let isTold = false;
  return async ({ kind, bytes }) => {
    const id = `${kind}-${newId()}.${evidenceKinds[kind].ending}`;
    try {
      await storage.put(`${folder}/${id}`, bytes);
      return id;
    } catch (error) {
      // Once: what fails for the others is mostly the same.
      if (!isTold) log.error({ err: error, folder, kind }, 'Evidence could not be stored');
      isTold = true;
      throw error;
    }
  };
}

export interface StoredEvidence {
  bytes: Buffer;
  mediaType: string;
}

/** Reads stored evidence; undefined for an id that was never issued, and for removed evidence. */
export async function readEvidence(
  storage: Storage,
  folder: string,
  id: string,
): Promise<StoredEvidence | undefined> {
  const kind = Object.values(evidenceKinds).find(({ ending }) => id.endsWith(`.${ending}`));
  if (!kind || !/^[\w-]+\.[a-z]+$/.test(id)) return undefined;
  const bytes = await storage.get(`${folder}/${id}`);
  return bytes && { bytes, mediaType: kind.mediaType };
}

/**
 * Headers that keep untrusted content, such as the screenshot of a page or what it said, from
 * becoming a page of ours.
 */
export function asFile(reply: FastifyReply, { bytes, mediaType }: StoredEvidence): Buffer {
  void reply
    .type(mediaType)
    .header('cache-control', 'private, max-age=86400, immutable')
    .header('vary', 'authorization')
    .header('content-disposition', 'attachment')
    .header('content-security-policy', "default-src 'none'; sandbox");
  return bytes;
}
