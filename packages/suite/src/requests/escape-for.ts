import { escapeXml } from '../escape-xml.ts';

/** @returns a function that escapes a value for a template of this content type */
export function escapeFor(contentType: string): (value: string) => string {
  if (/json/i.test(contentType)) return escapeJson;
  if (/x-www-form-urlencoded/i.test(contentType)) return encodeURIComponent;
  if (/xml|html/i.test(contentType)) return escapeMarkup;
  return (value) => value;
}

/** Escapes a value for JSON. Most values need no escaping, and checking is faster than copying. */
export const escapeJson = (value: string): string =>
  needsEscape.test(value) ? JSON.stringify(value).slice(1, -1) : value;

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const needsEscape = /["\\\u0000-\u001f\ud800-\udfff]/;

/** Escapes a value for attributes in single or double quotes. */
const escapeMarkup = (value: string) => escapeXml(value).replaceAll("'", '&#39;');
