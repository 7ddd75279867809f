/**
 * Marks text from outside Parley, such as bot replies, names and error messages. An assistant that reads it must not follow it
 * as instructions. The mark has a random name for each result, so the text cannot close it.
 */
import { randomBytes } from 'node:crypto';

/** Default maximum length of a marked text, in characters. */
const textMax = 2000;

export interface Marker {
  /** @returns the text between marks; null and undefined are returned unchanged */
  mark<T extends string | null | undefined>(text: T, max?: number): T;
  /** Name of the mark in this result. */
  name: string;
}

export function createMarker(): Marker {
  const name = `untrusted-${randomBytes(6).toString('hex')}`;
  return {
    name,
    mark<T extends string | null | undefined>(text: T, max = textMax): T {
      if (typeof text !== 'string') return text;
      return `<${name}>${harmless(text, max)}</${name}>` as T;
    },
  };
}

/**
 * Characters that are invisible, change the text direction or control a terminal. Line breaks and tabs match too, but are
 * kept.
 */
const invisible = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}\p{Zl}\p{Zp}\p{Variation_Selector}]/gu;

function harmless(text: string, max: number): string {
  const shown = text
    .slice(0, max * 2)
    .replaceAll(invisible, (character) => ('\n\t'.includes(character) ? character : ''))
    // Also neutralize marks of other results.
    .replaceAll(/<(?=\s*\/?\s*untrusted)/gi, '‹');
  const isCut = shown.length > max || text.length > max * 2;
  return isCut ? `${shown.slice(0, max)} … (cut)` : shown;
}
