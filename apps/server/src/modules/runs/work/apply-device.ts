import type { ChannelConfiguration, Suite } from '@parley/suite';
import type { RunDevice } from '../../../db/schema/runs.ts';
import { callerChannel, headersOfVisitor } from '../../devices/devices.ts';
import { withValuesOf } from '../log/with-values-of.ts';

/** Returns the suite with the settings of a virtual device. The suite's own settings take precedence. */
export function applyDevice(suite: Suite, device: RunDevice): Suite {
  const valued = withValuesOf(device, suite);
  const { configuration } = valued;
  const { channel } = configuration;
  if (channel === undefined) return valued;
  return { ...valued, configuration: { ...configuration, channel: openedBy(channel, device) } };
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
