/** Measures a recognizer with recordings of a line whose words are known. */
import { spokenTokens } from '@parley/suite';
import type { SpeechToText, Transcript } from '../speech.ts';
import { type Calibration, languageOf } from './calibration.ts';
import { isCloseWord } from './close-words.ts';
import { type Mistakes, requiredAbove } from './required-above.ts';

export interface LabelledRecording {
  samples: Int16Array;
  /** The spoken words, as written down by a person. */
  said: string;
}

interface CalibrationRequest {
  recognizer: string;
  codec: string;
  locale: string;
  basis: string;
  recordings: readonly LabelledRecording[];
  transcribe: SpeechToText;
  onHeard?(count: number): void;
}

export interface CalibrationReport {
  calibration: Calibration;
  /** Number of recordings that were transcribed without errors, and how many of them would have decided a check. */
  understood: number;
  decided: number;
  /** True if the recognizer reports its confidence. */
  tellsConfidence: boolean;
}

export async function calibrateRecordings({
  recognizer,
  codec,
  locale,
  basis,
  recordings,
  transcribe,
  onHeard,
}: CalibrationRequest): Promise<CalibrationReport> {
  const mistakes: Mistakes = { text: [], word: [], closeWord: [] };
  const right: number[] = [];
  let words = 0;
  let wrong = 0;
  let tellsConfidence = true;
  for (const [index, { samples, said }] of recordings.entries()) {
    const transcript = await transcribe(samples, { locale });
    const { confidence } = transcript;
    if (confidence === undefined) tellsConfidence = false;
    const wanted = spokenWords(said);
    const heard = spokenWords(transcript.text);
    const errors = wordErrors(wanted, heard);
    words += wanted.length;
    wrong += errors;
    if (errors === 0) right.push(confidence ?? 0);
    else mistakes.text.push(confidence ?? 1);
    addWords(mistakes, transcript, new Set(wanted));
    onHeard?.(index + 1);
  }
  const required = tellsConfidence ? requiredAbove(mistakes) : undefined;
  return {
    calibration: {
      recognizer,
      codec,
      language: languageOf(locale),
      basis,
      recordings: recordings.length,
      wordErrorRate: Number((wrong / Math.max(1, words)).toFixed(3)),
      required: required ?? null,
    },
    understood: right.length,
    decided: required ? right.filter((one) => one >= required.text).length : 0,
    tellsConfidence,
  };
}

export const spokenWords = (text: string): string[] =>
  spokenTokens(text).map((token) => token.text);

/** Adds the confidences of words that were recognized but not spoken. */
function addWords(mistakes: Mistakes, { words = [] }: Transcript, said: ReadonlySet<string>): void {
  for (const { word, confidence } of words) {
    if (spokenWords(word).every((one) => said.has(one))) continue;
    mistakes[isCloseWord(word) ? 'closeWord' : 'word'].push(confidence);
  }
}

/** Returns the number of words that were added, left out or replaced. */
export function wordErrors(said: readonly string[], heard: readonly string[]): number {
  let row = Array.from({ length: heard.length + 1 }, (_, index) => index);
  for (const [i, word] of said.entries()) {
    const next = [i + 1];
    for (const [j, other] of heard.entries()) {
      const replaced = (row[j] ?? 0) + (word === other ? 0 : 1);
      next.push(Math.min((row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1, replaced));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
