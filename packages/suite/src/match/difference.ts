import { diffArrays } from 'diff';
import type { DifferencePart } from './matcher.ts';
import { wordsOnly } from './text.ts';

/** Maximum number of words to compare. The rest of a longer text is left out. */
export const comparedWordsMax = 300;

/** Maximum number of words of a reply in which to search for an expected text. */
const searchedWordsMax = 5_000;

/** Maximum number of words to show on each side of a passage. */
const aroundWordsMax = 30;

/** Compares an expected with an actual text, word by word. Words that differ only in case or punctuation are equal. */
export function difference(expected: string, actual: string): DifferencePart[] {
  const [from, to] = [wordsOf(expected, comparedWordsMax), wordsOf(actual, comparedWordsMax)];
  return diffArrays(from, to, { comparator: areAlike }).map(({ added, removed, value }) => ({
    kind: added ? 'extra' : removed ? 'missing' : 'same',
    text: value.join(' '),
  }));
}

/** Compares an expected text with the most similar passage of the actual one. Words around that passage are not differences. */
export function differenceWithin(expected: string, actual: string): DifferencePart[] {
  const wanted = wordsOf(expected, comparedWordsMax);
  const words = wordsOf(actual, searchedWordsMax);
  const [start, end] = nearestWords(wanted, words);
  const before = words.slice(0, start);
  const behind = words.slice(end);
  return [
    ...around(before.length > aroundWordsMax ? ['…', ...before.slice(-aroundWordsMax)] : before),
    ...merged(align(wanted, words.slice(start, end))),
    ...around(behind.length > aroundWordsMax ? [...behind.slice(0, aroundWordsMax), '…'] : behind),
  ];
}

const around = (words: string[]): DifferencePart[] =>
  words.length > 0 ? [{ kind: 'around', text: words.join(' ') }] : [];

/** Matches any words. */
const wildcard = '*';

/** Edit costs. A missing word costs most and an extra word least, so that "is not blocked" is close to "is blocked". */
const missingCost = 4;
const replacedCost = 3;
const extraCost = 2;

/**
 * Finds the passage with the cheapest additions, removals and replacements (Sellers' algorithm, 1980). The first passage wins,
 * unless there is a wildcard.
 *
 * @returns the index of the first word and the index after the last
 */
function nearestWords(wanted: string[], words: string[]): [start: number, end: number] {
  const hasWildcard = wanted.includes(wildcard);
  let costs = wanted.map((_, row) => (row + 1) * missingCost);
  let starts = wanted.map(() => 0);
  let best = { cost: costs.at(-1) ?? 0, start: 0, end: 0 };
  for (const [at, word] of words.entries()) {
    const nextCosts: number[] = [];
    const nextStarts: number[] = [];
    for (const [row, expected] of wanted.entries()) {
      const isAny = expected === wildcard;
      const isSame = isAny || areAlike(expected, word);
      const ways = [
        [row === 0 ? 0 : (costs[row - 1] as number), row === 0 ? at : (starts[row - 1] as number)],
        [costs[row] as number, starts[row] as number],
        [
          row === 0 ? 0 : (nextCosts[row - 1] as number),
          row === 0 ? at + 1 : (nextStarts[row - 1] as number),
        ],
      ] as const;
      const added = [
        isSame ? 0 : replacedCost,
        isAny ? 0 : extraCost,
        isAny ? 0 : missingCost,
      ] as const;
      let pick = 0;
      for (const way of [1, 2] as const) {
        if (ways[way][0] + added[way] < ways[pick as 0][0] + added[pick as 0]) pick = way;
      }
      nextCosts.push(ways[pick as 0][0] + added[pick as 0]);
      nextStarts.push(ways[pick as 0][1]);
    }
    costs = nextCosts;
    starts = nextStarts;
    const cost = costs.at(-1) ?? 0;
    // With a wildcard, the last passage leaves it the most words.
    const isNearer = cost < best.cost || (hasWildcard && cost === best.cost);
    if (isNearer) best = { cost, start: starts.at(-1) ?? 0, end: at + 1 };
  }
  return [best.start, best.end];
}

