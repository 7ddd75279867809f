import { isSeq } from 'yaml';
import { follow, type Reader, rangeOf, textOf } from './values.ts';

/** Most tags of a suite or a test. */
const tagsMax = 100;

/** `smoke, billing` or a list of texts. */
export function parseTags(reading: Reader, value: unknown): string[] {
  const tags = readTags(reading, value);
  if (tags.length <= tagsMax) return tags;
  reading.problems.error(
    rangeOf(follow(reading, value)),
    `There are ${tags.length.toLocaleString('en-US')} tags; at most ${tagsMax} are allowed.`,
    'Keep the tags that you choose tests by.',
  );
  return tags.slice(0, tagsMax);
}

function readTags(reading: Reader, value: unknown): string[] {
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
