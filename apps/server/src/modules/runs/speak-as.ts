import type { ChannelConfiguration, Suite } from '@parley/suite';
import type { RunDevice } from '../../db/schema/runs.ts';
import { callerChannel, headersOfVisitor } from '../devices/devices.ts';

/** The suite as a virtual device holds it. What the suite says itself stands. */
export function speakAs({ configuration, tests }: Suite, device: RunDevice): Suite {
  const { channel, variables } = configuration;
  return {
    tests,
    configuration: {
      ...configuration,
      variables: { ...variablesOf(device), ...variables },
      ...(device.settings.platform === 'phone' && {
        locale: configuration.locale ?? device.locale,
      }),
      ...(channel && { channel: openedBy(channel, device) }),
    },
  };
}

/** For templates: a bot that is told about the visitor in its messages gets it from here. */
export function variablesOf({ name, locale, settings }: RunDevice): Record<string, string> {
  return {
    deviceName: name,
    deviceLocale: locale,
    ...(settings.platform === 'webchat' && {
      viewportWidth: String(settings.viewport.width),
      viewportHeight: String(settings.viewport.height),
    }),
  };
}

function openedBy(
  channel: ChannelConfiguration,
  { locale, settings }: RunDevice,
): ChannelConfiguration {
  if (settings.platform === 'phone') {
    return channel.kind === 'phone' ? callerChannel(channel, settings) : channel;
  }
  if (channel.kind === 'browser') {
    const { width, height } = settings.viewport;
    return { viewport: `${width}x${height}`, ...channel };
  }
  if (!takesHeaders(channel)) return channel;
  const own = Object.entries(channel.headers ?? {});
  const named = new Set(own.map(([header]) => header.toLowerCase()));
  const visitors = Object.entries(headersOfVisitor(locale, settings));
  const headers = [...visitors.filter(([header]) => !named.has(header)), ...own];
  return { ...channel, headers: Object.fromEntries(headers) };
}

type WithHeaders = Extract<ChannelConfiguration, { headers?: unknown }>;

function takesHeaders(channel: ChannelConfiguration): channel is WithHeaders {
  return ['http', 'websocket', 'sse', 'openai', 'socketio'].includes(channel.kind);
}