/** Aligns two whole texts word by word, with the same costs. */
function align(wanted: string[], words: string[]): DifferencePart[] {
  const width = words.length + 1;
  const costs = new Uint16Array((wanted.length + 1) * width);
  const cost = (row: number, column: number) => costs[row * width + column] as number;
  const isAny = (row: number) => wanted[row - 1] === wildcard;
  const missing = (row: number) => (isAny(row) ? 0 : missingCost);
  const extra = (row: number) => (isAny(row) ? 0 : extraCost);
  const isSame = (row: number, column: number) =>
    isAny(row) || areAlike(wanted[row - 1] ?? '', words[column - 1] ?? '');
  for (let row = 0; row <= wanted.length; row += 1) {
    for (let column = 0; column < width; column += 1) {
      if (row === 0) costs[column] = column * extraCost;
      else if (column === 0) costs[row * width] = cost(row - 1, 0) + missing(row);
      else {
        costs[row * width + column] = Math.min(
          cost(row - 1, column - 1) + (isSame(row, column) ? 0 : replacedCost),
          cost(row, column - 1) + extra(row),
          cost(row - 1, column) + missing(row),
        );
      }
    }
  }
  const parts: DifferencePart[] = [];
  let [row, column] = [wanted.length, words.length];
  while (row > 0 || column > 0) {
    const here = cost(row, column);
    const [expected = '', word = ''] = [wanted[row - 1], words[column - 1]];
    if (
      row > 0 &&
      column > 0 &&
      here === cost(row - 1, column - 1) + (isSame(row, column) ? 0 : replacedCost)
    ) {
      if (isSame(row, column)) parts.push({ kind: 'same', text: word });
      else parts.push({ kind: 'extra', text: word }, { kind: 'missing', text: expected });
      row -= 1;
      column -= 1;
    } else if (column > 0 && here === cost(row, column - 1) + (row > 0 ? extra(row) : extraCost)) {
      parts.push({ kind: row > 0 && isAny(row) ? 'same' : 'extra', text: word });
      column -= 1;
    } else {
      if (expected !== wildcard) parts.push({ kind: 'missing', text: expected });
      row -= 1;
    }
  }
  return parts.reverse();
}

/** Merges neighboring parts of the same kind, and puts missing parts before the extra parts that replace them. */
function merged(parts: DifferencePart[]): DifferencePart[] {
  const all: DifferencePart[] = [];
  let missing: string[] = [];
  let extra: string[] = [];
  const settle = () => {
    if (missing.length > 0) all.push({ kind: 'missing', text: missing.join(' ') });
    if (extra.length > 0) all.push({ kind: 'extra', text: extra.join(' ') });
    missing = [];
    extra = [];
  };
  for (const { kind, text } of parts) {
    if (kind === 'missing') missing.push(text);
    else if (kind === 'extra') extra.push(text);
    else {
      settle();
      const last = all.at(-1);
      if (last?.kind === kind) last.text += ` ${text}`;
      else all.push({ kind, text });
    }
  }
  settle();
  return all;
}

/** Maximum number of differences to name in a sentence. */
const namedMax = 3;

/**
 * @returns a sentence that names the differences, such as `The wording differs: "5" instead of "3".`; undefined if there are
 * none
 */
export function nameDifference(parts: DifferencePart[]): string | undefined {
  const named: string[] = [];
  for (const [index, { kind, text }] of parts.entries()) {
    const next = parts[index + 1];
    const isReplaced = parts[index - 1]?.kind === 'missing';
    if (kind === 'missing' && next?.kind === 'extra') {
      named.push(`"${next.text}" instead of "${text}"`);
    } else if (kind === 'missing') named.push(`"${text}" is missing`);
    else if (kind === 'extra' && !isReplaced) named.push(`"${text}" was not expected`);
  }
  if (named.length === 0) return undefined;
  const more = named.length > namedMax ? `; and ${named.length - namedMax} more` : '';
  return `The wording differs: ${named.slice(0, namedMax).join('; ')}${more}.`;
}

function wordsOf(text: string, most: number): string[] {
  return text
    .trim()
    .split(/\s+/, most)
    .filter((word) => word !== '');
}

function areAlike(a: string, b: string): boolean {
  return a === b || (wordsOnly(a) === wordsOnly(b) && wordsOnly(a) !== '');
}
