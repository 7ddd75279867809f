import type { ChannelConfiguration, ChannelKind, HttpChannelConfiguration } from '@parley/suite';
import type { Channel, OpenChannel, Surroundings } from './channel.ts';
import { openDirectLineChannel } from './directline/directline-channel.ts';
import { openHttpChannel } from './http/http-channel.ts';
import { openPollingChannel } from './http/polling-channel.ts';
import { openChatCompletionsChannel } from './openai/chat-completions-channel.ts';
import { pressButtons } from './press-buttons.ts';
import { openSseChannel } from './sse/sse-channel.ts';
import { openWebSocketChannel } from './websocket/websocket-channel.ts';

/** The only place that names the channels. */
const kinds: { [K in ChannelKind]: OpenChannel<Extract<ChannelConfiguration, { kind: K }>> } = {
  http: (configuration, surroundings) =>
    isPolled(configuration)
      ? openPollingChannel(configuration, surroundings)
      : openHttpChannel(configuration, surroundings),
  websocket: openWebSocketChannel,
  sse: openSseChannel,
  directline: openDirectLineChannel,
  openai: openChatCompletionsChannel,
  // Their libraries are loaded when a suite asks for them.
  socketio: async (configuration, surroundings) => {
    const { openSocketIoChannel } = await import('./socketio/socketio-channel.ts');
    return openSocketIoChannel(configuration, surroundings);
  },
  browser: async (configuration, surroundings) => {
    const { openBrowserChannel } = await import('./browser/browser-channel.ts');
    return openBrowserChannel(configuration, surroundings);
  },
  phone: async (configuration, surroundings) => {
    const { openPhoneChannel } = await import('./phone/phone-channel.ts');
    return openPhoneChannel(configuration, surroundings);
  },
};

const isPolled = (
  configuration: HttpChannelConfiguration,
): configuration is HttpChannelConfiguration & { poll: string } => configuration.poll !== undefined;

export async function openChannel(
  configuration: ChannelConfiguration,
  surroundings: Surroundings,
): Promise<Channel> {
  const open = kinds[configuration.kind] as OpenChannel;
  const channel = await open(configuration, surroundings);
  return sendsValues(configuration) ? pressButtons(channel) : channel;
}

/** Where pressing a button is saying something: a page has buttons of its own, models and lines have none. */
function sendsValues(configuration: ChannelConfiguration): boolean {
  switch (configuration.kind) {
    case 'browser':
    case 'openai':
    case 'phone':
      return false;
    default:
      return configuration.buttonSends !== 'title';
  }
}
