/** When two replies are the same state of a bot. */
import type { Reply } from '../match/matcher.ts';

/** Before anything was said. */
export const startState = 'start';

/** The bot did not answer. */
export const silentState = 'silent';

/**
 * The key of the state that a reply shows: short, stable, the same for replies that differ only in
 * numbers (amounts, dates, times), case, punctuation or spaces.
 */
export function stateKey(reply: Pick<Reply, 'text' | 'buttons'>): string {
  const options = reply.buttons.map(({ title }) => normalized(title)).toSorted();
  return hashOf([normalized(reply.text), ...options].join('\n'));
}

/** How replies, and what is said, are compared. */
function normalized(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\p{N}+(?:[.,:/-]\p{N}+)*/gu, '#')
    .replace(/[^\p{L}\p{M}\p{S}#]+/gu, ' ')
    .trim();
}

/** 53 bits, which is plenty to tell the states of one bot apart (cyrb53 by bryc, public domain). */
function hashOf(text: string): string {
  let [high, low] = [0xdeadbeef, 0x41c6ce57];
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    high = Math.imul(high ^ code, 2654435761);
    low = Math.imul(low ^ code, 1597334677);
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  return (4294967296 * (2097151 & low) + (high >>> 0)).toString(36);
}
