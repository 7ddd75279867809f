/** Parses numbers in English words: `one hundred and twenty five` is 125; `one two five` is three numbers. */

const ones =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen';
const tens = 'twenty thirty forty fifty sixty seventy eighty ninety';
const ordinals =
  'zeroth first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth';

const small = new Map(ones.split(' ').map((word, value) => [word, value]));
const round = new Map(tens.split(' ').map((word, at) => [word, 10 * (at + 2)]));
const ranks = new Map([
  ...ordinals.split(' ').map((word, value) => [word, value] as const),
  ...tens.split(' ').map((word, at) => [word.replace(/y$/, 'ieth'), 10 * (at + 2)] as const),
]);
const scales = new Map([
  ['thousand', 1_000],
  ['million', 1_000_000],
  ['billion', 1_000_000_000],
  ['trillion', 1_000_000_000_000],
]);

/** @returns the factor of a word such as `million` after a number in digits */
export const scaleOf = (word: string | undefined): number | undefined => scales.get(word ?? '');

interface Read {
  value: number;
  /** Number of words that it consists of. */
  length: number;
}

/** @returns the number that begins at this word; undefined if there is none */
export function readNumber(words: readonly string[], from: number): Read | undefined {
  let at = from;
  let total = 0;
  let isRead = false;
  let below = Number.POSITIVE_INFINITY;
  for (;;) {
    const start = isRead && words[at] === 'and' ? at + 1 : at;
    const part = readHundreds(words, start);
    if (!part) break;
    const scale = scales.get(words[start + part.length] ?? '');
    const factor = scale ?? 1;
    // "two thousand five" continues, "five two thousand" does not.
    if (factor >= below || (isRead && part.value * factor >= below)) break;
    total += part.value * factor;
    at = start + part.length + (scale ? 1 : 0);
    isRead = true;
    if (!scale) break;
    below = scale;
  }
  return isRead ? { value: total, length: at - from } : undefined;
}

function readHundreds(words: readonly string[], from: number): Read | undefined {
  const isOneHundred = words[from] === 'a' && words[from + 1] === 'hundred';
  const first = isOneHundred ? { value: 1, length: 1 } : readBelowHundred(words, from);
  if (!first || first.value === 0 || words[from + first.length] !== 'hundred') return first;
  const behind = from + first.length + 1;
  const start = words[behind] === 'and' ? behind + 1 : behind;
  const rest = readBelowHundred(words, start);
  const hundreds = 100 * first.value;
  return rest && rest.value > 0
    ? { value: hundreds + rest.value, length: start + rest.length - from }
    : { value: hundreds, length: behind - from };
}

function readBelowHundred(words: readonly string[], from: number): Read | undefined {
  const word = words[from] ?? '';
  const one = small.get(word);
  if (one !== undefined) return { value: one, length: 1 };
  const ten = round.get(word);
  if (ten === undefined) return undefined;
  const unit = small.get(words[from + 1] ?? '') ?? 0;
  return unit >= 1 && unit <= 9 ? { value: ten + unit, length: 2 } : { value: ten, length: 1 };
}

/** Parses the ordinal that begins at this word: `third`, `twenty first`. @returns undefined if there is none */
export function readOrdinal(words: readonly string[], from: number): Read | undefined {
  const rank = ranks.get(words[from] ?? '');
  if (rank !== undefined) return { value: rank, length: 1 };
  const ten = round.get(words[from] ?? '');
  const unit = ranks.get(words[from + 1] ?? '') ?? 0;
  return ten !== undefined && unit >= 1 && unit <= 9 ? { value: ten + unit, length: 2 } : undefined;
}
