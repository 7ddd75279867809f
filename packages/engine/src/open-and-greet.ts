import type { ChannelConfiguration } from '@parley/suite';
import type { Channel, Surroundings } from './channels/channel.ts';
import { openChannel } from './channels/kinds.ts';
import { sayAndHear } from './say-and-hear.ts';
import type { Script } from './walk-steps.ts';

/**
 * Opens the conversation of a test and hears the greeting, unless the first step waits for it. What
 * fails or is stopped leaves nothing open.
 */
export async function openAndGreet(
  configuration: ChannelConfiguration,
  surroundings: Surroundings,
  { test, settings }: Script,
): Promise<Channel> {
  const { stop } = surroundings;
  const channel = await openChannel(configuration, surroundings);
  const forget = stop.whenStopped(() => channel.close());
  try {
    stop.throwIfStopped();
    const first = test.interactions[0]?.input.kind;
    const isGreetingAwaited = first === 'open' || first === 'dial';
    if (channel.abilities.greets && !isGreetingAwaited) {
      await sayAndHear(channel, { kind: 'open' }, settings);
    }
    return channel;
  } catch (error) {
    channel.close();
    throw error;
  } finally {
    forget();
  }
}
