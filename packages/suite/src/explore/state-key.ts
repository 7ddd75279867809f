/** Decides when two replies are the same state of a bot. */
import type { Reply } from '../match/matcher.ts';
import { textHash } from '../match/text-hash.ts';

/** Key of the state before the first message. */
export const startState = 'start';

/** The bot did not answer. */
export const silentState = 'silent';

/**
 * The key of the state that a reply shows: short, stable, the same for replies that differ only in
 * numbers (amounts, dates, times), case, punctuation or spaces.
 */
export function stateKey(reply: Pick<Reply, 'text' | 'buttons'>): string {
  const options = reply.buttons.map(({ title }) => normalized(title)).toSorted();
  return textHash([normalized(reply.text), ...options].join('\n'));
}

/** Normalizes messages and replies for comparison. */
function normalized(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\p{N}+(?:[.,:/-]\p{N}+)*/gu, '#')
    .replace(/[^\p{L}\p{M}\p{S}#]+/gu, ' ')
    .trim();
}
