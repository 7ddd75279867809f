/**
 * Converts text to its spoken form: words, with numbers, amounts, dates and spelled letters in one form each. A recognizer can
 * write `one hundred` or `100`, and so can a test.
 */
import { asItLooks } from '../match/text.ts';
import { soundOf } from './homophones.ts';
import { readNumber, readOrdinal, scaleOf } from './spoken-numbers.ts';

export interface SpokenToken {
  /** Normalized text. Equal texts sound alike. */
  text: string;
  /**
   * `fixed`: an ordinal, such as `third`, or a sign. `said`: a number in words. `written`: a number in digits, which can be
   * read in several ways: 125 is also `one two five`. `letters`: an abbreviation, which can be spelled.
   */
  kind: 'word' | 'fixed' | 'said' | 'written' | 'letters';
  /** True for a day that was spoken as a plain number, so that a following number can continue it. */
  isOpen?: true;
}

const months =
  'january february march april may june july august september october november december'.split(
    ' ',
  );

const currencies: Record<string, string> = { $: 'dollars', '€': 'euros', '£': 'pounds' };
const units = new Map([
  ...Object.values(currencies).flatMap((name) => [
    [name, name] as const,
    [name.slice(0, -1), name] as const,
  ]),
]);

export function spokenTokens(text: string): SpokenToken[] {
  const read = withDoubles(withZeros(readWords(wordsOf(text))));
  return withDates(withSigns(withAmounts(withDecimals(read))));
}

