/** Responses that may hide a call, and complete ones that only look odd. Only the latter prove an absence. */
import { describe, expect, it } from 'vitest';
import type { Json } from '../format/model/suite.ts';
import type { ToolFormatName } from './format-names.ts';
import { readTools } from './read-tools.ts';

type Fields = { [key: string]: Json };

const read = (format: ToolFormatName, ...data: Json[]) =>
  readTools(
    format,
    data.map((one) => ({ data: one })),
  );

const choice = (message: Fields, reason: Json = 'stop'): Fields => ({
  index: 0,
  finish_reason: reason,
  message: { role: 'assistant', content: 'Done.', ...message },
});
const completion = (message: Fields, reason: Json = 'stop'): Json => ({
  choices: [choice(message, reason)],
});
const chunk = (delta: Fields, reason: Json = null): Json => ({
  id: '1',
  choices: [{ index: 0, delta, finish_reason: reason }],
});
const conversation = (message: Fields): Json => ({
  messages: [
    { role: 'user', content: 'Hi' },
    { role: 'assistant', content: 'Done.', ...message },
  ],
});
const call: Fields = { id: 'a', function: { name: 'refund', arguments: '{}' } };

const claude = (content: Json, reason: Json = 'end_turn'): Json => ({
  type: 'message',
  role: 'assistant',
  content,
  stop_reason: reason,
});
const said: Json = [{ type: 'text', text: 'Done.' }];
const started: Json = { type: 'message_start', message: { role: 'assistant', content: [] } };
const stopped = (reason: string): Json[] => [
  { type: 'message_delta', delta: { stop_reason: reason } },
  { type: 'message_stop' },
];

const step = (fields: Fields): Json => ({ steps: [{ content: said, ...fields }] });

