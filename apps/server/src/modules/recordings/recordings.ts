/** Public API of the module: recordings that the prompts of phone lines are compared with. */

export { addRecordingOfLine } from './add-recording.ts';
export { loadRecordingsOf } from './load-recordings.ts';
export { missingRecordings } from './missing-recordings.ts';
export { recordingsRoutes } from './recordings.routes.ts';
