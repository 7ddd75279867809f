/**
 * Compares Parley with the official clients of OpenAI and Anthropic: each answer is served over a real socket, and both must
 * find the same calls in it.
 */
import Anthropic from '@anthropic-ai/sdk';
import { type Json, readTools, type ToolFormatName } from '@parley/suite';
import OpenAI from 'openai';
import { describe, expect, it } from 'vitest';
import { completes, completesInPieces, toolCall } from './lies/bots.ts';
import { serveHttp } from './test/servers.ts';

type Fields = { [key: string]: Json };
type Call = { name: string; args: Json };

const found = (format: ToolFormatName, data: Json[]): Call[] => {
  const { calls, gaps } = readTools(
    format,
    data.map((one) => ({ data: one })),
  );
  expect(gaps).toBeUndefined();
  return calls.map(({ name, args = null }) => ({ name, args }));
};

describe('the client of OpenAI', () => {
  const asked = { model: 'small', messages: [{ role: 'user' as const, content: 'Refund it' }] };
  const clientAt = (port: number) =>
    new OpenAI({ apiKey: 'none', baseURL: `http://127.0.0.1:${port}/v1`, maxRetries: 0 });

  const theirs = (message: OpenAI.ChatCompletionMessage | undefined): Call[] =>
    (message?.tool_calls ?? []).flatMap((call) =>
      call.type === 'function'
        ? [{ name: call.function.name, args: JSON.parse(call.function.arguments || '{}') }]
        : [],
    );

  /** Serves a stream, and reads it with the client and with Parley. */
  async function readStream(deltas: Fields[]) {
    await using model = await completesInPieces(...deltas, { finish_reason: 'stop' })();
    const client = clientAt(model.port);
    const chunks: Json[] = [];
    const stream = client.chat.completions.stream(asked);
    stream.on('chunk', (chunk) => chunks.push(structuredClone(chunk) as unknown as Json));
    const { choices } = await stream.finalChatCompletion();
    const calls = theirs(choices[0]?.message);
    return { calls, ours: found('openai', chunks) };
  }

  const begin = (index: number, name: string): Fields => ({
    index,
    id: `call_${index}`,
    type: 'function',
    function: { name, arguments: '' },
  });
  const more = (index: number, args: string): Fields => ({ index, function: { arguments: args } });

  it('finds the same calls in a whole answer', async () => {
    const calls = [toolCall('get_order', { order: 7 }), toolCall('refund_order', { order: 7 })];
    await using model = await completes({ content: null, tool_calls: calls })();
    const answer = await clientAt(model.port).chat.completions.create(asked);
    const expected = theirs(answer.choices[0]?.message);
    expect(expected).toHaveLength(2);
    expect(found('openai', [answer as unknown as Json])).toEqual(expected);
  });

  it.each<[string, Fields[], number]>([
    ['no call', [{ content: 'Hel' }, { content: 'lo' }], 0],
    [
      'one call, in pieces',
      [
        { role: 'assistant', content: null },
        { tool_calls: [begin(0, 'refund_order')] },
        { tool_calls: [more(0, '{"ord')] },
        { tool_calls: [more(0, 'er":7}')] },
      ],
      1,
    ],
    [
      'two calls at once, in turns',
      [
        { tool_calls: [begin(0, 'get_order')] },
        { tool_calls: [begin(1, 'refund_order')] },
        { tool_calls: [more(1, '{"order":8}')] },
        { tool_calls: [more(0, '{"order":7}')] },
      ],
      2,
    ],
    [
      'words, a call without arguments and one with',
      [
        { content: 'One moment.' },
        { tool_calls: [begin(0, 'list_orders')] },
        { tool_calls: [begin(1, 'get_order'), more(1, '{"order":7}')] },
      ],
      2,
    ],
  ])('finds the same calls in a stream: %s', async (_, deltas, count) => {
    const { calls, ours } = await readStream(deltas);
    expect(calls).toHaveLength(count);
    expect(ours).toEqual(calls);
  });
});

