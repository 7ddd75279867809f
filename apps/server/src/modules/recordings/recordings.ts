/** Public API of the module: recordings that the prompts of phone lines are compared with. */

export { addRecording, addRecordingOfLine, removeRecording } from './add-recording.ts';
export { loadRecordingsOf } from './load-recordings.ts';
export { missingRecordings } from './missing-recordings.ts';
export { listPresented } from './present-recording.ts';
export { recordingFile } from './recording-file.ts';
export { recordingsRoutes } from './recordings.routes.ts';
