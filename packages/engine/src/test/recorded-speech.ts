/** Speech that speaks recordings and understands nothing, for calls without a recognizer. */

import { createSpeech } from '../speech/create-speech.ts';
import type { Speech } from '../speech/speech.ts';
import { calibratedAt } from './calibrated-at.ts';

export const speechOf = (recordingOf: (text: string) => Int16Array): Speech =>
  createSpeech({
    calibration: calibratedAt(0.5),
    speak: async (text) => recordingOf(text),
    transcribe: async () => ({ text: 'words', confidence: 1 }),
  });
