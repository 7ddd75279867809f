import type { ChannelConfiguration } from '@parley/suite';
import { describe, expect, it } from 'vitest';
import type { RunDevice } from '../../../db/schema/runs.ts';
import { applyDevice } from './apply-device.ts';

const visitor: RunDevice = {
  name: 'Visitor',
  locale: 'fr-CA',
  settings: {
    platform: 'webchat',
    browser: 'safari-iphone',
    viewport: { width: 390, height: 844 },
  },
};

const caller: RunDevice = {
  name: 'Caller',
  locale: 'en-US',
  settings: {
    platform: 'phone',
    caller: { kind: 'number', number: '+12025550123' },
    trunk: null,
    voiceId: 'Joanna',
  },
};

const url = 'https://bot.example';
const widget = { kind: 'browser', url, input: '#text', reply: '.bot' } as const;
const asVisitor = {
  'user-agent': expect.stringContaining('iPhone'),
  'accept-language': 'fr-CA,fr;q=0.9',
};

function channelOf(channel: ChannelConfiguration, device: RunDevice) {
  return applyDevice({ configuration: { channel }, tests: [] }, device).configuration.channel;
}

describe('a suite that speaks as a device', () => {
  it.each<[string, ChannelConfiguration, RunDevice, unknown]>([
    ['sends headers of the browser', { kind: 'http', url }, visitor, { headers: asVisitor }],
    [
      'keeps its own headers, however their names are written',
      { kind: 'http', url, headers: { 'User-Agent': 'Own', 'X-Key': '1' } },
      visitor,
      { headers: { 'User-Agent': 'Own', 'X-Key': '1', 'accept-language': 'fr-CA,fr;q=0.9' } },
    ],
    ['opens a page in the viewport', widget, visitor, { viewport: '390x844' }],
    ['keeps its own viewport', { ...widget, viewport: '1x1' }, visitor, { viewport: '1x1' }],
    ['leaves Direct Line as it is', { kind: 'directline', secret: 's' }, visitor, {}],
    ['leaves a webchat as it is for a caller', { kind: 'http', url }, caller, {}],
  ])('%s', (_, channel, device, change) => {
    expect(channelOf(channel, device)).toEqual({ ...channel, ...(change as object) });
  });
});
