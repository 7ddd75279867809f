import type { ShownReply } from './read-replies.ts';

/**
 * Returns replies that are new. Widgets redraw their list from time to time, so a new element with
 * the text of a removed one is the same message.
 */
export function freshReplies(shown: ShownReply[], seenTexts: readonly string[]): ShownReply[] {
  const gone = new Map<string, number>();
  const count = (text: string, by: number) => gone.set(text, (gone.get(text) ?? 0) + by);
  for (const text of seenTexts) count(text, 1);
  for (const reply of shown) if (reply.isSeen) count(reply.text, -1);
  return shown.filter((reply) => {
    if (reply.isSeen) return false;
    const left = gone.get(reply.text) ?? 0;
    if (left > 0) count(reply.text, -1);
    // An empty bubble is a placeholder for the bot's next message.
    return left <= 0 && (reply.text !== '' || reply.images.length > 0 || reply.buttons.length > 0);
  });
}
