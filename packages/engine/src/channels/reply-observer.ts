import type { Json } from '@parley/suite';
import type { Observer } from './observer.ts';
import { messagesOf, type Reading } from './read-messages.ts';
import type { ToolParts } from './tool-parts.ts';
import type { UtteranceIds } from './utterance-ids.ts';

/** Details of an answer besides its content. */
interface Brought {
  /** Name of the event that contained it. */
  name?: string | undefined;
  /** Milliseconds for which the request for it was delayed. */
  heldMs?: number;
}

/** Observes an answer as a reply, or as an event without text. For channels on which the bot can speak at any time. */
export type ObserveReading = (reading: Reading, payload: Json, brought?: Brought) => void;

export const createReplyObserver =
  (observer: Observer, ids: UtteranceIds, toolParts?: ToolParts): ObserveReading =>
  (reading, payload, { name, heldMs = 0 } = {}) => {
    const answers = ids.answeredBy(payload);
    toolParts?.take(payload, answers);
    if (reading.messages.length === 0 || reading.isSign) {
      observer.event({ ...(name !== undefined && { name }), data: payload }, reading.unread);
      return;
    }
    observer.said({ ...messagesOf(reading, payload), heldMs, ...(answers && { answers }) });
  };
