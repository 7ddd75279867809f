import type { ChannelConfiguration } from '@parley/suite';
import {
  type ConversationSetup,
  type OpenConversation,
  openConversation,
} from './open-conversation.ts';
import { sayAndHear } from './say-and-hear.ts';
import type { Script } from './walk-steps.ts';

/**
 * Opens the conversation of a test and waits for the greeting, unless the first step does that. If opening fails or is stopped,
 * nothing stays open.
 */
export async function openAndGreet(
  configuration: ChannelConfiguration,
  setup: ConversationSetup,
  { test, settings }: Script,
): Promise<OpenConversation> {
  const { stop } = setup;
  const conversation = await openConversation(configuration, setup);
  const { channel } = conversation;
  const forget = stop.whenStopped(() => channel.close());
  try {
    stop.throwIfStopped();
    const first = test.interactions[0]?.input.kind;
    const isGreetingAwaited = first === 'open' || first === 'dial';
    if (channel.abilities.greets && !isGreetingAwaited) {
      await sayAndHear(conversation, { kind: 'open' }, settings);
      // Ends the turn of the greeting, so that the first step is not timed by it.
      await channel.voice?.();
    }
    return conversation;
  } catch (error) {
    channel.close();
    throw error;
  } finally {
    forget();
  }
}
