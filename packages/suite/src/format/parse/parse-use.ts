/** Parses `- $USE log in: { user: anna }`, which stands for the steps of a block (syntax version 2). */
import { isMap } from 'yaml';
import { shorten } from '../model/shorten.ts';
import type { Interaction } from '../model/suite.ts';
import type { TextRange } from './problem-list.ts';
import { fieldsOf, follow, isPlain, type Reader, rangeOf, textOf } from './values.ts';

const isUse = (text: string): boolean => /^\$USE(?=\s|$)/i.test(text.trim());

/** @returns true if the item uses a block, rather than being a message to the bot */
export function beginsUse(reading: Reader, keyNode: unknown, text: string): boolean {
  if (!isUse(text)) return false;
  if (reading.isStrict && isPlain(keyNode)) return true;
  reading.problems.warning(
    rangeOf(keyNode),
    `"${shorten(text.trim())}" is sent to the bot.`,
    reading.isStrict
      ? 'Remove the quotes to use a block.'
      : 'Add "syntax: 2" to the configuration to use a block.',
  );
  return false;
}

/** Parses a use. check-blocks.ts checks that the block exists, after the whole text was parsed. */
export function parseUse(
  reading: Reader,
  text: string,
  value: unknown,
  range: TextRange,
): Interaction {
  const block = blockName(text.trim().replace(/^\$USE\s*/i, ''));
  const parameters: Record<string, string> = {};
  const node = follow(reading, value);
  const refuse = (at: TextRange) =>
    reading.problems.error(
      at,
      `After "$USE ${shorten(block)}" comes text for its parameters, by name.`,
      `Write for example: - $USE ${block || 'log in'}: { user: anna }. Expectations go below the steps of the block.`,
    );
  if (isMap(node) && textOf(reading, node) === undefined) {
    for (const { key, value: given, range: at } of fieldsOf(reading, node)) {
      const put = textOf(reading, given);
      if (put === undefined) refuse(at);
      else if (follow(reading, given) === null && !isQuoted(given)) refuseNothing(reading, at, key);
      parameters[key] = put ?? '';
    }
  } else if (node !== null && node !== undefined) refuse(rangeOf(node, range));
  const input = { kind: 'use' as const, block, parameters };
  return { input, assertions: [], branches: [], settings: {} };
}

/** Normalizes the name of a block: trims it, and replaces consecutive spaces by one. */
export const blockName = (text: string): string => text.trim().replace(/\s+/g, ' ');

const isQuoted = (node: unknown): boolean => !isPlain(node) && node !== null && node !== undefined;

const refuseNothing = (reading: Reader, range: TextRange, key: string) =>
  reading.problems.error(
    range,
    `"${shorten(key)}" has no text.`,
    `Write it after the colon, or "" if it is empty.`,
  );
