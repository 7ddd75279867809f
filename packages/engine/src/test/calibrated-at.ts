import type { RequiredConfidence } from '../speech/speech.ts';

/** Simulates a recognizer that is calibrated for every line and requires this confidence. */
export const calibratedAt = (confidence: number) => (): RequiredConfidence => ({
  text: confidence,
  word: confidence,
  closeWord: confidence,
});
