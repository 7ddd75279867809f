import type { RequiredConfidence } from '../speech/speech.ts';

/** A recognizer that was calibrated for every line, and needs this confidence. */
export const calibratedAt = (confidence: number) => (): RequiredConfidence => ({
  text: confidence,
  word: confidence,
  closeWord: confidence,
});
