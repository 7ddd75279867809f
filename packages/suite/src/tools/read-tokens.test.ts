import { describe, expect, it } from 'vitest';
import type { Json } from '../format/model/suite.ts';
import type { ToolFormatName } from './format-names.ts';
import { readTokens } from './read-tokens.ts';
import { countOf } from './token-use.ts';

const read = (format: ToolFormatName, ...data: Json[]) => {
  const use = readTokens(
    format,
    data.map((one) => ({ data: one })),
  );
  const { least, most } = countOf(use, 'total');
  expect(most).toBe(least);
  return { total: least, requests: use.requests, isWhole: use.gaps === undefined, use };
};

const usage = (input: number, output: number) => ({
  prompt_tokens: input,
  completion_tokens: output,
  total_tokens: input + output,
});

const completion = (id: string, input: number, output: number): Json => ({
  id,
  object: 'chat.completion',
  model: 'gpt-x',
  choices: [{ index: 0, message: { role: 'assistant', content: 'hi' }, finish_reason: 'stop' }],
  usage: usage(input, output),
});

const chunk = (id: string, text: string, more: { [key: string]: Json } = {}): Json => ({
  id,
  object: 'chat.completion.chunk',
  choices: [{ index: 0, delta: { content: text }, finish_reason: null }],
  ...more,
});

const last = (id: string, more: { [key: string]: Json } = {}): Json => ({
  id,
  choices: [{ index: 0, delta: {}, finish_reason: 'stop' }],
  ...more,
});

const onlyUsage = (id: string, input: number, output: number): Json => ({
  id,
  choices: [],
  usage: usage(input, output),
});

describe('tokens of a turn', () => {
  it.each<[string, ToolFormatName, Json[], number, number, boolean]>([
    ['one answer', 'openai', [completion('a', 10, 5)], 15, 1, true],
    [
      'answers of two rounds, which a stub gives the same id',
      'openai',
      [completion('a', 10, 5), completion('a', 20, 6)],
      41,
      2,
      true,
    ],
    [
      'a stream that tells them at its end',
      'openai',
      [chunk('a', 'h'), chunk('a', 'i'), last('a'), onlyUsage('a', 10, 5), '[DONE]'],
      15,
      1,
      true,
    ],
    [
      'a stream that tells all so far in each chunk',
      'openai',
      [
        chunk('a', 'h', { usage: usage(10, 1) }),
        chunk('a', 'i', { usage: usage(10, 2) }),
        last('a', { usage: usage(10, 3) }),
        '[DONE]',
      ],
      13,
      1,
      true,
    ],
    [
      'two streams in one turn under one id',
      'openai',
      [
        ...[chunk('a', 'h'), last('a'), onlyUsage('a', 10, 5), '[DONE]'],
        ...[chunk('a', 'h'), last('a'), onlyUsage('a', 20, 5), '[DONE]'],
      ],
      40,
      2,
      true,
    ],
    ['a stream that does not tell', 'openai', [chunk('a', 'h'), last('a'), '[DONE]'], 0, 0, false],
    [
      'two streams, of which one does not tell',
      'openai',
      [chunk('a', 'h'), last('a'), '[DONE]', chunk('b', 'h'), last('b'), onlyUsage('b', 20, 5)],
      25,
      1,
      false,
    ],
    [
      'an answer without them',
      'openai',
      [{ choices: [{ message: { content: 'hi' } }] }],
      0,
      0,
      false,
    ],
    [
      'messages of an agent',
      'openai',
      [{ messages: [{ role: 'assistant', content: 'hi' }] }],
      0,
      0,
      false,
    ],
    [
      'counts that are none',
      'openai',
      [{ choices: [{ message: {} }], usage: { prompt_tokens: '10', completion_tokens: -1 } }],
      0,
      0,
      false,
    ],
    [
      'a response',
      'openai-responses',
      [{ object: 'response', id: 'r', usage: { input_tokens: 7, output_tokens: 2 } }],
      9,
      1,
      true,
    ],
    [
      'a streamed response',
      'openai-responses',
      [
        { type: 'response.created', response: { object: 'response', id: 'r', usage: null } },
        {
          type: 'response.completed',
          response: { object: 'response', id: 'r', usage: { input_tokens: 7, output_tokens: 2 } },
        },
      ],
      9,
      1,
      true,
    ],
    [
      'a streamed response that breaks off',
      'openai-responses',
      [{ type: 'response.created', response: { object: 'response', id: 'r', usage: null } }],
      0,
      0,
      false,
    ],
    [
      'a message whose cached tokens are counted beside its input',
      'anthropic',
      [
        {
          type: 'message',
          usage: {
            input_tokens: 3,
            cache_creation_input_tokens: 100,
            cache_read_input_tokens: 1_000,
            output_tokens: 7,
          },
        },
      ],
      1_110,
      1,
      true,
    ],
    [
      'a streamed message, whose output is known at its end',
      'anthropic',
      [
        { type: 'message_start', message: { usage: { input_tokens: 30, output_tokens: 1 } } },
        { type: 'message_delta', delta: {}, usage: { output_tokens: 15, input_tokens: null } },
        { type: 'message_stop' },
      ],
      45,
      1,
      true,
    ],
    [
      'a streamed message that breaks off',
      'anthropic',
      [{ type: 'message_start', message: { usage: { input_tokens: 30, output_tokens: 1 } } }],
      0,
      0,
      false,
    ],
    [
      'steps of generateText',
      'ai-sdk',
      [
        {
          steps: [
            { usage: { inputTokens: 5, outputTokens: 2 } },
            { usage: { promptTokens: 6, completionTokens: 3 } },
          ],
        },
      ],
      16,
      2,
      true,
    ],
    [
      'steps of which one does not tell',
      'ai-sdk',
      [{ steps: [{ usage: { inputTokens: 5, outputTokens: 2 } }, { usage: {} }] }],
      7,
      1,
      false,
    ],
    ['a stream of UI messages', 'ai-sdk', [{ type: 'start' }, { type: 'finish' }], 0, 0, false],
    ['AG-UI', 'ag-ui', [{ type: 'RUN_STARTED' }], 0, 0, false],
  ])('%s (%s)', (_, format, parts, total, requests, isWhole) => {
    expect(read(format, ...parts)).toMatchObject({ total, requests, isWhole });
  });

  it('name the models', () => {
    expect(read('openai', completion('a', 1, 1), completion('b', 1, 1)).use.models).toEqual([
      'gpt-x',
    ]);
  });
});
