/** Parses expected values, from YAML nodes or from the text after an operator. */
import { isScalar, isSeq, type Node, parseDocument } from 'yaml';
import { isPattern } from '../../match/contains.ts';
import { shorten } from '../model/shorten.ts';
import type { Assertion } from '../model/suite.ts';
import { type SplitAssertion, splitAtOperator } from './operators.ts';
import type { TextRange } from './problem-list.ts';
import { follow, isPlain, plainValue, type Reader, rangeOf, textOf } from './values.ts';

type Value = Assertion['expected'][number];

/** Parses an alternative. @returns an empty list after reporting that it is invalid */
export function valueOfNode(reading: Reader, item: unknown): Value[] {
  const node = follow(reading, item);
  if (node === undefined) return [];
  const text = textOf(reading, node);
  if (text === undefined) {
    reading.problems.error(
      rangeOf(node, rangeOf(item)),
      'An alternative must be text, a number, true, false or null.',
      'Quote texts that contain [ ] { } or ": ".',
    );
    return [];
  }
  if (node !== null && !isPlain(node)) return [text];
  warnOfComment(reading, text, rangeOf(node));
  return [expectedWord(text)];
}

/** Parses `sorry`, `"sorry"` or `[sorry, "I can't"]` after an operator. */
export function valuesOfText(reading: Reader, split: SplitAssertion, range: TextRange): Value[] {
  const right = split.right;
  if (right === undefined) return [];
  if (!/^["'[]/.test(right)) {
    warnOfComment(reading, right, range);
    return [timeInMs(split, right) ?? expectedWord(right)];
  }
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

/**
 * Restores text that YAML cut off. After an operator, YAML does not recognize quotes or a pattern, so it ends the text at ": "
 * or " #", as in `prompt == "press # now"`.
 * @returns undefined if nothing was cut off
 */
export function uncut(
  reading: Reader,
  split: SplitAssertion | undefined,
  range: TextRange,
): string | undefined {
  const right = split?.right ?? '';
  if (!startsLine(reading, range[0])) return undefined;
  const line = restOfLine(reading, range[0]).trim();
  if (/^("[^"]*|'[^']*)$/.test(right)) return line;
  if (split?.operator !== 'regex' || !right.startsWith('/') || isPattern(right)) return undefined;
  const whole = splitAtOperator(line)?.right ?? '';
  const pattern = closedPattern.exec(whole)?.[0];
  if (pattern === undefined) return undefined;
  const [behind = ''] = whole.slice(pattern.length).split(/\s#/, 1);
  const isWhole = behind.trim() === '' || /^\s+goto\s/.test(behind);
  return isWhole ? line.slice(0, line.length - whole.length) + pattern + behind : undefined;
}

const closedPattern = /^\/.+?\/[gimsuy]*(?=\s|$)/;

/** Warns of ` #` within a pattern or before a number such as `#4711`, because it begins a comment in YAML. */
export function warnOfComment(reading: Reader, text: string, [start, end]: TextRange): void {
  if (!reading.text.slice(start, end).endsWith(text)) return;
  const comment = /^\s+#.*$/.exec(restOfLine(reading, end))?.[0] ?? '';
  const isPatternCut =
    text.startsWith('/') && !isPattern(text) && closedPattern.test(text + comment);
  if (!isPatternCut && !/^\s+#\d/.test(comment)) return;
  const whole = isPatternCut ? 'pattern in single' : 'text in double';
  reading.problems.warning(
    [start, end],
    `"${shorten(text)}" ends where a comment begins.`,
    `Put the whole ${whole} quotes if that is part of it.`,
  );
}

/** @returns true if the item starts its line. For items in braces or brackets, the rest of the line is not theirs. */
function startsLine({ text }: Reader, at: number): boolean {
  let before = at - 1;
  while (text[before] === ' ' || text[before] === '\t') before -= 1;
  return before < 0 || text[before] === '-' || text[before] === '\n';
}

function restOfLine(reading: Reader, from: number): string {
  const end = reading.text.indexOf('\n', from);
  return reading.text.slice(from, end < 0 ? undefined : end);
}

/** Parses the time in `latency < 2s`. @returns milliseconds; undefined if the property or the text is something else */
function timeInMs({ left, operator }: SplitAssertion, text: string): number | undefined {
  const found = /^(\d+(?:\.\d+)?)\s*(ms|s)$/.exec(text);
  if (!found || left !== 'latency' || operator === 'contains') return undefined;
  return Number(found[1]) * (found[2] === 's' ? 1000 : 1);
}

/** Parses a word. `undefined`, Bespoken's word for a missing value, becomes null. */
function expectedWord(text: string): Value {
  return text === 'undefined' ? null : plainValue(text);
}
