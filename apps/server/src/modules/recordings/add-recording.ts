import { type Recording, recordingsMax } from '@parley/contract';
import { RecordingError, storedRecording } from '@parley/engine';
import { inDeletion, inTransaction, type Scope } from '../../platform/database/scope.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import { found } from '../../platform/errors/found.ts';
import { newId } from '../../platform/security/ids.ts';
import { recordAudit } from '../audit/audit.ts';
import { presentRecording } from './present-recording.ts';
import { countInLockedProject, deleteRecording, insertRecording } from './recordings.queries.ts';

export const addRecording = (
  scope: Scope,
  projectId: string,
  { name, audio }: { name: string; audio: string },
): Promise<Recording> =>
  add(scope, projectId, { name, bytes: Buffer.from(audio, 'base64'), channels: 'mixed' });

/** Adds the speech of the phone line from a step's recording, in which the line is on the left channel. */
export const addRecordingOfLine = (
  scope: Scope,
  projectId: string,
  { name, bytes }: { name: string; bytes: Buffer },
): Promise<Recording> => add(scope, projectId, { name, bytes, channels: 'line' });

interface NewRecording {
  name: string;
  bytes: Buffer;
  channels: 'mixed' | 'line';
}

function add(
  scope: Scope,
  projectId: string,
  { name, bytes, channels }: NewRecording,
): Promise<Recording> {
  const recording = checked(bytes, channels);
  return inTransaction(scope, async (inside) => {
    const count = found(await countInLockedProject(inside, projectId));
    if (count >= recordingsMax) throw tooManyRecordings();
    const row = await insertRecording(inside, { id: newId(), projectId, name, ...recording });
    if (!row) throw nameTaken(name);
    await recordAudit(inside, { action: 'recording.added', target: name });
    return presentRecording(row);
  });
}

export function removeRecording(
  scope: Scope,
  { projectId, recordingId }: { projectId: string; recordingId: string },
): Promise<undefined> {
  return inDeletion(scope, async (inside) => {
    const { name } = found(await deleteRecording(inside, projectId, recordingId));
    await recordAudit(inside, { action: 'recording.deleted', target: name });
    return undefined;
  });
}

function checked(bytes: Buffer, channels: NewRecording['channels']) {
  try {
    return storedRecording(bytes, channels);
  } catch (error) {
    if (!(error instanceof RecordingError)) throw error;
    throw new ApiError('invalid_request', {
      message: `The recording ${error.message}.`,
      hint: 'Use a WAV file, 16 bits, with 0.5 to 60 s of sound.',
    });
  }
}

const nameTaken = (name: string) =>
  new ApiError('name_taken', {
    message: `There is already a recording named “${name}” in this project.`,
    hint: 'Choose another name, or delete that recording first.',
  });

const tooManyRecordings = () =>
  new ApiError('limit_reached', {
    message: `A project has at most ${recordingsMax} recordings.`,
    hint: 'Delete one that is no longer used.',
  });
