import { ConversationError } from '@parley/egress';
import type { Unasked } from '@parley/suite';
import type { ChannelAbilities } from './channel.ts';

/** Shared behavior of channels on which the bot can speak at any time. */
export const unaskedAbilities = ({ greets = false, quietMs = 250 }: Unasked): ChannelAbilities => ({
  inputs: ['text', 'open', 'silence', 'pause'],
  greets,
  quietMs,
});

/** The bot states that it failed, so the rest of its answer is unknown. */
export const botFailed = (message: string): ConversationError => broken('bot-failed', message);

/** Error: the bot, or something on the way to it, violates the protocol. */
export function broken(code: string, message: string, cause?: unknown): ConversationError {
  return new ConversationError({ class: 'network', code, message }, { cause });
}

export function closedEarly(code = 1006): ConversationError {
  if (code === 1011) {
    return botFailed('The bot closed the conversation because of an internal error (code 1011).');
  }
  // 1006 stands for a connection that ended without a word.
  const reason = code === 1006 ? '' : ` (code ${code})`;
  return broken('connection-closed', `The bot closed the conversation${reason}.`);
}

export const acceptedTooLate = (): ConversationError =>
  broken('connect-timeout', 'The bot did not accept the conversation in time.');
