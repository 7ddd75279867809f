/** Server requests for recordings. */
import { type Recording, recordings } from '@parley/contract';
import { queryOptions } from '@tanstack/react-query';
import { call } from '#/lib/api.ts';
import type { OrganizationScope } from '#/lib/session/scope.ts';

/** Recordings that the phone suites of a project can refer to, sorted by name. */
export function recordingsQuery(scope: OrganizationScope, projectId: string) {
  return queryOptions({
    queryKey: ['recordings', scope.orgId, projectId] as const,
    queryFn: ({ signal }) =>
      call(recordings.listRecordings, { params: { ...scope, projectId }, signal }),
  });
}

/** Audio file of a recording. It never changes. */
export function recordingAudioQuery(
  scope: OrganizationScope,
  { id: recordingId, projectId }: Recording,
) {
  return queryOptions({
    queryKey: ['recording-audio', scope.orgId, recordingId] as const,
    queryFn: ({ signal }) =>
      call(recordings.getRecordingAudio, { params: { ...scope, projectId, recordingId }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

export function addRecording(
  scope: OrganizationScope,
  projectId: string,
  body: { name: string; audio: string },
): Promise<Recording> {
  return call(recordings.addRecording, { params: { ...scope, projectId }, body });
}

/** Saves the line's side of a step's recording as a recording of the project. */
export function keepRunRecording(
  scope: OrganizationScope,
  place: { runId: string; evidenceId: string },
  name: string,
): Promise<Recording> {
  return call(recordings.keepRunRecording, { params: { ...scope, ...place }, body: { name } });
}

export async function deleteRecording(
  scope: OrganizationScope,
  { id: recordingId, projectId }: Recording,
): Promise<void> {
  await call(recordings.deleteRecording, { params: { ...scope, projectId, recordingId } });
}
