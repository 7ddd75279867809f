import { type Button, pressedButton, sentBy } from '@parley/suite';
import type { MessageObservation } from './channels/channel.ts';

/**
 * The buttons of the bot's last reply. A message that matches the title of a button presses it: Parley sends the value of the
 * button, as the bot's own clients do.
 */
export interface OfferedButtons {
  /** Returns the value to send for a text; the text itself if it presses no button. */
  sentFor(text: string): string;
  /** Reports that a message was sent: the next buttons replace the current ones. */
  utter(): void;
  hear(messages: readonly MessageObservation[]): void;
}

export function createOfferedButtons(): OfferedButtons {
  let offered: Button[] = [];
  let isTurnOver = true;
  return {
    sentFor(text) {
      const button = offered.length > 0 ? pressedButton(text, offered) : undefined;
      return button ? sentBy(button) : text;
    },
    utter() {
      isTurnOver = true;
    },
    hear(messages) {
      if (messages.length === 0) return;
      // Buttons stay until the bot answers the next message.
      if (isTurnOver) offered = [];
      isTurnOver = false;
      for (const { data } of messages)
        for (const { buttons } of data.messages) offered.push(...buttons);
    },
  };
}
