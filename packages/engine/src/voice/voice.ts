/** Public exports for measuring how exactly speech is timed. */
export { edgeAccuracy, noisiestDb } from './edge-accuracy.ts';
export { detectVoice, spansOf } from './voice-activity.ts';
