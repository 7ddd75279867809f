/** Replaces what bots may send but PostgreSQL cannot store: null characters and lone surrogates. */

/** Returns the value as JSON that can be stored. */
export function storableJson(value: object): string {
  const text = JSON.stringify(value);
  return isStorable(text) ? text : JSON.stringify(mended(text));
}

/** Returns the value itself, or a cleaned copy if it contains something that cannot be stored. */
export function storable<T extends object>(value: T): T {
  const text = JSON.stringify(value);
  return isStorable(text) ? value : mended(text);
}

export const storableText = (text: string): string =>
  text.replaceAll('\0', '\ufffd').toWellFormed();

const isStorable = (text: string) => !/\\u0000|\\ud[89a-f]/.test(text);

function mended<T>(text: string): T {
  return JSON.parse(text, (_, part) => (typeof part === 'string' ? storableText(part) : part));
}
