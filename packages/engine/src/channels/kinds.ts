import { hostAndPort } from '@parley/egress';
import {
  type ChannelConfiguration,
  type ChannelKind,
  fillAddress,
  type HttpChannelConfiguration,
  type Values,
} from '@parley/suite';
import type { HostPace } from '../host-pace.ts';
import type { Channel, OpenChannel, Surroundings } from './channel.ts';
import { directLineService, openDirectLineChannel } from './directline/directline-channel.ts';
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
  const { pace } = surroundings;
  const channel = await (pace
    ? openInPace(open, configuration, { ...surroundings, pace })
    : open(configuration, surroundings));
  return sendsValues(configuration) ? pressButtons(channel) : channel;
}

/** Opening is a request, and so is each turn. */
async function openInPace(
  open: OpenChannel,
  configuration: ChannelConfiguration,
  surroundings: Surroundings & { pace: HostPace },
): Promise<Channel> {
  const { pace, stop, values } = surroundings;
  const hosts = hostsOf(configuration, values);
  const [host] = hosts;
  if (host === undefined) return open(configuration, surroundings);
  const from = performance.now();
  if (asksToOpen(configuration)) for (const each of hosts) await pace.take(each, stop);
  stop.throwIfStopped();
  const deadline = surroundings.deadline + performance.now() - from;
  const channel = await open(configuration, { ...surroundings, paidHosts: hosts, deadline });
  return { ...channel, ready: () => pace.take(host, stop) };
}

/** Hosts of a conversation, that of messages first. An invalid address fails when it is opened. */
function hostsOf(configuration: ChannelConfiguration, values: Values): string[] {
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

/**
 * Channels on which pressing a button sends a message: pages have their own buttons, models and lines
 * have none.
 */
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
