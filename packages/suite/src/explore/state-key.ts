/** Decides whether two replies are the same state of a bot. */
import type { Reply } from '../match/matcher.ts';
import { textHash } from '../match/text-hash.ts';

/** Key of the state before the first message. */
export const startState = 'start';

/** Key of the state in which the bot did not reply. */
export const silentState = 'silent';

/**
 * @returns the key of the state that a reply shows. It is short and stable, and the same for replies that differ only in
 * numbers (amounts, dates, times), case, punctuation, spaces or the order of buttons.
 */
export function stateKey(reply: Pick<Reply, 'text' | 'buttons'>): string {
  const options = reply.buttons.map(({ title }) => normalized(title)).toSorted();
  return textHash([normalized(reply.text), ...options].join('\n'));
}

/** Normalizes a reply or a button title for comparison. */
function normalized(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\p{N}+(?:[.,:/-]\p{N}+)*/gu, '#')
    .replace(/[^\p{L}\p{M}\p{S}#]+/gu, ' ')
    .trim();
}
