import { isSeq } from 'yaml';
import { mustTag } from '../../repeat/repeat-rule.ts';
import { meansNothing } from './unknown-keys.ts';
import { follow, type Reader, rangeOf, textOf } from './values.ts';

/** Maximum number of tags of a suite or a test. */
const tagsMax = 100;

/** Parses tags: `smoke, billing`, or a list of texts. */
export function parseTags(reading: Reader, value: unknown): string[] {
  const tags = readTags(reading, value);
  if (tags.length <= tagsMax) return tags;
  reading.problems.error(
    rangeOf(follow(reading, value)),
    `There are ${tags.length.toLocaleString('en-US')} tags; at most ${tagsMax} are allowed.`,
    'Keep the tags that you select tests by.',
  );
  return tags.slice(0, tagsMax);
}

/**
 * Parses the tags of a suite or a test. Warns of a tag that differs from `must` only in case or spaces, because gates ignore
 * it.
 */
export function parseTestTags(reading: Reader, value: unknown): string[] {
  const tags = parseTags(reading, value);
  const mistyped = tags.find((tag) => tag !== mustTag && tag.trim().toLowerCase() === mustTag);
  if (mistyped !== undefined)
    reading.problems.warning(
      rangeOf(follow(reading, value)),
      `The tag "${mistyped}" ${meansNothing}. Did you mean "${mustTag}"?`,
      `A gate only requires tests with the tag "${mustTag}" to pass on their own.`,
    );
  return tags;
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
      'Tags are words separated by commas.',
      'Write for example: tags: smoke, billing',
    );
    return [];
  }
  return text
    .split(',')
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '');
}
