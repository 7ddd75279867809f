/** What is expected: from YAML nodes, or from the text behind an operator. */
import { isScalar, isSeq, type Node, parseDocument } from 'yaml';
import type { SplitAssertion } from './operators.ts';
import type { TextRange } from './problem-list.ts';
import { shorten } from './shorten.ts';
import type { Assertion } from './suite.ts';
import { follow, isPlain, plainValue, type Reader, rangeOf, textOf } from './values.ts';

type Value = Assertion['expected'][number];

/** One alternative; nothing if it can't be one, which is among the problems then. */
export function valueOfNode(reading: Reader, item: unknown): Value[] {
  const node = follow(reading, item);
  if (node === undefined) return [];
  const text = textOf(reading, node);
  if (text === undefined) {
    reading.problems.error(
      rangeOf(node, rangeOf(item)),
      'An alternative must be a text, a number, true, false or null.',
      'Quote texts that contain [ ] { } or ": ".',
    );
    return [];
  }
  return [node === null || isPlain(node) ? expectedWord(text) : text];
}

/** `sorry`, `"sorry"` or `[sorry, "I can't"]` as it stands behind an operator. */
export function valuesOfText(reading: Reader, split: SplitAssertion, range: TextRange): Value[] {
  const right = split.right;
  if (right === undefined) return [];
  if (!/^["'[]/.test(right)) return [timeInMs(split, right) ?? expectedWord(right)];
  const document = parseDocument(right, { schema: 'failsafe', logLevel: 'silent' });
  const contents = document.contents as Node | null;
  const items = isSeq(contents) ? contents.items : [contents];
  if (document.errors.length > 0 || !items.every((item) => isScalar(item))) {
    reading.problems.error(
      range,
      `The value "${shorten(right)}" cannot be read.`,
      `Write it after a colon: ${split.left} …: "value"`,
    );
    return [right];
  }
  return items.map((item) => {
    const text = String(item.value ?? '');
    return isPlain(item) ? expectedWord(text) : text;
  });
}

/** `latency < 2s` */
function timeInMs({ left, operator }: SplitAssertion, text: string): number | undefined {
  const found = /^(\d+(?:\.\d+)?)\s*(ms|s)$/.exec(text);
  if (!found || left !== 'latency' || operator === 'contains') return undefined;
  return Number(found[1]) * (found[2] === 's' ? 1000 : 1);
}

/** `undefined` is what Bespoken calls a missing value; here that is null. */
function expectedWord(text: string): Value {
  return text === 'undefined' ? null : plainValue(text);
}
