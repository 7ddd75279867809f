/** Parses one document of the stream: a test with its head and its interactions. */
import { type Document, isMap, type Node, type YAMLSeq } from 'yaml';
import { headKeys } from '../model/inputs.ts';
import { shorten } from '../model/shorten.ts';
import type { Block, Interaction, Test } from '../model/suite.ts';
import { nameLengthMax } from '../model/unique-names.ts';
import { branchTargets } from './branches.ts';
import { parseInteraction } from './parse-interaction.ts';
import { refuseVotesWithoutJudge } from './parse-metric.ts';
import { isRepeat, parseRepeat } from './parse-repeat.ts';
import type { TextRange } from './problem-list.ts';
import { parseTestTags } from './tags.ts';
import {
  follow,
  isPlain,
  type KeyValue,
  pairsOf,
  type Reader,
  rangeOf,
  recordOf,
  textOf,
} from './values.ts';

/** A test with the positions of its parts, for writing changes back. */
export interface LocatedTest {
  test: Test;
  document: Document.Parsed;
  items: LocatedItem[];
}

export interface LocatedItem {
  kind: 'head' | 'interaction' | 'unreadable';
  node: Node | null;
}

export function parseTest(
  reading: Reader,
  document: Document.Parsed,
  list: YAMLSeq,
  position: number,
): LocatedTest {
  const test: Test = { name: '', mode: 'normal', tags: [], interactions: [] };
  const items = parseItems(reading, list, test, (pairs) => readHead(reading, pairs, test));
  if (!test.name.trim()) test.name = `Test ${position}`;
  return { test, document, items };
}

/** Parses the items of a test or a block. Calls `readHead` for each item until it returns false. */
export function parseItems(
  reading: Reader,
  list: YAMLSeq,
  into: { interactions: Interaction[] },
  readHead: (pairs: KeyValue[]) => boolean,
): LocatedItem[] {
  const items: LocatedItem[] = [];
  const gotos: { target: string; range: TextRange }[] = [];
  let isHead = true;
  for (const item of list.items) {
    const node = follow(reading, item);
    if (node === undefined) break;
    // `- {{name}}` is a mapping to YAML, but a message in a test.
    const isMapping = isMap(node) && textOf(reading, node) === undefined;
    const pairs = isMapping ? pairsOf(reading, node) : undefined;
    isHead = isHead && pairs !== undefined && readHead(pairs);
    if (isHead) {
      items.push({ kind: 'head', node: item as Node });
      continue;
    }
    if (pairs?.[0]) warnOfTestInside(reading, pairs[0]);
    const interaction = parseInteraction(reading, node, pairs, rangeOf(item));
    if (!interaction) {
      items.push({ kind: 'unreadable', node: item as Node | null });
      continue;
    }
    items.push({ kind: 'interaction', node: item as Node });
    into.interactions.push(interaction);
    refuseVotesWithoutJudge(reading, interaction, rangeOf(item));
    for (const { when, to } of interaction.branches) {
      if (when?.operator === 'means') refuseJudge(reading, rangeOf(item));
      if (to.kind === 'goto') gotos.push({ target: to.target, range: rangeOf(item) });
    }
  }
  checkTargets(reading, into, gotos);
  return items;
}

const nameKeys = ['test', 'test.only', 'test.skip'];

/** Warns of a test or block inside another one. Without a `---` between them, the second name is sent to the bot. */
function warnOfTestInside(reading: Reader, { key, keyNode, value, range }: KeyValue): void {
  const name = textOf(reading, value);
  const isBlock = key === 'block' && reading.isStrict;
  if (name === undefined || !(nameKeys.includes(key) || isBlock) || !isPlain(keyNode)) return;
  reading.problems.warning(
    range,
    `"${key}" is sent to the bot here, because it is inside another ${isBlock ? 'test or block' : 'test'}.`,
    `To begin the ${isBlock ? 'block' : 'test'} "${shorten(name)}", put a line --- before it. To say "${key}", put it in quotes.`,
  );
}

/**
 * Refuses a judge in a branch condition: re-evaluating a stored conversation has to follow the same path without asking a judge
 * again.
 */
function refuseJudge(reading: Reader, range: TextRange): void {
  reading.problems.error(
    range,
    'A judge cannot decide which branch to take.',
    'Compare with another operator, for example ~~ or =~.',
  );
}

/** Parses an item of the head. @returns false if the item, and thus everything after it, is not part of the head */
function readHead(reading: Reader, pairs: KeyValue[], test: Test): boolean {
  const first = pairs[0];
  const isOfHead = (pair: KeyValue) => headKeys.includes(pair.key) || isRepeat(reading, pair);
  if (!first || !pairs.every(isOfHead)) return false;
  for (const { key, value, range } of pairs) {
    const text = textOf(reading, value);
    if (key === 'tags') {
      test.tags = parseTestTags(reading, value);
    } else if (key === 'repeat') {
      const repeat = parseRepeat(reading, value, range, reading.repeat);
      if (repeat) test.repeat = repeat;
    } else if (key === 'settings') {
      readSettings(reading, value, test);
    } else if (text === undefined) {
      reading.problems.error(
        range,
        `"${key}" needs a text.`,
        `Write for example: ${key}: Greeting`,
      );
    } else if (key === 'description' || key === 'dataRow') {
      test[key] = text;
    } else {
      if (text.length > nameLengthMax) refuseName(reading, range, text);
      test.name = text;
      test.mode = key === 'test.only' ? 'only' : key === 'test.skip' ? 'skip' : 'normal';
    }
  }
  return true;
}

function refuseName(reading: Reader, range: TextRange, name: string): void {
  reading.problems.error(
    range,
    `The name of this test has ${name.length.toLocaleString('en-US')} characters; at most ${nameLengthMax} are allowed.`,
    'Keep the name short and put the rest under description:',
  );
}

/** Parses a test's `settings`: its key, and its row in Bespoken's syntax: `- settings: { dataTableRowId: premium }`. */
function readSettings(reading: Reader, value: unknown, test: Test): void {
  const settings = recordOf(reading, value, textOf) ?? {};
  const { dataTableRowId, key, ...others } = settings;
  if (dataTableRowId !== undefined) test.dataRow = dataTableRowId;
  if (key !== undefined) readKey(reading, rangeOf(value), key, test);
  const unknown = Object.keys(others)[0];
  const isUnderstood = dataTableRowId !== undefined || key !== undefined;
  if (isUnderstood && unknown === undefined) return;
  reading.problems.warning(
    rangeOf(value),
    unknown === undefined
      ? 'These settings cannot be read.'
      : `"${unknown}" is not a setting of a test.`,
    'Settings of a single step go below it: set name: value',
  );
}

function readKey(reading: Reader, range: TextRange, key: string, test: Test): void {
  if (key.trim() !== '' && key.length <= nameLengthMax) test.key = key;
  else
    reading.problems.error(
      range,
      `The key of a test has 1 to ${nameLengthMax} characters.`,
      'Use the previous name of the test, or remove the key.',
    );
}

/** Reports each `goto` whose target is neither a label nor a message in the same test or block. */
function checkTargets(
  reading: Reader,
  within: Pick<Test, 'interactions'> | Block,
  gotos: { target: string; range: TextRange }[],
): void {
  const targetOf = branchTargets(within);
  const noun = 'parameters' in within ? 'block' : 'test';
  for (const { target, range } of gotos) {
    if (targetOf(target) === undefined) {
      reading.problems.error(
        range,
        `Nothing in this ${noun} is called "${shorten(target)}".`,
        `A goto names a label, or the message of another interaction of the same ${noun}.`,
      );
    }
  }
}
