import { isSeq } from 'yaml';
import { follow, type Reader, rangeOf, textOf } from './values.ts';

/** `smoke, billing` or a list of texts. */
export function parseTags(reading: Reader, value: unknown): string[] {
  const node = follow(reading, value);
  if (isSeq(node)) {
    return node.items.flatMap((item) => textOf(reading, item) ?? []).filter((tag) => tag !== '');
  }
  const text = textOf(reading, node);
  if (text === undefined) {
    reading.problems.error(
      rangeOf(node),
      'Tags are words with commas between them.',
      'Write for example: tags: smoke, billing',
    );
    return [];
  }
  return text
    .split(',')
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '');
}
