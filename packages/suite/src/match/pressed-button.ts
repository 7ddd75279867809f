import type { Input } from '../format/model/suite.ts';
import type { Button } from './matcher.ts';

/**
 * Finds the button that a text presses. The title must equal the text, except for surrounding spaces. The last such button
 * wins.
 */
export function pressedButton(text: string, buttons: readonly Button[]): Button | undefined {
  const title = normal(text);
  return buttons.findLast((button) => normal(button.title) === title);
}

/**
 * @returns the message that pressing a button sends: the bot's value for it, or the title if there is no value or it is a link
 */
export const sentBy = ({ title, value }: Button): string =>
  value === undefined || value.trim() === '' || isLink.test(value) ? title : value;

/** Replaces the value of a button with its title, as a test would write it. */
export function inTitles(input: Input, buttons: readonly Button[]): Input {
  if (input.kind !== 'text' || pressedButton(input.text, buttons)) return input;
  const button = buttons.findLast((one) => sentBy(one) === input.text);
  return button ? { kind: 'text', text: button.title } : input;
}

const normal = (text: string): string => text.normalize('NFC').trim();

const isLink = /^\s*(?:https?|mailto|tel|sms):/i;
