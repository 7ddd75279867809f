import { json } from 'node:stream/consumers';
import type { Json } from '@parley/suite';
import { describe, expect, it } from 'vitest';
import { runText } from '../../test/run-text.ts';
import { serveHttp } from '../../test/servers.ts';
import { toolRoundsMax } from './answer-calls.ts';

type Fields = { [key: string]: Json };

const call = (name: string, args: Json, id = `call-${name}`): Fields => ({
  id,
  type: 'function',
  function: { name, arguments: JSON.stringify(args) },
});

const calls = (...toolCalls: Fields[]): Fields => ({
  message: { role: 'assistant', content: null, tool_calls: toolCalls },
  finish_reason: 'tool_calls',
});

const says = (content: string): Fields => ({
  message: { role: 'assistant', content },
  finish_reason: 'stop',
});

/**
 * Runs a step on a channel with these tools, against a model that returns these answers in turn and then repeats the last one.
 */
async function ask(channel: Fields, answers: Fields[], steps: string) {
  const asked: { messages: Fields[]; [key: string]: unknown }[] = [];
  await using model = await serveHttp(async (request, response) => {
    asked.push((await json(request)) as (typeof asked)[number]);
    const choice = answers[Math.min(asked.length, answers.length) - 1] as Fields;
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ choices: [{ index: 0, ...choice }] }));
  });
  const url = `http://127.0.0.1:${model.port}/v1/chat/completions`;
  const configuration = {
    syntax: 2,
    channel: { kind: 'openai', url, model: 'small', ...channel },
    variables: { order: '7' },
    replyTimeout: 5,
  };
  const { result } = await runText(
    `${JSON.stringify({ configuration })}\n---\n- test: A\n${steps}`,
  );
  return { asked, test: result.tests[0] };
}

describe('a model with tools and without its application', () => {
  const tools = [{ type: 'function', function: { name: 'get_order', parameters: {} } }];

  it('gets its tools, and what each call gives back', async () => {
    const { asked, test } = await ask(
      {
        tools,
        toolChoice: 'required',
        toolResults: [
          { tool: 'get_order', args: { order: '{{order}}' }, results: [{ state: 'paid' }] },
          { tool: 'get_order', results: [{ state: 'unknown' }] },
          { tool: 'refund_order', error: 'order {{order}} is locked', afterMs: 1 },
        ],
      },
      [
        calls(call('get_order', { order: 7 }, 'a'), call('get_order', { order: 8 }, 'b')),
        calls(call('refund_order', { order: 7 }, 'c')),
        says('It is locked.'),
      ],
      `- Refund order 7:
  - prompt === It is locked.
  - tool order: [get_order, refund_order]
  - tool get_order: { times: 1, args: { order: 7 }, result: { state: paid }, others: allowed }
  - tool refund_order: { times: 1, error ==: locked }
  - only tools: [get_order, refund_order]
`,
    );
    expect(test?.steps[0]?.verdicts.map(({ passed, hint }) => hint ?? passed)).toEqual(
      Array(5).fill(true),
    );
    expect(asked[0]).toMatchObject({ tools, tool_choice: 'required' });
    expect(asked[2]?.messages.slice(-5)).toMatchObject([
      { role: 'assistant' },
      { role: 'tool', tool_call_id: 'a', content: '{"state":"paid"}' },
      { role: 'tool', tool_call_id: 'b', content: '{"state":"unknown"}' },
      { role: 'assistant' },
      { role: 'tool', tool_call_id: 'c', content: '{"error":"order 7 is locked"}' },
    ]);
  });

  it('gets results in their order, and the last for ever', async () => {
    const { asked, test } = await ask(
      { toolResults: [{ tool: 'poll', results: ['first', 'second'] }] },
      [
        calls(call('poll', {}, 'a')),
        calls(call('poll', {}, 'b')),
        calls(call('poll', {}, 'c')),
        says('Done'),
      ],
      '- Wait: Done\n',
    );
    expect(test?.outcome).toBe('passed');
    const given = asked.at(-1)?.messages.filter(({ role }) => role === 'tool');
    expect(given?.map(({ content }) => content)).toEqual(['first', 'second', 'second']);
  });

  it('waits for a result that nobody gives, which the next message tells', async () => {
    const { asked, test } = await ask(
      { toolResults: [{ tool: 'get_order', args: { order: 8 }, results: ['x'] }] },
      [calls(call('get_order', { order: 7 }))],
      '- Refund order 7:\n  - tool get_order: once\n- And now?\n',
    );
    expect(asked).toHaveLength(1);
    expect(test?.steps[0]?.outcome).toBe('passed');
    expect(test?.failure?.code).toBe('tool-calls-unanswered');
  });

  it('is stopped when it calls on and on', async () => {
    const { asked, test } = await ask(
      { toolResults: [{ tool: 'poll', results: ['wait'] }] },
      [calls(call('poll', {}))],
      '- Wait: Done\n',
    );
    expect(asked).toHaveLength(toolRoundsMax + 1);
    expect(test?.failure?.code).toBe('too-many-tool-rounds');
  });
});
