import { hostAndPort } from '@parley/egress';
import {
  type ChannelConfiguration,
  type ChannelKind,
  fillAddress,
  type HttpChannelConfiguration,
  type Values,
} from '@parley/suite';
import type { HostPace } from '../host-pace.ts';
import type { Channel, ConversationContext, OpenChannel } from './channel.ts';
import { directLineService, openDirectLineChannel } from './directline/directline-channel.ts';
import { openHttpChannel } from './http/http-channel.ts';
import { openPollingChannel } from './http/polling-channel.ts';
import { openChatCompletionsChannel } from './openai/chat-completions-channel.ts';
import { openSseChannel } from './sse/sse-channel.ts';
import { openWebSocketChannel } from './websocket/websocket-channel.ts';

/** Functions that open a channel, by kind. No other code calls them directly. */
const kinds: { [K in ChannelKind]: OpenChannel<Extract<ChannelConfiguration, { kind: K }>> } = {
  http: (configuration, context) =>
    isPolled(configuration)
      ? openPollingChannel(configuration, context)
      : openHttpChannel(configuration, context),
  websocket: openWebSocketChannel,
  sse: openSseChannel,
  directline: openDirectLineChannel,
  openai: openChatCompletionsChannel,
  // The libraries of these channels are loaded only if a suite uses them.
  socketio: async (configuration, context) => {
    const { openSocketIoChannel } = await import('./socketio/socketio-channel.ts');
    return openSocketIoChannel(configuration, context);
  },
  browser: async (configuration, context) => {
    const { openBrowserChannel } = await import('./browser/browser-channel.ts');
    return openBrowserChannel(configuration, context);
  },
  phone: async (configuration, context) => {
    const { openPhoneChannel } = await import('./phone/phone-channel.ts');
    return openPhoneChannel(configuration, context);
  },
};

const isPolled = (
  configuration: HttpChannelConfiguration,
): configuration is HttpChannelConfiguration & { poll: string } => configuration.poll !== undefined;

export function openChannel(
  configuration: ChannelConfiguration,
  context: ConversationContext,
): Promise<Channel> {
  const open = kinds[configuration.kind] as OpenChannel;
  const { pace } = context;
  return pace
    ? openInPace(open, configuration, { ...context, pace })
    : open(configuration, context);
}

/** Opens a conversation within the host's request rate. Opening counts as a request, and so does each turn. */
async function openInPace(
  open: OpenChannel,
  configuration: ChannelConfiguration,
  context: ConversationContext & { pace: HostPace },
): Promise<Channel> {
  const { pace, stop, values } = context;
  const hosts = hostsOf(configuration, values);
  const [host] = hosts;
  if (host === undefined) return open(configuration, context);
  const from = performance.now();
  if (asksToOpen(configuration)) for (const each of hosts) await pace.take(each, stop);
  stop.throwIfStopped();
  const deadline = context.deadline + performance.now() - from;
  const channel = await open(configuration, { ...context, paidHosts: hosts, deadline });
  return { ...channel, ready: () => pace.take(host, stop) };
}

/**
 * Hosts that a conversation connects to; the host for messages comes first. Invalid addresses are skipped, and fail when the
 * channel is opened.
 */
export function hostsOf(configuration: ChannelConfiguration, values: Values): string[] {
  if (configuration.kind === 'phone') return [];
  const addresses = [
    configuration.url ?? directLineService,
    ...(configuration.kind === 'sse' && configuration.stream ? [configuration.stream] : []),
    ...(configuration.kind === 'http' && configuration.poll ? [configuration.poll] : []),
  ].map((address) => fillAddress(address, { after: '', ...values }));
  return addresses
    .filter((address) => URL.canParse(address))
    .map((address) => hostAndPort(new URL(address)));
}

function asksToOpen(configuration: ChannelConfiguration): boolean {
  switch (configuration.kind) {
    case 'http':
    case 'openai':
      return false;
    case 'sse':
      return configuration.stream !== undefined;
    default:
      return true;
  }
}

/** @returns true if pressing a button sends its value. Pages press their own buttons, and models and phone lines have none. */
export function sendsValues(configuration: ChannelConfiguration): boolean {
  switch (configuration.kind) {
    case 'browser':
    case 'openai':
    case 'phone':
      return false;
    default:
      return configuration.buttonSends !== 'title';
  }
}
