/** Parses a block (syntax version 2): `- block: log in` · `- parameters: [user]` · `- description: …`, then its steps. */
import { type Document, isMap, isSeq, type YAMLSeq } from 'yaml';
import { blockNameLengthMax, isBlockName, isParameterName } from '../../blocks/block-name.ts';
import { channelNames } from '../model/channel-placeholders.ts';
import { headKeys } from '../model/inputs.ts';
import { shorten } from '../model/shorten.ts';
import type { Block } from '../model/suite.ts';
import { type LocatedItem, parseItems } from './parse-test.ts';
import { blockName } from './parse-use.ts';
import type { TextRange } from './problem-list.ts';
import { follow, isPlain, type KeyValue, pairsOf, type Reader, rangeOf, textOf } from './values.ts';

/** A block with the positions of its parts, for writing changes back. */
export interface LocatedBlock {
  block: Block;
  document: Document.Parsed;
  items: LocatedItem[];
  /** Range of its name. */
  range: TextRange;
}

/** Maximum number of parameters of a block. */
const parametersMax = 20;

/** @returns true if the document is a block, and not a test whose first message is "block" */
export function beginsBlock(reading: Reader, list: YAMLSeq): boolean {
  const first = follow(reading, list.items[0]);
  const [pair, ...others] = isMap(first) ? pairsOf(reading, first) : [];
  if (!pair || others.length > 0 || pair.key !== 'block' || !isPlain(pair.keyNode)) return false;
  if (textOf(reading, pair.value) === undefined) return false;
  if (!reading.isStrict) {
    reading.problems.warning(
      pair.range,
      '"block" is sent to the bot.',
      'Add "syntax: 2" to the configuration to share steps in a block. To send "block", begin the document with - test: and a name.',
    );
  }
  return reading.isStrict;
}

export function parseBlock(
  reading: Reader,
  document: Document.Parsed,
  list: YAMLSeq,
): LocatedBlock {
  const block: Block = { name: '', parameters: [], interactions: [] };
  const items = parseItems(reading, list, block, (pairs) => readHead(reading, pairs, block));
  return { block, document, items, range: rangeOf(items[0]?.node) };
}

function readHead(reading: Reader, pairs: KeyValue[], block: Block): boolean {
  const [pair] = pairs;
  if (!pair || pairs.length > 1 || !isPlain(pair.keyNode)) return false;
  const { key, value, range } = pair;
  if (key === 'block' && block.name === '') {
    block.name = blockName(textOf(reading, value) ?? '');
    if (!isBlockName(block.name)) refuseName(reading, pair);
    return true;
  }
  if (key === 'parameters') {
    block.parameters = readParameters(reading, value, range);
    return true;
  }
  if (key === 'description') {
    block.description = textOf(reading, value) ?? '';
    return true;
  }
  if (!headKeys.includes(key) && key !== 'repeat') return false;
  if (key === 'repeat' && !isMap(follow(reading, value))) return false;
  reading.problems.error(
    range,
    `A block has no "${key}".`,
    `Say it in the tests that use the block. To say "${key}" to the bot, write \\${key}.`,
  );
  return true;
}

const refuseName = (reading: Reader, { range }: KeyValue) =>
  reading.problems.error(
    range,
    `The name of a block has 1 to ${blockNameLengthMax} letters, digits and spaces, and begins with a letter or digit.`,
    'Write for example: - block: log in',
  );

function readParameters(reading: Reader, value: unknown, range: TextRange): string[] {
  const node = follow(reading, value);
  const example = 'Write for example: - parameters: [user, order]';
  const names = isSeq(node)
    ? node.items.map((item) => textOf(reading, item))
    : textOf(reading, node)?.split(',');
  const known: string[] = [];
  for (const given of names ?? [undefined]) {
    const name = given?.trim();
    if (name === undefined || !isParameterName(name))
      reading.problems.error(
        range,
        name === undefined
          ? 'The parameters of a block must be a list of names.'
          : `"${shorten(name)}" cannot be the name of a parameter.`,
        name !== undefined && channelNames.has(name)
          ? 'Parley fills it in itself. Use another name.'
          : `Names have letters, digits, _ and -. ${example}`,
      );
    else if (known.includes(name))
      reading.problems.error(
        range,
        `The parameter "${name}" appears twice.`,
        'Remove one of them.',
      );
    else known.push(name);
  }
  if (known.length > parametersMax)
    reading.problems.error(
      range,
      `A block has at most ${parametersMax} parameters.`,
      'Split it into several blocks.',
    );
  return known;
}
