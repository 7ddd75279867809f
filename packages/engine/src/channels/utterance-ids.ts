import type { Json } from '@parley/suite';
import { pathReader } from './read-messages.ts';

/** Numbers utterances, so that a reply with the number of an earlier one is recognized as late. */
export interface UtteranceIds {
  /** Returns the number of the next utterance, starting at 1. */
  next(): string;
  /**
   * Returns the numbers that an answer names, since one answer can hold several replies; undefined if `inReplyTo` is not set.
   */
  answeredBy(payload: Json): string[] | undefined;
}

/**
 * Creates the numbers. `inReplyTo` is the path to the number of the answered utterance in a reply; without it, replies name
 * none.
 */
export function createUtteranceIds(inReplyTo: string | undefined): UtteranceIds {
  const read = inReplyTo ? pathReader(inReplyTo) : undefined;
  let sent = 0;
  return {
    next: () => String(++sent),
    answeredBy(payload: Json) {
      if (!read) return undefined;
      const ids: string[] = [];
      for (const id of [read(payload)].flat())
        if (id !== undefined && id !== null) ids.push(String(id));
      return ids;
    },
  };
}
