import {
  applySuite,
  type ChannelConfiguration,
  parseSuite,
  type SuiteConfiguration,
} from '@parley/suite';
import { describe, expect, it } from 'vitest';
import { channelOptions, ofKind } from './channel-fields.ts';
import {
  channelToEdit,
  dataToEdit,
  numberIn,
  textsIn,
  variablesToEdit,
} from './configuration-to-edit.ts';
import { changeConfiguration } from './edit-suite.ts';

const written = `configuration:
  channel:
    kind: websocket
    url: wss://bot.example/socket
    headers:
      Authorization: Bearer token
      X-Tenant: 5
    request: '{"say": "{{text}}"}'
    replies:
      list: answers[*]
---
- test: Greeting
- hello: welcome
`;

/** Edits the configuration as a form does, then writes the text and parses it again. */
function afterEdit(text: string, change: (old: SuiteConfiguration) => Partial<SuiteConfiguration>) {
  const { suite } = parseSuite(text);
  return applySuite(text, changeConfiguration(suite, change(suite.configuration)));
}

const configurationOf = (text: string) => parseSuite(text).suite.configuration;

function withChannel(text: string, change: Record<string, unknown>) {
  return afterEdit(text, (old) => {
    const channel = { ...channelToEdit(old), ...change } as ChannelConfiguration;
    return { channel };
  });
}

describe('a channel that is edited field by field', () => {
  it('keeps all else while its address is cleared and typed anew', () => {
    let text = written;
    for (const url of ['', 'w', 'wss', 'wss://other.example/socket']) {
      text = withChannel(text, { url });
      expect(channelToEdit(configurationOf(text))).toMatchObject({ kind: 'websocket', url });
    }
    const moved = written.replace('wss://bot.example', 'wss://other.example');
    expect(text).toBe(moved.replace('X-Tenant: 5', 'X-Tenant: "5"'));
  });

  it('takes whole web pages for replies, and stops to', () => {
    const http = written.replace('kind: websocket', 'kind: http').replace('wss:', 'https:');
    const accepting = withChannel(http, { accepts: 'html' });
    expect(parseSuite(accepting).problems).toEqual([]);
    expect(configurationOf(accepting).channel).toMatchObject({ accepts: 'html' });
    expect(ofKind('sse', configurationOf(accepting).channel as ChannelConfiguration)).toMatchObject(
      { kind: 'sse', accepts: 'html' },
    );
    const without = withChannel(accepting, { accepts: undefined });
    expect(configurationOf(without).channel).not.toHaveProperty('accepts');
  });

  it('begins with the first letter of an address', () => {
    const empty = '- test: Greeting\n- hello: welcome\n';
    const text = afterEdit(empty, () => ({ channel: { kind: 'http', url: 'h' } }));
    expect(channelToEdit(configurationOf(text))).toEqual({ kind: 'http', url: 'h' });
  });

  it('keeps what is half written in another field', () => {
    const polled =
      'configuration:\n  channel: { kind: http, url: https://bot.example, request: hi }\n';
    const text = withChannel(polled, { poll: 'https:' });
    expect(configurationOf(text).channel).toBeUndefined();
    expect(configurationOf(withChannel(text, { poll: 'https://bot.example' })).channel).toEqual({
      kind: 'http',
      url: 'https://bot.example',
      request: 'hi',
      poll: 'https://bot.example',
    });
  });

  it.each(channelOptions)('may be $label before it has an address', ({ value }) => {
    const chosen = ofKind(value, { kind: 'http', url: '' });
    const text = afterEdit('- test: A\n- hi: yes\n', () => ({ channel: chosen }));
    expect(channelToEdit(configurationOf(text))).toEqual(chosen);
  });

  it('has no address of Direct Line but its own where none is given', () => {
    expect(ofKind('directline', { kind: 'http', url: '' })).toEqual({
      kind: 'directline',
      secret: '',
    });
  });

  it.each(['text', '[a]', '{ kind: pigeon }', '{ url: https://bot.example }'])(
    'is none where nothing of a channel is written: %s',
    (channel) => {
      const text = `configuration:\n  channel: ${channel}\n`;
      expect(channelToEdit(configurationOf(text))).toBeUndefined();
      const url = 'https://bot.example';
      const mended = afterEdit(text, () => ({ channel: { kind: 'http', url } }));
      expect(configurationOf(mended)).toEqual({ channel: { kind: 'http', url } });
    },
  );
});

describe('values that are no texts', () => {
  const text = `configuration:
  variables:
    a: [1]
    b: ok
  data:
    gold: { limit: [5] }
    basic: { limit: low }
`;

  it('are shown beside the others', () => {
    expect(variablesToEdit(configurationOf(text))).toEqual({ a: '[1]', b: 'ok' });
    const data = dataToEdit(configurationOf(text));
    expect(Object.keys(data)).toEqual(['gold', 'basic']);
    expect(textsIn(data.gold)).toEqual({ limit: '[5]' });
  });

  it('stay when one is added', () => {
    const added = afterEdit(text, (old) => ({ variables: { ...variablesToEdit(old), c: 'new' } }));
    expect(variablesToEdit(configurationOf(added))).toEqual({ a: '[1]', b: 'ok', c: 'new' });
    const row = afterEdit(text, (old) => ({ data: { ...dataToEdit(old), more: {} } }));
    expect(Object.keys(dataToEdit(configurationOf(row)))).toEqual(['gold', 'basic', 'more']);
  });

  it('go when all are taken out', () => {
    const without = afterEdit(text, () => ({ variables: undefined, data: undefined }));
    expect(configurationOf(without)).toEqual({});
  });

  it('give way to a time that is set, and keys of others stay', () => {
    const slow = 'configuration:\n  replyTimeout: soon\n  ours: kept\n';
    const set = afterEdit(slow, () => ({ replyTimeoutMs: 20_000 }));
    expect(configurationOf(set)).toEqual({ replyTimeoutMs: 20_000, extra: { ours: 'kept' } });
  });
});

it.each([
  [250, 250],
  ['250', 250],
  [0, 0],
  ['', undefined],
  ['soon', undefined],
  [null, undefined],
  [[], undefined],
])('reads %j as the number %j', (value, number) => {
  expect(numberIn(value)).toBe(number);
});
