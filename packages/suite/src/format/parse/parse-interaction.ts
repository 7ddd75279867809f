/** Parses one turn: a message, followed by the expected reply. */
import { isScalar, isSeq, type Node } from 'yaml';
import { inputProblem, parseInput } from '../model/inputs.ts';
import { shorten } from '../model/shorten.ts';
import type { Interaction } from '../model/suite.ts';
import { branchAlone } from './branches.ts';
import { splitAtOperator } from './operators.ts';
import { addAssertion, assertionOfText, assertionsOfPair } from './parse-assertion.ts';
import { parseItem } from './parse-item.ts';
import { beginsCheck, parseCheck } from './parse-requests.ts';
import { beginsWithTools } from './parse-tools.ts';
import { beginsUse, parseUse } from './parse-use.ts';
import { uncut, warnOfComment } from './parse-value.ts';
import { isVoiceText } from './parse-voice.ts';
import type { TextRange } from './problem-list.ts';
import { follow, isPlain, type KeyValue, type Reader, rangeOf, textOf } from './values.ts';

/** @returns undefined, after reporting a problem, if the item has no message */
export function parseInteraction(
  reading: Reader,
  node: Node | null,
  pairs: KeyValue[] | undefined,
  range: TextRange,
): Interaction | undefined {
  if (node === null) {
    reading.problems.error(range, 'This line is empty.', 'Add a message, or remove the dash.');
    return undefined;
  }
  const text = textOf(reading, node);
  if (text !== undefined) {
    if (beginsUse(reading, node, text)) return parseUse(reading, text, undefined, range);
    return beginsCheck(reading, node, text)
      ? parseCheck(reading, text, null, range)
      : scalarInteraction(reading, text, isPlain(node), range);
  }
  const [first, ...others] = pairs ?? [];
  if (!first) {
    reading.problems.error(
      range,
      'An interaction starts with a message.',
      'Write for example: - hello: how can I help',
    );
    return undefined;
  }
  for (const other of others) {
    if (/^-\S/.test(other.key)) {
      reading.problems.error(
        other.range,
        `A space is missing after the dash of "${shorten(other.key)}".`,
        'Write for example: - prompt: hello',
      );
      continue;
    }
    reading.problems.error(
      other.range,
      `"${shorten(other.key)}" appears next to "${shorten(first.key)}" in one interaction.`,
      'Begin a new interaction with a dash, or indent it to make it an assertion.',
    );
  }
  if (beginsUse(reading, first.keyNode, first.key))
    return parseUse(reading, first.key, first.value, rangeOf(first.keyNode));
  return beginsCheck(reading, first.keyNode, first.key)
    ? parseCheck(reading, first.key, first.value, rangeOf(first.keyNode))
    : mappingInteraction(reading, first);
}

/** Parses `- hello` and `- hello != sorry`. In quotes, operators are text. */
function scalarInteraction(
  reading: Reader,
  text: string,
  isPlainText: boolean,
  range: TextRange,
): Interaction {
  const split = isPlainText ? splitAtOperator(text) : undefined;
  if (!split) {
    if (isPlainText) warnOfComment(reading, text, range);
    return newInteraction(reading, text, range);
  }
  const whole = uncut(reading, split, range) ?? text;
  if (whole !== text) return scalarInteraction(reading, whole, true, range);
  const interaction = newInteraction(reading, split.left, range);
  const found = assertionOfText(reading, `prompt${text.slice(split.at)}`, range);
  if (found) addAssertion(found, interaction);
  return interaction;
}

function mappingInteraction(reading: Reader, pair: KeyValue): Interaction {
  const { key, range } = pair;
  const split = isPlain(pair.keyNode) ? splitAtOperator(key) : undefined;
  const whole = uncut(reading, split, range);
  if (whole !== undefined) return scalarInteraction(reading, whole, true, range);
  const interaction = newInteraction(reading, key, rangeOf(pair.keyNode));
  const value = follow(reading, pair.value);
  const text = textOf(reading, value);
  if (value === null || value === undefined) return interaction;
  if (text !== undefined || isAlternatives(reading, value)) {
    const prompt = { key: 'prompt', value, range };
    for (const found of assertionsOfPair(reading, prompt)) addAssertion(found, interaction);
  } else if (isSeq(value)) {
    for (const item of value.items) parseItem(reading, item, interaction);
  } else {
    parseItem(reading, value, interaction);
  }
  return interaction;
}

/** @returns true for `- hello: [hi, hey]`, whose bare texts are alternatives for the reply, not assertions */
function isAlternatives(reading: Reader, value: Node): boolean {
  if (!isSeq(value) || value.items.length === 0) return false;
  return value.items.every((item) => {
    const node = follow(reading, item);
    if (!isScalar(node)) return false;
    const text = String(node.value ?? '');
    const isItem =
      branchAlone(text) ||
      /^no reply( within .*)?$/s.test(text) ||
      (reading.isStrict && (beginsWithTools(text) || isVoiceText(text)));
    return !isItem && !/\s(goto|(not )?exists|[!=<>~]+|!?=\?)(\s|$)/.test(text);
  });
}

function newInteraction(reading: Reader, text: string, range: TextRange): Interaction {
  const problem = inputProblem(text);
  if (problem) reading.problems.error(range, problem.message, problem.hint);
  return { input: parseInput(text), assertions: [], branches: [], settings: {} };
}
