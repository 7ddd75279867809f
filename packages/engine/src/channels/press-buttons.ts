import { type Button, pressedButton, sentBy } from '@parley/suite';
import type { Channel } from './channel.ts';

/**
 * A channel on which saying the title of a button presses it: what is sent is the value that the bot gave
 * it, as its own clients do. The buttons are those of what the bot said last.
 */
export function pressButtons(channel: Channel): Channel {
  let offered: Button[] = [];
  let isTurnOver = true;
  const sentFor = (text: string): string => {
    const button = offered.length > 0 ? pressedButton(text, offered) : undefined;
    return button ? sentBy(button) : text;
  };
  return {
    ...channel,
    sentFor,

    send(utterance, deadline) {
      const { kind } = utterance;
      const said = kind === 'text' ? { kind, text: sentFor(utterance.text) } : utterance;
      isTurnOver = true;
      return channel.send(said, deadline);
    },

    async next(deadline, cuts) {
      const heard = await channel.next(deadline, cuts);
      if (!heard) return heard;
      // Buttons stay for as long as the bot says nothing else.
      if (isTurnOver) offered = [];
      isTurnOver = false;
      for (const { buttons } of heard.messages) offered.push(...buttons);
      return heard;
    },
  };
}
