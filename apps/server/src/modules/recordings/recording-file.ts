import type { FastifyReply } from 'fastify';
import type { WorkScope } from '../../platform/database/scope.ts';
import { found } from '../../platform/errors/found.ts';
import { readRecordingFile } from './recordings.queries.ts';

/** Returns the file of a recording as a download. A recording never changes, so browsers can cache it. */
export async function recordingFile(
  scope: WorkScope,
  { projectId, recordingId }: { projectId: string; recordingId: string },
  reply: FastifyReply,
): Promise<Buffer> {
  const file = found(await readRecordingFile(scope, projectId, recordingId));
  void reply
    .type('audio/wav')
    .header('cache-control', 'private, max-age=86400, immutable')
    .header('vary', 'authorization')
    .header('content-disposition', 'attachment');
  return file;
}
