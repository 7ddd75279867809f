/** Recordings of a project, which the prompts of its phone lines are compared with. */
import { recordingProblem } from '@parley/suite';
import * as z from 'zod/mini';
import { endpoint, fileBodyBytesMax } from './endpoint.ts';
import { id, timestamp } from './fields.ts';

const organization = '/internal/v1/users/{userId}/organizations/{orgId}';
const base = `${organization}/projects/{projectId}/recordings`;

/** Maximum number of recordings per project. */
export const recordingsMax = 100;

/** Maximum size of an uploaded recording, in bytes. Its Base64 must fit into the request body. */
export const recordingUploadBytesMax = 3_000_000;

/** A path as written in suites: `prompts/greeting.wav`. */
const recordingName = z.string().check(z.trim(), z.normalize('NFC'), ({ value, issues }) => {
  const problem = recordingProblem(value);
  const message = `A recording cannot have this name: ${problem}.`;
  if (problem) issues.push({ code: 'custom', message, input: value });
});

export const recordingSchema = z.object({
  id,
  /** The project that owns the recording. For a sub-project, this can be its parent. */
  projectId: id,
  name: z.string(),
  /** Length, including silence. */
  seconds: z.number(),
  /** The longest pause within the recording. A channel with a `quietMs` of at most this value would end the prompt there. */
  longestPauseMs: z.number(),
  /** SHA-256 of the file, in hex. Verdicts refer to it. */
  sha256: z.string(),
  createdAt: timestamp,
});

export type Recording = z.output<typeof recordingSchema>;

export const recordingInput = z.object({
  name: recordingName,
  /** A WAV file in Base64: 16 bits, 8,000 to 96,000 samples per second, 0.5 to 60 s of sound. */
  audio: z
    .string()
    .check(
      z.maxLength(
        Math.ceil((recordingUploadBytesMax * 4) / 3),
        'At most 3 MB. A file with one channel and 8,000 samples a second is as good here.',
      ),
      z.regex(/^[\w+/]+={0,2}$/, 'Not Base64.'),
    ),
});

export const addRecordingErrors = ['name_taken', 'limit_reached'] as const;

export const listRecordings = endpoint({
  method: 'GET',
  path: base,
  summary: 'List the recordings of a project, and those of the project above, by name',
  access: { organization: 'suites.read' },
  response: z.array(recordingSchema),
});

export const addRecording = endpoint({
  method: 'POST',
  path: base,
  summary: 'Add a recording; it is stored with one channel and 8,000 samples a second',
  access: { organization: 'suites.write' },
  bodyBytesMax: fileBodyBytesMax,
  body: recordingInput,
  response: recordingSchema,
  status: 201,
  errors: addRecordingErrors,
  idempotent: true,
  limitPerMinute: 60,
});

export const getRecordingAudio = endpoint({
  method: 'GET',
  path: `${base}/{recordingId}/audio`,
  summary: 'Download a recording',
  access: { organization: 'suites.read' },
  response: 'file',
});

export const deleteRecording = endpoint({
  method: 'DELETE',
  path: `${base}/{recordingId}`,
  summary: 'Delete a recording; tests that name it end with an error',
  access: { organization: 'suites.write' },
  response: 'nothing',
});

export const keepRunRecording = endpoint({
  method: 'POST',
  path: `${organization}/runs/{runId}/evidence/{evidenceId}/recording`,
  summary: "Add what the line said in a step's recording to the recordings of the project",
  access: { organization: 'suites.write' },
  body: z.object({ name: recordingName }),
  response: recordingSchema,
  status: 201,
  errors: addRecordingErrors,
  idempotent: true,
  limitPerMinute: 60,
});
