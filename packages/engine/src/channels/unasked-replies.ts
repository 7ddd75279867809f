import type { Json, ReplyPaths } from '@parley/suite';
import type { Channel } from './channel.ts';
import type { Inbox } from './inbox.ts';
import { heardOf, type Reading } from './read-messages.ts';
import { answersMax, holdLikelyText, replyNotFound } from './reply-paths.ts';
import { createTurnEvents, type TurnEvents } from './turn-events.ts';
import { createUnaskedInbox } from './unasked.ts';

/** What comes on a channel on which the bot speaks whenever it wants: replies, and what says nothing. */
interface Brought {
  /** Name of the event that contained it. */
  name?: string | undefined;
  /** Time that the request after it was held back. */
  heldMs?: number;
}

export interface UnaskedReplies {
  inbox: Inbox;
  events: TurnEvents;
  /** Takes what was read of an answer. */
  take(reading: Reading, payload: Json, brought?: Brought): void;
  takeEvents: NonNullable<Channel['takeEvents']>;
  whySilent: NonNullable<Channel['whySilent']>;
}

export function createUnaskedReplies(paths: ReplyPaths = {}): UnaskedReplies {
  const inbox = createUnaskedInbox();
  const events = createTurnEvents();
  const hasPaths = paths.list !== undefined || paths.text !== undefined;
  /** Something was said where the suite says: what is not there is no reply. */
  let isProven = false;
  let unread: Json[] = [];
  return {
    inbox,
    events,
    take(reading, payload, { name, heldMs = 0 } = {}) {
      if (reading.messages.length > 0 && !reading.isSign) {
        isProven ||= reading.unread === undefined;
        inbox.put({ ...heardOf(reading, payload), heldMs });
        return;
      }
      events.add({ ...(name !== undefined && { name }), data: payload });
      if (reading.unread && unread.length < answersMax) unread.push(payload);
    },
    takeEvents() {
      unread = [];
      return events.take();
    },
    whySilent() {
      const isSuspect = hasPaths && !isProven && holdLikelyText(unread);
      return isSuspect ? replyNotFound(paths, unread) : undefined;
    },
  };
}
