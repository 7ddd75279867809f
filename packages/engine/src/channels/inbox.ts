import { limits } from '../limits.ts';
import type { Heard } from './channel.ts';
import { heardSize } from './heard-size.ts';
import { createWait } from './wait.ts';

/** What a bot said and nobody has read yet, for channels on which it speaks whenever it wants. */
export interface Inbox {
  put(heard: Heard): void;
  /** Nothing more comes. What is in it can still be read; then reading throws the first `error`, if there is one. */
  end(error?: Error): void;
  isEnded(): boolean;
  next(deadline: number): Promise<Heard | undefined>;
}

/** More unread messages than this end the conversation: the bot talks faster than anyone can read. */
const unreadMax = 1_000;

export function createInbox(tooMuch: () => Error): Inbox {
  const unread: { heard: Heard; size: number }[] = [];
  let unreadSize = 0;
  const wait = createWait();
  let isEnded = false;
  let reason: Error | undefined;

  function end(error?: Error) {
    if (!isEnded) reason = error;
    isEnded = true;
    wait.end();
  }

  return {
    end,
    isEnded: () => isEnded,
    put(heard) {
      if (isEnded) return;
      const size = heardSize(heard);
      unreadSize += size;
      const count = unread.push({ heard, size });
      if (count > unreadMax || unreadSize > limits.unreadLengthMax) end(tooMuch());
      wait.end();
    },
    async next(deadline) {
      if (unread.length === 0 && !isEnded) await wait.until(deadline);
      const first = unread.shift();
      if (first === undefined && reason) throw reason;
      unreadSize -= first?.size ?? 0;
      return first?.heard;
    },
  };
}