describe('the client of Anthropic', () => {
  const asked = {
    model: 'small',
    max_tokens: 100,
    messages: [{ role: 'user' as const, content: 'Refund it' }],
  };
  const message = (content: Json[], reason: string | null): Fields => ({
    ...{ id: 'msg_1', type: 'message', role: 'assistant', model: 'small', content },
    ...{ stop_reason: reason, stop_sequence: null },
    usage: { input_tokens: 9, output_tokens: 3 },
  });
  const block = (id: string, name: string, input: Fields): Fields => ({
    ...{ type: 'tool_use', id, name, input },
  });

  const blocks: Record<string, Fields[]> = {
    'no call': [{ type: 'text', text: 'Hello' }],
    'words and two calls': [
      { type: 'text', text: 'One moment.' },
      block('a', 'get_order', { order: 7, lines: [{ of: 'lamp' }] }),
      block('b', 'refund_order', { order: 7 }),
    ],
    'a call without arguments': [block('a', 'list_orders', {})],
    'thoughts and a call': [
      { type: 'thinking', thinking: 'Refund it?', signature: 's' },
      block('a', 'refund_order', { order: 7 }),
    ],
  };

  /** The events of a stream, with the input of a call in pieces of four characters. */
  const eventsOf = (content: Fields[]): Fields[] => [
    { type: 'message_start', message: message([], null) },
    ...content.flatMap((one, index): Fields[] => [
      { type: 'content_block_start', index, content_block: { ...one, ...emptied(one) } },
      { type: 'ping' },
      ...deltasOf(one).map((delta) => ({ type: 'content_block_delta', index, delta })),
      { type: 'content_block_stop', index },
    ]),
    {
      type: 'message_delta',
      delta: { stop_reason: 'end_turn', stop_sequence: null },
      usage: { output_tokens: 9 },
    },
    { type: 'message_stop' },
  ];
  const emptied = ({ type }: Fields): Fields =>
    type === 'tool_use' ? { input: {} } : { [type as string]: '' };
  const deltasOf = ({ type, text = '', thinking = '', input = {} }: Fields): Fields[] => {
    if (type === 'text') return [{ type: 'text_delta', text }];
    if (type === 'thinking') return [{ type: 'thinking_delta', thinking }];
    if (Object.keys(input as object).length === 0) return [];
    const pieces = JSON.stringify(input).match(/.{1,4}/g) ?? [];
    return ['', ...pieces].map((piece) => ({ type: 'input_json_delta', partial_json: piece }));
  };

  const theirs = (content: Anthropic.ContentBlock[]): Call[] =>
    content.flatMap((one) =>
      one.type === 'tool_use' ? [{ name: one.name, args: one.input as Json }] : [],
    );

  it.each(Object.entries(blocks))(
    'finds the same calls whole and streamed: %s',
    async (_, content) => {
      await using model = await serveHttp(async (request, response) => {
        let body = '';
        for await (const chunk of request) body += chunk;
        if (!JSON.parse(body).stream) {
          response.setHeader('content-type', 'application/json');
          response.end(JSON.stringify(message(content, 'end_turn')));
          return;
        }
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        for (const event of eventsOf(content))
          response.write(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
        response.end();
      });
      const baseURL = `http://127.0.0.1:${model.port}`;
      const client = new Anthropic({ apiKey: 'none', baseURL, maxRetries: 0 });
      const whole = await client.messages.create(asked);
      const expected = content.filter(({ type }) => type === 'tool_use');
      expect(theirs(whole.content)).toHaveLength(expected.length);
      expect(found('anthropic', [whole as unknown as Json])).toEqual(theirs(whole.content));

      const events: Json[] = [];
      const stream = client.messages.stream(asked);
      stream.on('streamEvent', (event) => events.push(structuredClone(event) as unknown as Json));
      const final = await stream.finalMessage();
      expect(theirs(final.content)).toEqual(theirs(whole.content));
      expect(found('anthropic', events)).toEqual(theirs(final.content));
    },
  );
});
