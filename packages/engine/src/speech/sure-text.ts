import { isCloseWord } from './calibration/close-words.ts';
import type { RequiredConfidence, Transcript } from './speech.ts';

/**
 * Placeholder for words below the required confidence. It consists of letters, so no comparison ignores it, but it is not a
 * word.
 */
export const unsureWord = 'ꙮꙮꙮ';

/** Replaces all words below the required confidence. Undefined if the recognizer does not report single words. */
export const sureTextOf = (
  { words }: Transcript,
  required: RequiredConfidence,
): string | undefined =>
  words
    ?.map(({ word, confidence }) =>
      confidence < (isCloseWord(word) ? required.closeWord : required.word) ? unsureWord : word,
    )
    .join(' ');
