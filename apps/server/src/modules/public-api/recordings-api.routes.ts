import { publicApi as endpoints } from '@parley/contract';
import { type Route, route } from '../../platform/http/http.ts';
import {
  addRecording,
  listPresented,
  recordingFile,
  removeRecording,
} from '../recordings/recordings.ts';

export function recordingsApiRoutes(): Route[] {
  return [
    route(endpoints.readRecordings, ({ scope, params }) => listPresented(scope, params.projectId)),
    route(endpoints.createRecording, ({ scope, params, body }) =>
      addRecording(scope, params.projectId, body),
    ),
    route(endpoints.readRecordingAudio, ({ scope, params, reply }) =>
      recordingFile(scope, params, reply),
    ),
    route(endpoints.removeRecording, ({ scope, params }) => removeRecording(scope, params)),
  ];
}
