import type { BotMessage, ChannelMessages } from '../channel.ts';
import { freshReplies } from './fresh-replies.ts';
import type { ShownReply } from './read-replies.ts';
import type { PageWatch } from './watch-page.ts';
import type { Widget } from './widget.ts';

/** What the bot showed, and when the first of it was seen, in milliseconds of `performance.now()`. */
interface ShownTurn {
  said: ChannelMessages;
  at: number;
}

export interface PageHearing {
  /**
   * Returns everything that the bot displays in one turn, once it stops changing, or at the
   * deadline.
   */
  next(deadline: number): Promise<ShownTurn | undefined>;
  /** Counts everything currently displayed as heard. */
  forget(): Promise<void>;
}

/** Interval of looking at the page, which limits the accuracy of latencies. */
const lookEveryMs = 50;

/**
 * Maximum time that one look adds to the pause: on a machine that was suspended, the page was, too.
 */
const quietPerLookMs = 2 * lookEveryMs;

export function hearPage(widget: Widget, watch: PageWatch, quietMs: number): PageHearing {
  let seenTexts: string[] = [];

  async function forget() {
    const shown = await widget.read(true);
    seenTexts = shown.map(({ text }) => text);
  }

  async function take(fresh: ShownReply[], at: number): Promise<ShownTurn> {
    const buttons = await widget.buttons();
    await forget();
    const messages = fresh.map(messageOf);
    const last = messages.at(-1);
    if (last && buttons.length > 0) {
      for (const message of messages) message.buttons = [];
      last.buttons = buttons.map((title) => ({ title }));
    }
    const replies = fresh.map(({ isSeen, ...reply }) => ({ ...reply }));
    return { said: { messages, payload: { replies, buttons } }, at };
  }

  return {
    forget,
    async next(deadline) {
      let firstAt: number | undefined;
      let quietForMs = 0;
      let lookedAt = 0;
      let last = '';
      while (!watch.isEnded()) {
        const fresh = freshReplies(await widget.read(false), seenTexts);
        const now = performance.now();
        const isOver = now >= deadline;
        const state = JSON.stringify(fresh);
        const isSame = state === last;
        quietForMs = isSame ? quietForMs + Math.min(now - lookedAt, quietPerLookMs) : 0;
        lookedAt = now;
        last = state;
        if (fresh.length > 0) {
          firstAt ??= now;
          const isQuiet = quietForMs >= quietMs && !(await widget.isTyping());
          if (isQuiet || isOver) return take(fresh, firstAt);
        }
        await watch.check(isOver);
        if (isOver) {
          widget.giveUp?.();
          return undefined;
        }
        await new Promise((resolve) => setTimeout(resolve, lookEveryMs));
      }
      return undefined;
    },
  };
}

function messageOf({ text, buttons, images, links }: ShownReply): BotMessage {
  return {
    text,
    buttons: buttons.map((title) => ({ title })),
    attachments: [
      ...images.map((image) => ({ type: 'image', ...image })),
      ...links.map((link) => ({ type: 'link', ...link })),
    ],
  };
}
