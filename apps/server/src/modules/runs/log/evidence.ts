/** Stores and reads evidence of runs and other conversations: screenshots, recordings, traces, logs and traffic. */
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

/** Returns a function that receives evidence from the engine and stores it in a folder. */
export function keepEvidenceIn(storage: Storage, folder: string, log: Log): KeepEvidence {
  let isTold = false;
  return async ({ kind, bytes }) => {
    const id = `${kind}-${newId()}.${evidenceKinds[kind].ending}`;
    try {
      await storage.put(`${folder}/${id}`, bytes);
      return id;
    } catch (error) {
      // Log this once, because further evidence mostly fails for the same reason.
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

/** Reads stored evidence; undefined if the ID was never issued or the evidence was removed. */
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

/** Sets headers that keep a browser from rendering untrusted content, such as a page's markup, under the dashboard's origin. */
export function asFile(reply: FastifyReply, { bytes, mediaType }: StoredEvidence): Buffer {
  void reply
    .type(mediaType)
    .header('cache-control', 'private, max-age=86400, immutable')
    .header('vary', 'authorization')
    .header('content-disposition', 'attachment')
    .header('content-security-policy', "default-src 'none'; sandbox");
  return bytes;
}
