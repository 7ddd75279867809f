import type { Heard } from './channel.ts';
import type { Inbox } from './inbox.ts';
import { pathReader } from './read-messages.ts';

/** Numbers messages, so that a reply that names the number of an earlier message is known as late. */
export interface LateReplies {
  /** The number of the next message, from 1. */
  nextId(): string;
  isLate(heard: Heard): boolean;
}

/** `inReplyTo` is the path in a reply to the number that it answers; without it nothing is late. */
export function createLateReplies(inReplyTo: string | undefined): LateReplies {
  const read = inReplyTo ? pathReader(inReplyTo) : undefined;
  let messagesSent = 0;
  return {
    nextId: () => String(++messagesSent),
    isLate({ payload }) {
      // One answer can hold several replies.
      const answered = [read?.(payload)].flat().filter((id) => id !== undefined && id !== null);
      return answered.length > 0 && !answered.some((id) => String(id) === String(messagesSent));
    },
  };
}

/** The next in an inbox that is not late: what answers an earlier message belongs to no later step. */
export async function nextInTime(
  inbox: Inbox,
  deadline: number,
  isLate: (heard: Heard) => boolean,
): Promise<Heard | undefined> {
  for (;;) {
    const heard = await inbox.next(deadline);
    if (!heard || !isLate(heard)) return heard;
  }
}
