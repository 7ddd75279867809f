import { ConversationError } from '@parley/egress';
import type { Unasked } from '@parley/suite';
import type { ChannelAbilities } from './channel.ts';

/** Shared behavior of channels on which the bot can speak at any time. */
export const unaskedAbilities = ({ greets = false, quietMs = 250 }: Unasked): ChannelAbilities => ({
  inputs: ['text', 'open', 'silence', 'pause'],
  greets,
  quietMs,
});

/** The error for a bot that reports its own failure, so that the rest of its answer is unknown. */
export const botFailed = (message: string): ConversationError => broken('bot-failed', message);

/** The error for a bot, or a system in front of it, that breaks the protocol. */
export function broken(code: string, message: string, cause?: unknown): ConversationError {
  return new ConversationError({ class: 'network', code, message }, { cause });
}

export function closedEarly(code = 1006): ConversationError {
  if (code === 1011) {
    return botFailed('The bot closed the conversation because of an internal error (code 1011).');
  }
  // Code 1006 means that the connection ended without a closing frame.
  const reason = code === 1006 ? '' : ` (code ${code})`;
  return broken('connection-closed', `The bot closed the conversation${reason}.`);
}

export const acceptedTooLate = (): ConversationError =>
  broken('connect-timeout', 'The bot did not accept the conversation in time.');
