/** Chooses the recognizer's required confidences from lines with known words. */
import {
  isCloseWord,
  type Mistakes,
  type RequiredConfidence,
  requiredAbove,
} from '@parley/engine/ears';
import type { HeardLine } from './hear-lines.ts';

export function chooseRequired(lines: readonly HeardLine[]): RequiredConfidence {
  const mistakes: Mistakes = { text: [], word: [], closeWord: [] };
  for (const { said, near, transcript } of lines) {
    const { words = [], text, confidence = 0 } = transcript;
    if (text !== said) mistakes.text.push(confidence);
    for (const fragment of near) {
      const found = findWords(fragment.split(' '), words);
      if (!found) continue;
      const isClose = found.some(
        ({ word }) => isCloseWord(word) && !said.split(' ').includes(word),
      );
      const least = Math.min(...found.map((one) => one.confidence));
      mistakes[isClose ? 'closeWord' : 'word'].push(least);
    }
  }
  const required = requiredAbove(mistakes);
  if (!required)
    throw new Error('The recognizer is certain of a mistake: it cannot be calibrated.');
  return required;
}

type Words = NonNullable<HeardLine['transcript']['words']>;

/** Finds an expected text, at any confidence. */
function findWords(wanted: readonly string[], words: Words): Words | undefined {
  for (let at = 0; at + wanted.length <= words.length; at++) {
    const part = words.slice(at, at + wanted.length);
    if (part.every(({ word }, index) => word === wanted[index])) return part;
  }
  return undefined;
}