describe('an answer that may hide a call', () => {
  it.each<[string, ToolFormatName, ...Json[]]>([
    ['finish_reason tool_calls alone', 'openai', completion({}, 'tool_calls')],
    ['finish_reason function_call alone', 'openai', completion({}, 'function_call')],
    ['an empty list of calls', 'openai', completion({ tool_calls: [] }, 'tool_calls')],
    ['a stream', 'openai', chunk({ content: 'Hi' }), chunk({}, 'tool_calls'), '[DONE]'],
    ['a finish_reason of a failure', 'openai', completion({}, 'error')],
    ['calls as a text', 'openai', completion({ tool_calls: '[{"function":{}}]' })],
    ['streamed calls as a text', 'openai', chunk({ tool_calls: 'x' }), chunk({}, 'stop')],
    ['streamed calls with others', 'openai', chunk({ tool_calls: [7] }), chunk({}, 'stop')],
    ['an older call as a text', 'openai', completion({ function_call: 'refund' })],
    ['no message', 'openai', { choices: [{ index: 0, finish_reason: 'stop' }] }],
    ['a text instead', 'openai', { choices: [{ text: 'Hi', finish_reason: 'stop' }] }],
    ['another content', 'openai', completion({ content: [{ type: 'tool_use', name: 'x' }] })],
    ['an object as content', 'openai', completion({ content: { type: 'tool_use' } })],
    ['calls of LangChain', 'openai', conversation({ additional_kwargs: { tool_calls: [call] } })],
    ['unreadable calls', 'openai', conversation({ tool_calls: [], invalid_tool_calls: [call] })],
    ['calls in camel case', 'openai', completion({ toolCalls: [call] })],
    ['a message with them', 'openai', conversation({ toolCalls: [call] })],
    ['an error', 'openai', chunk({ content: 'Hi' }), { error: { code: 500 } }, chunk({}, 'stop')],
    ['stop_reason tool_use alone', 'anthropic', claude(said, 'tool_use')],
    ['a stream of it', 'anthropic', started, ...stopped('tool_use')],
    ['a message of it', 'anthropic', { role: 'assistant', content: said, stop_reason: 'tool_use' }],
    ['an object as content', 'anthropic', claude({ name: 'refund', input: {} })],
    ['a null block', 'anthropic', claude([null, { type: 'text', text: 'Hi' }])],
    ['a block not known', 'anthropic', claude([{ type: 'tool_use ', name: 'refund', input: {} }])],
    [
      'a block not known',
      'anthropic',
      started,
      { type: 'content_block_start', content_block: { type: 'act' } },
      ...stopped('end_turn'),
    ],
    [
      'a pause without a type',
      'anthropic',
      { role: 'assistant', content: said, stop_reason: 'pause_turn' },
    ],
    ['a cut message', 'anthropic', conversation({ content: said, stop_reason: 'max_tokens' })],
    ['an error', 'anthropic', started, ...stopped('end_turn'), { type: 'error', error: {} }],
    ['a step that ends in calls', 'ai-sdk', step({ finishReason: 'tool-calls' })],
    ['a failed step', 'ai-sdk', step({ finishReason: 'error' })],
    ['items that are nothing', 'ai-sdk', step({ content: [null, { type: 'text', text: 'a' }] })],
    ['items that are nothing', 'ai-sdk', conversation({ content: ['x'] })],
    ['calls as an object', 'ai-sdk', step({ toolCalls: { toolName: 'refund' } })],
    [
      'a stream that ends in calls',
      'ai-sdk',
      { type: 'start' },
      { type: 'finish', finishReason: 'tool-calls' },
    ],
    ['null among its parts', 'ai-sdk', { role: 'assistant', parts: [null] }],
    ['null among its items', 'openai-responses', { status: 'completed', output: [null] }],
  ])('has a gap: %s (%s)', (_, format, ...data) => {
    expect(read(format, ...data)).toMatchObject({ calls: [], gaps: [expect.any(String)] });
  });

  it('is read where its meaning is clear', () => {
    const both = {
      ...(completion({}) as Fields),
      ...(conversation({ tool_calls: [call] }) as Fields),
    };
    expect(read('openai', both).calls).toMatchObject([{ name: 'refund' }]);
    expect(read('openai', completion({ tool_calls: call })).calls).toMatchObject([{ id: 'a' }]);
    const chain = conversation({ tool_calls: [{ name: 'refund', args: { order: 7 }, id: 'a' }] });
    expect(read('openai', chain).calls).toMatchObject([{ name: 'refund', args: { order: 7 } }]);
    const pieces = chunk({ tool_calls: { index: 0, ...call } });
    expect(read('openai', pieces, chunk({}, 'tool_calls')).calls).toMatchObject([{ id: 'a' }]);
    const block = { type: 'tool_use', id: 't', name: 'refund', input: {} };
    expect(read('anthropic', claude(block, 'tool_use'))).toMatchObject({ calls: [{ id: 't' }] });
    const claudeBoth = {
      ...(claude(said) as Fields),
      messages: [
        { role: 'user', content: 'Hi' },
        { role: 'assistant', content: [block] },
      ],
    };
    expect(read('anthropic', claudeBoth).calls).toMatchObject([{ name: 'refund' }]);
    const toolCalls = [{ type: 'tool-call', toolCallId: 'a', toolName: 'refund', input: { o: 7 } }];
    for (const content of [[], said]) {
      const toolResults = [{ toolCallId: 'a', toolName: 'refund', output: 'ok' }];
      expect(read('ai-sdk', step({ content, toolCalls, toolResults })).calls).toMatchObject([
        { name: 'refund', args: { o: 7 }, result: 'ok' },
      ]);
    }
    expect(read('ai-sdk', step({ toolCalls: [{ toolName: 'refund' }] })).calls).toHaveLength(1);
    const invocation = {
      toolName: 'refund',
      toolCallId: 'a',
      args: { o: 7 },
      state: 'result',
      result: 1,
    };
    const older = [{ type: 'tool-invocation', toolInvocation: invocation }];
    expect(read('ai-sdk', { role: 'assistant', parts: older }).calls).toMatchObject([
      { name: 'refund', args: { o: 7 }, result: 1 },
    ]);
  });

  it('counts a call once that choices and messages report', () => {
    const asked = { tool_calls: [call] };
    const both = {
      ...(completion(asked, 'tool_calls') as Fields),
      ...(conversation(asked) as Fields),
    };
    expect(read('openai', both)).toEqual({
      format: 'openai',
      calls: [expect.objectContaining({ name: 'refund' })],
    });
    const other = conversation({ tool_calls: [{ ...call, id: 'b' }] });
    expect(read('openai', { ...both, ...(other as Fields) }).gaps).toHaveLength(1);
  });
});

