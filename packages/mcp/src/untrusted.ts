/**
 * Marks text that was written outside of Parley: replies of bots, names, messages of errors. An assistant that reads it
 * must not take it for instructions. The mark has a random name for each answer, so the text cannot end it.
 */
import { randomBytes } from 'node:crypto';

/** Longest text of one mark, in characters. */
const textMax = 2000;

export interface Marker {
  /** @returns the text between marks; null stays null */
  mark<T extends string | null | undefined>(text: T, max?: number): T;
  /** Name of the mark in this answer. */
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

/** Characters that are invisible, change the direction of text or control a terminal, except line breaks and tabs. */
const invisible = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}\p{Zl}\p{Zp}\p{Variation_Selector}]/gu;

function harmless(text: string, max: number): string {
  const shown = text
    .slice(0, max * 2)
    .replaceAll(invisible, (character) => ('\n\t'.includes(character) ? character : ''))
    // Not even a mark of another answer.
    .replaceAll(/<(?=\s*\/?\s*untrusted)/gi, '‹');
  const isCut = shown.length > max || text.length > max * 2;
  return isCut ? `${shown.slice(0, max)} … (cut)` : shown;
}