/** @returns the words in their original case, without punctuation, with symbols written out */
function wordsOf(text: string): string[] {
  return asItLooks(text)
    .replace(/[‘’]/g, "'")
    .replace(/(\d{4})-(\d\d)-(\d\d)(?!\d)/g, (_, year, month, day) => {
      return ` ${months[Number(month) - 1] ?? month} ${Number(day)} ${year} `;
    })
    .replace(/(^|[^\p{L}\p{N}.])[-−](?=[$€£]?\s?\.?\d)/gu, '$1 minus ')
    .replace(/([$€£])[-−](?=\d)/g, ' minus $1')
    .replace(/(^|[^\p{L}\p{N}.])\.(?=\d)/gu, '$10.')
    .replace(/(\d),(?=\d{3}(?!\d))/g, '$1')
    .replace(/([$€£])\s?(\d+)(?:\.(\d\d))?(?!\d)/g, (_, sign, whole, cents) => {
      const unit = currencies[sign];
      const hasCents = cents !== undefined && cents !== '00';
      if (!hasCents) return ` ${whole} ${unit} `;
      return whole === '0'
        ? ` ${Number(cents)} cents `
        : ` ${whole} ${unit} ${Number(cents)} cents `;
    })
    .replace(/%/g, ' percent ')
    .replace(/\b([ap])\.\s?m\b\.?/gi, '$1m')
    .replace(/(\d)([ap]m)\b/gi, '$1 $2')
    .split(/[^\p{L}\p{N}.'&+ꙮ]+/u)
    .map((word) => word.replace(/^['.]+|['.]+$/g, ''))
    .filter((word) => word !== '');
}

/** @returns true for a word in capital letters, as abbreviations are */
const isShort = (word: string) => /^\p{Lu}{2,6}$/u.test(word);

function readWords(written: string[]): SpokenToken[] {
  const words = written.map((word) => word.toLowerCase());
  const isShouted =
    written.length > 1 && written.every((word) => isShort(word) || /^\d/.test(word));
  const tokens: SpokenToken[] = [];
  for (let at = 0; at < words.length; ) {
    const word = words[at] ?? '';
    const digits = /^\d+(?:\.\d+)?$/.test(word);
    const ordinal = /^(\d+)(?:st|nd|rd|th)$/.exec(word);
    const rank = readOrdinal(words, at);
    const number = readNumber(words, at);
    const scale = digits ? scaleOf(words[at + 1]) : undefined;
    if (scale) tokens.push({ kind: 'said', text: String(Number(word) * scale) });
    else if (digits) tokens.push({ kind: 'written', text: word });
    else if (ordinal) tokens.push({ kind: 'fixed', text: `${Number(ordinal[1])}th` });
    else if (rank) tokens.push({ kind: 'fixed', text: `${rank.value}th` });
    else if (number) tokens.push({ kind: 'said', text: String(number.value) });
    else if (word === 'cannot') tokens.push(asWord('can'), asWord('not'));
    else if (/^[ap]m$/.test(word) || (isShort(written[at] ?? '') && !isShouted))
      tokens.push({ kind: 'letters', text: word });
    else tokens.push(asWord(word));
    at += scale ? 2 : (digits || ordinal ? 0 : (rank?.length ?? number?.length)) || 1;
  }
  return tokens;
}

const asWord = (word: string): SpokenToken => ({ kind: 'word', text: soundOf(word) });

type NumberToken = SpokenToken & { kind: 'said' | 'written' };

export const isNumber = (token: SpokenToken | undefined): token is NumberToken =>
  token?.kind === 'said' || token?.kind === 'written';

/** Replaces `oh` beside a number with a zero. */
const withZeros = (tokens: SpokenToken[]): SpokenToken[] =>
  tokens.map((token, at) =>
    (token.text === 'oh' || token.text === 'o') &&
    (isNumber(tokens[at - 1]) || isNumber(tokens[at + 1]))
      ? { kind: 'said', text: '0' }
      : token,
  );

/** Expands `double seven` and `triple seven`. */
const withDoubles = (tokens: SpokenToken[]): SpokenToken[] =>
  tokens.flatMap((token, at) => {
    const digit = tokens[at + 1];
    const times = token.text === 'double' ? 2 : token.text === 'triple' ? 3 : 1;
    const isRepeated = times > 1 && isNumber(digit) && /^\d$/.test(digit.text);
    return isRepeated ? Array<SpokenToken>(times - 1).fill(digit) : [token];
  });

/** Marks the sign before a number, as in `minus five` or `negative five`, so that comparing similar texts never loses it. */
const withSigns = (tokens: SpokenToken[]): SpokenToken[] =>
  tokens.map((token, at) =>
    /^(?:minus|negative)$/.test(token.text) && isNumber(tokens[at + 1])
      ? { kind: 'fixed', text: 'minus' }
      : token,
  );

/** Words after which `point` is not a decimal point: "At this point five people …". */
const determiners = /^(?:this|that|the|a|which|some|every|each)$/;

/** Merges decimals: `three point five`, `point five`. */
function withDecimals(tokens: SpokenToken[]): SpokenToken[] {
  const result: SpokenToken[] = [];
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at] as SpokenToken;
    const before = result.at(-1);
    if (
      token.text === 'point' &&
      isNumber(tokens[at + 1]) &&
      !determiners.test(before?.text ?? '')
    ) {
      if (before?.text === 'oh' || before?.text === 'o') result.pop();
      let fraction = '';
      for (at += 1; isNumber(tokens[at]); at++) fraction += tokens[at]?.text ?? '';
      at -= 1;
      result.push({ kind: 'said', text: `0.${fraction}` });
      continue;
    }
    if (!isNumber(token) || tokens[at + 1]?.text !== 'point' || !isNumber(tokens[at + 2])) {
      result.push(token);
      continue;
    }
    let fraction = '';
    for (at += 2; isNumber(tokens[at]); at++) fraction += tokens[at]?.text ?? '';
    at -= 1;
    result.push({ kind: 'said', text: `${token.text}.${fraction}` });
  }
  return result;
}

/** Normalizes amounts: `five dollars and thirty cents` is spoken like `$5.30`. */
function withAmounts(tokens: SpokenToken[]): SpokenToken[] {
  return tokens.flatMap((token, at) => {
    const unit = units.get(token.text);
    if (unit && isNumber(tokens[at - 1])) return [{ ...token, text: unit }];
    if (isCent(token) && isNumber(tokens[at - 1])) return [{ ...token, text: 'cents' }];
    if (areCents(tokens, at)) return [token, { kind: 'word', text: 'cents' }];
    const joins = token.text === 'and' && units.has(tokens[at - 1]?.text ?? '');
    const isJoined = isCent(tokens[at + 2]) || areCents(tokens, at + 1);
    return joins && isNumber(tokens[at + 1]) && isJoined ? [] : [token];
  });
}

