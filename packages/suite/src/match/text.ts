/** How texts are made comparable. */
import type { Json } from '../format/suite.ts';
import type { Expected, MatchSettings } from './matcher.ts';

/**
 * Marks that a lenient comparison overlooks: those of the field's common format, and the typographic
 * forms that word processors, phones and speech engines put in their place.
 */
const marks = /[-.()"',;:!?*^$‐-―‘-‟…¡¿。、，！？；：«»\p{Z}\p{Cc}]+/gu;

/** One form for one look: accents composed, and case, marks and spaces evened out as asked. */
export function comparable(text: string, { ignoreCase, lenient }: MatchSettings): string {
  if (text === last.text && ignoreCase === last.ignoreCase && lenient === last.lenient) {
    return last.comparable;
  }
  const composed = text.normalize('NFC');
  const cased = ignoreCase ? composed.toLowerCase() : composed;
  last = {
    text,
    ignoreCase,
    lenient,
    comparable: lenient ? cased.replace(marks, ' ').trim() : cased,
  };
  return last.comparable;
}

/** The same reply is looked at by all alternatives of an assertion, one after the other. */
let last = { text: '', ignoreCase: false, lenient: false, comparable: '' };

/** Only words count: for similarity, never for verdicts of exact operators. */
export function wordsOnly(text: string): string {
  return comparable(text, { ignoreCase: true, lenient: true, fuzzyThreshold: 0 });
}

export function textOfExpected(expected: Expected): string {
  return String(expected);
}

/** Objects that are compared as JSON; a search with `..` can find very many, each inside the other. */
const objectsMax = 20;

/**
 * True if the test holds for the value as text. A list holds if one of its items does, so that
 * `buttons[*].title: yes` asks whether there is such a button.
 */
export function someText(actual: Json | undefined, holds: (text: string) => boolean): boolean {
  if (typeof actual === 'string') return holds(actual);
  if (actual === undefined || actual === null) return false;
  if (!Array.isArray(actual)) return holds(asText(actual));
  let objects = 0;
  return actual.flat(2).some((item) => {
    if (typeof item === 'object' && item !== null) objects += 1;
    return item !== null && objects <= objectsMax && holds(asText(item));
  });
}

/** What stood at a property, for people. */
export function shownText(actual: Json | undefined): string | null {
  return actual === undefined || actual === null ? null : asText(actual);
}

function asText(value: Json): string {
  if (typeof value === 'string') return value;
  if (typeof value !== 'object') return String(value);
  try {
    return JSON.stringify(value);
  } catch {
    // A bot can nest its answer deeper than the stack reaches.
    return '(nested too deeply to be shown)';
  }
}
