/** Texts and values as YAML scalars: bare where nothing can be mistaken, else in double quotes. */
import type { Json } from '../model/suite.ts';
import { plainValue } from '../parse/values.ts';

/** Maximum length of keys before a colon; YAML allows 1,024 with quotes. */
const keyLengthMax = 1_000;

/** Starts with a letter, digit or command sign and holds nothing that YAML or the test language reads as more than text. */
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

/** A text, number, boolean or null. */
export function printValue(value: Json): string {
  return typeof value === 'string' ? printText(value) : String(value);
}

/** JSON is YAML; escaped besides are the signs that YAML readers disagree on. */
export function quoted(value: Json): string {
  return JSON.stringify(value).replace(
    /[\u007f-\u009f\u2028\u2029\ufeff]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** `key:` ready for a value, or the long form that YAML demands for long keys. */
export function printKey(key: string): string {
  return key.length > keyLengthMax ? `? ${key}\n:` : `${key}:`;
}