describe('an answer without a call', () => {
  it.each<[string, ToolFormatName, ...Json[]]>([
    ['nothing for calls', 'openai', completion({ tool_calls: null, function_call: null })],
    ['no calls', 'openai', completion({ tool_calls: [], refusal: null, annotations: [] })],
    [
      'no calls of LangChain',
      'openai',
      conversation({
        additional_kwargs: { tool_calls: [] },
        tool_calls: [],
        invalid_tool_calls: [],
      }),
    ],
    ['a refusal', 'openai', completion({ content: null, refusal: 'No.' })],
    [
      'thoughts beside it',
      'openai',
      completion({ reasoning_content: 'Hm.', thinking_blocks: [{ type: 'thinking' }] }),
    ],
    [
      'thoughts in it',
      'openai',
      completion({
        content: [
          { type: 'thinking', thinking: [] },
          { type: 'text', text: 'Hi' },
        ],
      }),
    ],
    ['words alone', 'openai', completion({ content: ['Hi', { text: 'there' }] })],
    ['another reason', 'openai', completion({}, 'eos')],
    ['no reason', 'openai', completion({}, null)],
    ['no error', 'openai', { ...(completion({}) as Fields), error: null }],
    [
      'its request repeated',
      'openai',
      { ...(completion({}) as Fields), messages: [{ role: 'user', content: 'Hi' }] },
    ],
    [
      'a stream',
      'openai',
      chunk({ role: 'assistant', content: '', tool_calls: null }),
      chunk({ content: 'Hi', tool_calls: [] }),
      chunk({}, 'stop'),
      { choices: [], usage: {} },
      '[DONE]',
    ],
    [
      'thoughts',
      'anthropic',
      claude([
        { type: 'thinking', thinking: 'x' },
        { type: 'redacted_thinking', data: 'x' },
        { type: 'text', text: 'Hi' },
      ]),
    ],
    ['a text', 'anthropic', conversation({})],
    ['no content', 'anthropic', claude([], 'refusal')],
    [
      'a compaction',
      'anthropic',
      claude([
        { type: 'compaction', content: 'x' },
        { type: 'text', text: 'Hi' },
      ]),
    ],
    [
      'a stream',
      'anthropic',
      started,
      { type: 'ping' },
      { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
      ...stopped('end_turn'),
    ],
    [
      'an image of the user',
      'anthropic',
      {
        messages: [
          { role: 'user', content: [{ type: 'x' }] },
          { role: 'assistant', content: said },
        ],
      },
    ],
    [
      'a pause that went on',
      'anthropic',
      {
        messages: [
          { role: 'assistant', content: said, stop_reason: 'pause_turn' },
          { role: 'assistant', content: said },
        ],
      },
    ],
    ['a step', 'ai-sdk', step({ finishReason: 'stop', toolCalls: [], toolResults: [] })],
    ['a stream', 'ai-sdk', { type: 'start' }, { type: 'finish', finishReason: 'stop' }],
    ['other parts', 'ai-sdk', { role: 'assistant', parts: [{ type: 'data-x' }, { type: 'text' }] }],
    ['items', 'openai-responses', { status: 'completed', output: [{ type: 'reasoning' }] }],
  ])('has no gap: %s (%s)', (_, format, ...data) => {
    expect(read(format, ...data)).toEqual({ format, calls: [] });
  });

  it('shows a call of a server, after which the model may end as it likes', () => {
    const searched = [{ type: 'server_tool_use', id: 's', name: 'web_search', input: {} }];
    expect(read('anthropic', claude(searched)).gaps).toBeUndefined();
    const asked = { type: 'tool-input-available', toolCallId: 'a', toolName: 'refund', input: {} };
    const ends = { type: 'finish', finishReason: 'tool-calls' };
    const streamed = [
      { type: 'start' },
      { type: 'start-step' },
      asked,
      { type: 'finish-step' },
      ends,
    ];
    expect(read('ai-sdk', ...streamed).gaps).toBeUndefined();
  });
});

describe('whole numbers in arguments and results', () => {
  it('keep all their digits', () => {
    const exact = '9007199254740993';
    const asked = (args: string): Json => ({
      role: 'assistant',
      tool_calls: [{ id: 'a', function: { name: 'refund', arguments: args } }],
    });
    const got: Json = { role: 'tool', tool_call_id: 'a', content: `{"id":${exact},"n":7}` };
    const { calls } = read('openai', asked(`{"order":${exact},"small":1e2}`), got);
    expect(calls).toMatchObject([
      { args: { order: exact, small: 100 }, result: { id: exact, n: 7 } },
    ]);
  });
});
