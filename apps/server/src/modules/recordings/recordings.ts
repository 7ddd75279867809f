/** Public API of the module: recordings with which the replies of phone lines are compared. */

export { addRecordingOfLine } from './add-recording.ts';
export { loadRecordingsOf } from './load-recordings.ts';
export { missingRecordings } from './missing-recordings.ts';
export { recordingsRoutes } from './recordings.routes.ts';
