import { diffArrays } from 'diff';
import type { DifferencePart } from './matcher.ts';
import { wordsOnly } from './text.ts';

/** Words that are compared one by one; the rest of a longer text is left out. */
export const comparedWordsMax = 300;

/** Word by word, from the expected to the actual text. Words that differ in case or marks are alike. */
export function difference(expected: string, actual: string): DifferencePart[] {
  const changes = diffArrays(wordsOf(expected), wordsOf(actual), { comparator: areAlike });
  return changes.map(({ added, removed, value }) => ({
    kind: added ? 'extra' : removed ? 'missing' : 'same',
    text: value.join(' '),
  }));
}

function wordsOf(text: string): string[] {
  return text.split(/\s+/, comparedWordsMax).filter((word) => word !== '');
}

function areAlike(a: string, b: string): boolean {
  return a === b || (wordsOnly(a) === wordsOnly(b) && wordsOnly(a) !== '');
}
