import { recordings as endpoints } from '@parley/contract';
import { type Route, route } from '../../platform/http/http.ts';
import { addRecording, removeRecording } from './add-recording.ts';
import { listPresented } from './present-recording.ts';
import { recordingFile } from './recording-file.ts';

export function recordingsRoutes(): Route[] {
  return [
    route(endpoints.listRecordings, ({ scope, params }) => listPresented(scope, params.projectId)),
    route(endpoints.addRecording, ({ scope, params, body }) =>
      addRecording(scope, params.projectId, body),
    ),
    route(endpoints.getRecordingAudio, ({ scope, params, reply }) =>
      recordingFile(scope, params, reply),
    ),
    route(endpoints.deleteRecording, ({ scope, params }) => removeRecording(scope, params)),
  ];
}
