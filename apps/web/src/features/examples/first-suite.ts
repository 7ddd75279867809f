/** Creates the first test suite of a bot that has replied to a test message. */
import type { ConnectionTrial } from '@parley/contract';
import {
  type ChannelConfiguration,
  type Input,
  pathToTest,
  printSuite,
  type Strictness,
} from '@parley/suite';

export interface TriedBot {
  channel: ChannelConfiguration;
  message: string;
  trial: ConnectionTrial;
}

/** @returns the text of a suite with one test, which sends the message after any greetings */
export function firstSuite({ channel, message, trial }: TriedBot, strictness: Strictness): string {
  const steps = trial.replies.map((reply, index, { length }) => {
    const input: Input = index < length - 1 ? { kind: 'open' } : { kind: 'text', text: message };
    return { input, reply };
  });
  return printSuite({
    configuration: { syntax: 2, platform: platformOf(channel), channel },
    tests: [pathToTest('First conversation', steps, strictness)],
  });
}

export const platformOf = ({ kind }: ChannelConfiguration) =>
  kind === 'phone' ? 'phone' : 'webchat';

/** Default name of a bot: its host or its phone number. */
export function nameOfBot(channel: ChannelConfiguration): string {
  const address = channel.kind === 'phone' ? channel.to : (channel.url ?? '');
  const host = URL.canParse(address) ? new URL(address).host : address;
  return host.slice(0, 80) || 'My bot';
}
