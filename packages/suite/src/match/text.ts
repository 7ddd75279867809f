/** Normalizes texts for comparison. */
import type { Json } from '../format/model/suite.ts';
import type { Expected, MatchSettings } from './matcher.ts';

/**
 * Characters that a lenient comparison ignores: those that Bespoken ignores, and their typographic variants from word
 * processors, phones and speech engines.
 */
const marks = /[-.()"',;:!?*^$‐-―‘-‟…¡¿。、，！？；：«»\p{Z}\p{Cc}]+/gu;

/** Invisible characters, such as soft hyphens. */
const invisible = /[\u00ad\u200b\u2060\ufeff]/g;

/** Characters that can look like others. Text without them needs no normalization. */
const mayLookAlike = /[\r\u00a0-\uffff]/;

/**
 * Normalizes texts that look the same: accents are composed, there is one kind of space and of line break, and invisible
 * characters are removed.
 */
export function asItLooks(text: string): string {
  if (!mayLookAlike.test(text)) return text;
  return withPlainSigns(text)
    .normalize('NFC')
    .replace(/\r\n?/g, '\n')
    .replace(/\p{Zs}/gu, ' ')
    .replace(invisible, '');
}

/** Normalizes a text that looks the same, and also removes differences in case or punctuation if requested. */
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

/** Minimum length of texts to cache the normalized form of. Shorter texts are normalized as fast as they are looked up. */
const keptFrom = 1_000;

/** Caches the last long reply, which all assertions of a step examine. */
let last = { text: '', forms: new Map<string, string>() };

/** @returns the words of a text without case and punctuation, for similarity. Exact operators do not use it. */
export function wordsOnly(text: string): string {
  return comparable(text, { ignoreCase: true, lenient: true, fuzzyThreshold: 0 });
}

export function textOfExpected(expected: Expected): string {
  return withPlainSigns(String(expected));
}

/** Private-use characters that stand for a literal `*` and `/`. Keyboards cannot type them. */
const literalSigns: Record<string, string> = { '\u{f502a}': '*', '\u{f502f}': '/' };

const literalSign = /[\u{f502a}\u{f502f}]/gu;

const withPlainSigns = (text: string): string =>
  text.replace(literalSign, (sign) => literalSigns[sign] ?? sign);

/** @returns the text with wildcards made literal */
export const withoutWildcards = (text: string): string => text.replaceAll('*', '\u{f502a}');

/** @returns the text with wildcards and slashes made literal */
export const asLiteral = (text: string): string => withoutEdges(withoutWildcards(text));

/** @returns the text with slashes made literal, so that it is not a pattern */
export const withoutEdges = (text: string): string => text.replaceAll('/', '\u{f502f}');

/**
 * Maximum number of characters of objects to compare as JSON, as many as a response can have. A search with `..` can find very
 * many objects within each other.
 */
const objectCharactersMax = 1_048_576;

/**
 * @returns true if `holds` accepts the value as text. A list matches if any item does, so `buttons[*].title: yes` asks if there
 * is such a button.
 */
export function someText(actual: Json | undefined, holds: (text: string) => boolean): boolean {
  if (typeof actual === 'string') return holds(actual);
  for (const text of textsOf(actual)) {
    if (text !== undefined && holds(text)) return true;
  }
  return false;
}

/**
 * Like `someText`, but by the rules of version 2, in which numbers are compared as numbers: 50 does not contain 5, and 12.50
 * equals 12.5. If `expected` is not a number, numbers are compared as texts.
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

/** Parses `5` or `"12.50"`. @returns undefined if there is anything else in the text */
function wholeNumber(expected: Expected): number | undefined {
  if (typeof expected === 'number') return expected;
  const isNumber = typeof expected === 'string' && /^\s*-?\d+(?:\.\d+)?\s*$/.test(expected);
  // Larger numbers would lose digits, so they are compared as texts.
  return isNumber && Math.abs(Number(expected)) <= Number.MAX_SAFE_INTEGER
    ? Number(expected)
    : undefined;
}

/** @returns a message if `someText` cannot examine the whole value */
export function unseenText(actual: Json | undefined): string | undefined {
  if (typeof actual !== 'object') return undefined;
  for (const text of textsOf(actual)) {
    if (text === undefined) {
      return 'The value there is too large or too deeply nested to compare: use a path that matches less.';
    }
  }
  return undefined;
}

/** @returns the texts of a value to compare; undefined for each one that cannot be examined */
function* textsOf(actual: Json | undefined): Generator<string | undefined> {
  let left = objectCharactersMax;
  for (const item of Array.isArray(actual) ? actual.flat(2) : [actual]) {
    if (item === undefined || item === null) continue;
    if (typeof item !== 'object') yield String(item);
    else {
      const text = left > 0 ? jsonOf(item) : undefined;
      // A failed conversion takes long, too, so it uses up the rest.
      left -= text?.length ?? left;
      yield text;
    }
  }
}

/** @returns true for undefined, null, a text without visible characters, or an empty list */
export function isNothing(actual: Json | undefined): boolean {
  if (actual === undefined || actual === null) return true;
  if (typeof actual === 'string') return isBlank(actual);
  return Array.isArray(actual) && actual.length === 0;
}

/** @returns true if a text has no visible characters */
export const isBlank = (text: string): boolean => asItLooks(text).trim() === '';

/** Formats the value of a property for people. @returns null if it is absent */
export function shownText(actual: Json | undefined): string | null {
  return actual === undefined || actual === null ? null : asText(actual);
}

function asText(value: Json): string {
  if (typeof value === 'string') return value;
  if (typeof value !== 'object') return String(value);
  return jsonOf(value) ?? '(nested too deeply to be shown)';
}

/** @returns undefined if the value is too large or too deeply nested */
function jsonOf(value: Json): string | undefined {
  try {
    return JSON.stringify(value);
  } catch {
    return undefined;
  }
}
