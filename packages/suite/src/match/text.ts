/** Normalization of texts for comparison. */
import type { Json } from '../format/model/suite.ts';
import type { Expected, MatchSettings } from './matcher.ts';

/**
 * Characters that a lenient comparison ignores: those of the common format, and the typographic
 * forms that word processors, phones and speech engines use instead.
 */
const marks = /[-.()"',;:!?*^$‐-―‘-‟…¡¿。、，！？；：«»\p{Z}\p{Cc}]+/gu;

/** Invisible characters, such as soft hyphens. */
const invisible = /[\u00ad\u200b\u2060\ufeff]/g;

/** Only such texts look like others: no break is drawn otherwise than a space, and a line ends in several ways. */
const mayLookAlike = /[\r\u00a0-\uffff]/;

/** What looks alike in one form: accents composed, one kind of space, one end of a line, nothing unseen. */
export function asItLooks(text: string): string {
  if (!mayLookAlike.test(text)) return text;
  return withPlainSigns(text)
    .normalize('NFC')
    .replace(/\r\n?/g, '\n')
    .replace(/\p{Zs}/gu, ' ')
    .replace(invisible, '');
}

/** Normalizes texts that look the same; also ignores case, punctuation and spaces as requested. */
export function comparable(text: string, { ignoreCase, lenient }: MatchSettings): string {
  const form = `${ignoreCase}${lenient}`;
  const known = text === last.text ? last.forms.get(form) : undefined;
  if (known !== undefined) return known;
  const looks = asItLooks(text);
  const cased = ignoreCase ? looks.toLowerCase() : looks;
  const result = lenient ? cased.replace(marks, ' ').trim() : cased;
  if (text.length < keptFrom) return result;
  if (text !== last.text) last = { text, forms: new Map() };
  last.forms.set(form, result);
  return result;
}

/**
 * Minimum length of texts whose normalized form is cached; shorter ones are normalized as fast as
 * looked up.
 */
const keptFrom = 1_000;

/** The same long reply is looked at by all assertions of a step, one after the other. */
let last = { text: '', forms: new Map<string, string>() };

/** Only words count: for similarity, never for verdicts of exact operators. */
export function wordsOnly(text: string): string {
  return comparable(text, { ignoreCase: true, lenient: true, fuzzyThreshold: 0 });
}

export function textOfExpected(expected: Expected): string {
  return withPlainSigns(String(expected));
}

/** Stand for `*` and `/` where these mean themselves: characters for private use, which no keyboard has. */
const literalSigns: Record<string, string> = { '\u{f502a}': '*', '\u{f502f}': '/' };

const literalSign = /[\u{f502a}\u{f502f}]/gu;

const withPlainSigns = (text: string): string =>
  text.replace(literalSign, (sign) => literalSigns[sign] ?? sign);

/** @returns a text that has no wildcard */
export const withoutWildcards = (text: string): string => text.replaceAll('*', '\u{f502a}');

/** @returns a text that has neither wildcards nor edges of a pattern */
export const asLiteral = (text: string): string => withoutEdges(withoutWildcards(text));

/** @returns a text that is no pattern */
export const withoutEdges = (text: string): string => text.replaceAll('/', '\u{f502f}');

/**
 * Characters of objects that are compared as JSON, as many as an answer has at most; a search with `..`
 * can find very many, each inside the other.
 */
const objectCharactersMax = 1_048_576;

/**
 * True if the test holds for the value as text. A list holds if one of its items does, so that
 * `buttons[*].title: yes` asks whether there is such a button.
 */
export function someText(actual: Json | undefined, holds: (text: string) => boolean): boolean {
  if (typeof actual === 'string') return holds(actual);
  for (const text of textsOf(actual)) {
    if (text !== undefined && holds(text)) return true;
  }
  return false;
}

/**
 * The same by the rules of version 2, where a number is no text: 5 does not stand in 50, and 12.50 is 12.5.
 * `expected` is what is looked for; where it is no number, numbers are texts.
 */
export function someValue(
  actual: Json | undefined,
  expected: Expected,
  holds: (text: string) => boolean,
): boolean {
  const wanted = wholeNumber(expected);
  if (wanted === undefined) return someText(actual, holds);
  const values = Array.isArray(actual) ? actual.flat(2) : [actual];
  return values.some((value) =>
    typeof value === 'number' ? value === wanted : someText(value, holds),
  );
}

/** `5` and `"12.50"`, and nothing around them. */
function wholeNumber(expected: Expected): number | undefined {
  if (typeof expected === 'number') return expected;
  const isNumber = typeof expected === 'string' && /^\s*-?\d+(?:\.\d+)?\s*$/.test(expected);
  // Longer ones lose digits as numbers: they are compared as texts.
  return isNumber && Math.abs(Number(expected)) <= Number.MAX_SAFE_INTEGER
    ? Number(expected)
    : undefined;
}

/** Says so where `someText` does not look at everything. */
export function unseenText(actual: Json | undefined): string | undefined {
  if (typeof actual !== 'object') return undefined;
  for (const text of textsOf(actual)) {
    if (text === undefined) {
      return 'The value there is too large or too deeply nested to compare: use a path that matches less.';
    }
  }
  return undefined;
}

/** A value as the texts to be compared; undefined for those that are not looked at. */
function* textsOf(actual: Json | undefined): Generator<string | undefined> {
  let left = objectCharactersMax;
  for (const item of Array.isArray(actual) ? actual.flat(2) : [actual]) {
    if (item === undefined || item === null) continue;
    if (typeof item !== 'object') yield String(item);
    else {
      const text = left > 0 ? jsonOf(item) : undefined;
      // What is nested too deeply takes long, too.
      left -= text?.length ?? left;
      yield text;
    }
  }
}

/** True where nothing stands: null, a text without a sign that is drawn, and an empty list are nothing, too. */
export function isNothing(actual: Json | undefined): boolean {
  if (actual === undefined || actual === null) return true;
  if (typeof actual === 'string') return isBlank(actual);
  return Array.isArray(actual) && actual.length === 0;
}

/** True for a text in which there is nothing to be read. */
export const isBlank = (text: string): boolean => asItLooks(text).trim() === '';

/** What stood at a property, for people. */
export function shownText(actual: Json | undefined): string | null {
  return actual === undefined || actual === null ? null : asText(actual);
}

function asText(value: Json): string {
  if (typeof value === 'string') return value;
  if (typeof value !== 'object') return String(value);
  return jsonOf(value) ?? '(nested too deeply to be shown)';
}

/** Undefined where it is nested deeper than the stack reaches. */
function jsonOf(value: Json): string | undefined {
  try {
    return JSON.stringify(value);
  } catch {
    return undefined;
  }
}
