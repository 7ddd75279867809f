// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the test language has them.
import { describe, expect, it } from 'vitest';
import type { ChannelConfiguration } from './channel-configuration.ts';
import { channelPlaceholders } from './channel-placeholders.ts';

describe('channelPlaceholders', () => {
  it('lists them by where they stand, without the names that the channel fills in', () => {
    const channel: ChannelConfiguration = {
      kind: 'http',
      url: '{{base}}/{{conversationId}}?key=${key}',
      method: 'POST',
      headers: { authorization: 'Bearer {{ token }}', accept: 'text/plain' },
      request: '{"text": "{{text}}", "id": "{{messageId}}", "user": "{{data.user}}"}',
      replies: { list: '{{not.filled}}' },
      poll: '{{base}}/poll?after={{after}}',
    };
    const found = channelPlaceholders(channel).map(
      ({ place, setting, name, source }) => `${place} ${setting} ${name} ${source}`,
    );
    expect(found).toEqual([
      'address url base {{base}}',
      'address url key ${key}',
      'header headers.authorization token {{ token }}',
      'body request data.user {{data.user}}',
      'address poll base {{base}}',
    ]);
  });

  it('knows credentials, and settings of every kind that is filled in', () => {
    const found = (channel: ChannelConfiguration) =>
      channelPlaceholders(channel).map(({ place, name }) => `${place} ${name}`);
    expect(found({ kind: 'socketio', url: 'http://x/', auth: { token: '{{t}}' } })).toEqual([
      'auth t',
    ]);
    expect(found({ kind: 'directline', secret: '{{s}}' })).toEqual(['auth s']);
    expect(found({ kind: 'sse', url: 'http://x/', stream: 'http://{{h}}/' })).toEqual([
      'address h',
    ]);
    expect(found({ kind: 'openai', url: 'http://x/', model: '{{m}}', system: '{{i}}' })).toEqual([
      'body m',
      'body i',
    ]);
    expect(found({ kind: 'phone', to: '{{number}}' })).toEqual(['address number']);
    expect(
      found({
        kind: 'browser',
        url: 'http://x/',
        input: '{{no}}',
        reply: 'p',
        initialize: '{{i}}',
        prechat: { '{{label}}': '{{value}}' },
      }),
    ).toEqual(['body i', 'body value']);
  });
});
