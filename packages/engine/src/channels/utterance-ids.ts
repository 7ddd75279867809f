import type { Json } from '@parley/suite';
import { pathReader } from './read-messages.ts';

/** Numbers utterances, so that a reply with the number of an earlier one is recognized as late. */
export interface UtteranceIds {
  /** The number of the next utterance, from 1. */
  next(): string;
  /** The numbers that an answer names; one answer can hold several replies. Undefined for none. */
  answeredBy(payload: Json): string[] | undefined;
}

/** Creates the numbers. `inReplyTo` is the path in a reply to the number that it answers; without it no reply names one. */
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
