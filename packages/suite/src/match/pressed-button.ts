import type { Input } from '../format/model/suite.ts';
import type { Button } from './matcher.ts';

/** Finds the button that a text presses: its title must equal the text exactly; the last one wins if there are several. */
export function pressedButton(text: string, buttons: readonly Button[]): Button | undefined {
  const title = normal(text);
  return buttons.findLast((button) => normal(button.title) === title);
}

/**
 * The message that pressing a button sends: the bot's value for it. If that is a link, only the
 * title is sent.
 */
export const sentBy = ({ title, value }: Button): string =>
  value === undefined || value.trim() === '' || isLink.test(value) ? title : value;

/** Names an input as a test would: by the title of a button, even if its value was sent. */
export function inTitles(input: Input, buttons: readonly Button[]): Input {
  if (input.kind !== 'text' || pressedButton(input.text, buttons)) return input;
  const button = buttons.findLast((one) => sentBy(one) === input.text);
  return button ? { kind: 'text', text: button.title } : input;
}

const normal = (text: string): string => text.normalize('NFC').trim();

const isLink = /^\s*(?:https?|mailto|tel|sms):/i;
