/** Prints texts and values as YAML scalars, without quotes if they are unambiguous, otherwise in double quotes. */
import type { Json } from '../model/suite.ts';
import { plainValue } from '../parse/values.ts';

/** Maximum length of simple keys before a colon. YAML allows 1,024 characters including quotes. */
const keyLengthMax = 1_000;

/** Text that starts with a letter, digit or `$` and contains no control characters, lone surrogates or unusual line breaks. */
const bareText = /^[\p{L}\p{N}$][^\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u{FEFF}]*$/u;

export function printText(text: string): string {
  return isBare(text) ? text : quoted(text);
}

export function isBare(text: string): boolean {
  return (
    text.length < keyLengthMax &&
    bareText.test(text) &&
    !/:(\s|$)|\s#|\s$/.test(text) &&
    !/\s([=!<>~]+|!?=\?|exists|goto)(\s|$)/.test(text) &&
    text !== 'undefined' &&
    typeof plainValue(text) === 'string'
  );
}

/** Prints a text, number, boolean or null. */
export function printValue(value: Json): string {
  return typeof value === 'string' ? printText(value) : String(value);
}

/** Prints JSON, which is valid YAML. Escapes also the characters that YAML parsers treat differently. */
export function quoted(value: Json): string {
  return JSON.stringify(value).replace(
    /[\u007f-\u009f\u2028\u2029\ufeff]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** Prints `key:`, to be followed by a value, or the explicit form that YAML requires for long keys. */
export function printKey(key: string): string {
  return key.length > keyLengthMax ? `? ${key}\n:` : `${key}:`;
}
