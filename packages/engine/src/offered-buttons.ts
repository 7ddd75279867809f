import { type Button, pressedButton, sentBy } from '@parley/suite';
import type { MessageObservation } from './channels/channel.ts';

/**
 * The buttons of what the bot said last. Saying the title of one presses it: what is sent is the value that
 * the bot gave it, as its own clients do.
 */
export interface OfferedButtons {
  /** What is sent for a text. */
  sentFor(text: string): string;
  /** Something is sent: what is offered next replaces what was. */
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
      // Buttons stay for as long as the bot says nothing else.
      if (isTurnOver) offered = [];
      isTurnOver = false;
      for (const { data } of messages)
        for (const { buttons } of data.messages) offered.push(...buttons);
    },
  };
}
