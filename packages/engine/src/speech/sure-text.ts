import { isCloseWord } from './calibration/close-words.ts';
import type { RequiredConfidence, Transcript } from './speech.ts';

/**
 * Placeholder for words below the required confidence. It has letters, so no comparison ignores it,
 * and it is not a word.
 */
const unsureWord = 'ꙮꙮꙮ';

/** Undefined if the recognizer reports nothing about single words. */
export const sureTextOf = (
  { words }: Transcript,
  required: RequiredConfidence,
): string | undefined =>
  words
    ?.map(({ word, confidence }) =>
      confidence < (isCloseWord(word) ? required.closeWord : required.word) ? unsureWord : word,
    )
    .join(' ');
