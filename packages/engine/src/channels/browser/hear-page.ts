import type { BotMessage, ChannelMessages } from '../channel.ts';
import { freshReplies } from './fresh-replies.ts';
import type { ShownReply } from './read-replies.ts';
import type { PageWatch } from './watch-page.ts';
import type { Widget } from './widget.ts';

/** Replies of one turn. `at` is when the first one was seen, in milliseconds of `performance.now()`. */
interface ShownTurn {
  said: ChannelMessages;
  at: number;
}

export interface PageHearing {
  /**
   * Returns everything that the bot displays in one turn, once it stops changing or the deadline is reached; undefined if
   * nothing new is displayed. At the deadline it waits for one more pause, to notice a message that is still growing.
   */
  next(deadline: number): Promise<ShownTurn | undefined>;
  /** Counts everything currently displayed as read. */
  forget(): Promise<void>;
}

/** Interval between two looks at the page, which limits the accuracy of latencies. */
const lookEveryMs = 50;

/** Maximum time that one look adds to the pause: if the machine was suspended, so was the page. */
const quietPerLookMs = 2 * lookEveryMs;

export function hearPage(widget: Widget, watch: PageWatch, quietMs: number): PageHearing {
  let seenTexts: string[] = [];

  async function forget() {
    const shown = await widget.read(true);
    seenTexts = shown.map(({ text }) => text);
  }

  async function take(fresh: ShownReply[], at: number, isWhole: boolean): Promise<ShownTurn> {
    const buttons = await widget.buttons();
    const isGrowing = !isWhole && (await growsOn(fresh));
    await forget();
    const messages = fresh.map(messageOf);
    const last = messages.at(-1);
    if (last && buttons.length > 0) {
      for (const message of messages) message.buttons = [];
      last.buttons = buttons.map((title) => ({ title }));
    }
    const replies = fresh.map(({ isSeen, ...reply }) => ({ ...reply }));
    const said = { messages, payload: { replies, buttons } };
    return { said: isGrowing ? { ...said, isGrowing } : said, at };
  }

  /**
   * Watches for one more pause.
   *
   * @returns true if the last message grows meanwhile. A message that only changes, such as its age, is complete.
   */
  async function growsOn(fresh: ShownReply[]): Promise<boolean> {
    const last = withoutCursor(fresh.at(-1)?.text ?? '');
    const until = performance.now() + quietMs;
    while (last !== '' && !watch.isEnded() && performance.now() < until) {
      await new Promise((resolve) => setTimeout(resolve, lookEveryMs));
      // The reply has already arrived, so a page that breaks now affects only the next turn.
      const shown = await widget.read(false).catch(() => undefined);
      if (!shown) return false;
      const texts = freshReplies(shown, seenTexts).map(({ text }) => withoutCursor(text));
      if (texts.includes(last)) continue;
      if (texts.some((text) => text.startsWith(last))) return true;
    }
    return false;
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
          if (isQuiet || isOver) return take(fresh, firstAt, quietForMs >= quietMs);
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

/** Removes a cursor: some pages show a block or a line after the last letter while they write. */
const withoutCursor = (text: string) => text.replace(/[\s\u2580-\u259f\u25cf|_]+$/u, '');

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
