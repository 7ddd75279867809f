/** Public exports for measuring how exactly speech is timed. */
export { createRecording } from '../channels/phone/recording.ts';
export { edgeAccuracy, noisiestDb } from './edge-accuracy.ts';
export { detectVoice, spansOf } from './voice-activity.ts';