/** Words that can follow an amount, but never begin the name of what is counted. */
const afterAmount =
  /^(?:is|was|are|were|will|has|had|have|due|left|remaining|available|today|now|please|per|each|in|on|by|at|for|to|from|and|or|as|plus)$/;

/** @returns true if the number is cents without the word: `five dollars fifty`, `five dollars and fifty` */
function areCents(tokens: readonly SpokenToken[], at: number): boolean {
  const token = tokens[at];
  const isAnd = tokens[at - 1]?.text === 'and';
  const unit = isAnd ? at - 2 : at - 1;
  const isBehindAmount = units.has(tokens[unit]?.text ?? '') && isNumber(tokens[unit - 1]);
  if (!isBehindAmount || !isNumber(token) || !/^[1-9]\d?$/.test(token.text)) return false;
  const next = tokens[at + 1];
  if (next === undefined || afterAmount.test(next.text)) return true;
  // Exclude "five dollars thirty days ago".
  return !isAnd && next.kind === 'word' && !isCent(next) && !/s$|^percent$|^ꙮ/.test(next.text);
}

/** Matches `cent`, and `sent`, which has the same normalized spelling. */
const isCent = (token: SpokenToken | undefined) =>
  token?.text === soundOf('cent') || token?.text === 'cents';

/** @returns true if the tokens at this index are cents that belong to the amount before */
export const isAmountWithCents = (tokens: readonly SpokenToken[], at: number): boolean =>
  [...units.values()].includes(tokens[at - 1]?.text ?? '') &&
  isNumber(tokens[at - 2]) &&
  isNumber(tokens[at]) &&
  tokens[at + 1]?.text === 'cents';

/** Normalizes dates: `March 3`, `march third`, `the third of march` and `3 March` become a month followed by a day. */
function withDates(tokens: SpokenToken[]): SpokenToken[] {
  const result: SpokenToken[] = [];
  for (let at = 0; at < tokens.length; at++) {
    const date = readDate(tokens, at);
    if (!date) {
      result.push(tokens[at] as SpokenToken);
      continue;
    }
    result.push(date.month, {
      kind: 'fixed',
      text: `${date.day}th`,
      ...(!date.isPlace && { isOpen: true }),
    });
    at += date.length - 1;
  }
  return result;
}

interface SpokenDate {
  month: SpokenToken;
  day: number;
  /** True if a following number cannot continue the day, for example because it is an ordinal. */
  isPlace: boolean;
  length: number;
}

function readDate(tokens: readonly SpokenToken[], from: number): SpokenDate | undefined {
  const month = monthAt(tokens, from);
  const after = dayAt(tokens, from + 1);
  // In "you may 3 times", `may` is not a month.
  if (month && after && (month.text !== 'may' || after.isPlace))
    return { month, ...after, length: 2 };
  const start = tokens[from]?.text === 'the' ? from + 1 : from;
  const before = dayAt(tokens, start);
  if (!before) return undefined;
  const isOf = tokens[start + 1]?.text === 'of';
  const at = isOf ? start + 2 : start + 1;
  const named = monthAt(tokens, at);
  if (!named || (named.text === 'may' && !isOf && !before.isPlace)) return undefined;
  // The month after the day ends it.
  return { month: named, day: before.day, isPlace: true, length: at + 1 - from };
}

const monthAt = (tokens: readonly SpokenToken[], at: number): SpokenToken | undefined => {
  const token = tokens[at];
  return token?.kind === 'word' && months.includes(token.text) ? token : undefined;
};

function dayAt(
  tokens: readonly SpokenToken[],
  at: number,
): { day: number; isPlace: boolean } | undefined {
  const token = tokens[at];
  const isDay = isNumber(token) || token?.kind === 'fixed';
  const [, day, place] = (isDay && /^(\d{1,2})(th)?$/.exec(token.text)) || [];
  return day === undefined ? undefined : { day: Number(day), isPlace: place !== undefined };
}
