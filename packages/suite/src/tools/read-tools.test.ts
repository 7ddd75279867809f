import { describe, expect, it } from 'vitest';
import type { Json } from '../format/model/suite.ts';
import { toolCallsPerTurnMax, toolValueLengthMax } from './call-list.ts';
import { type ToolFormatName, toolFormatNames } from './format-names.ts';
import { readTools } from './read-tools.ts';

const read = (format: ToolFormatName, ...data: Json[]) =>
  readTools(
    format,
    data.map((one) => ({ data: one })),
  );

const message = (toolCalls: Json, more: { [key: string]: Json } = {}): Json => ({
  choices: [
    { message: { content: null, tool_calls: toolCalls }, finish_reason: 'tool_calls', ...more },
  ],
});

const called = (name: string, args: string): Json => ({
  id: `call-${name}`,
  type: 'function',
  function: { name, arguments: args },
});

const names = ({ calls }: ReturnType<typeof read>) => calls.map(({ name }) => name);

describe('a call that is reported again', () => {
  const chunk = (delta: Json, reason: string | null = null): Json => ({
    id: 'c1',
    choices: [{ delta, finish_reason: reason }],
  });
  const refund = (id: string, args = '{"order":7}'): Json => ({
    id,
    type: 'function',
    function: { name: 'refund_order', arguments: args },
  });
  const streamed = (id: string): Json[] => [
    chunk({ tool_calls: [{ index: 0, ...(refund(id, '{"ord') as object) }] }),
    chunk({ tool_calls: [{ index: 0, function: { arguments: 'er":7}' } }] }, 'tool_calls'),
  ];
  const random = 'call_9qXb27TzLmW0aRd5';

  it('under an ID that no other call can have is one', () => {
    const { calls, gaps } = read('openai', ...streamed(random), message([refund(random)]));
    expect(calls).toMatchObject([{ name: 'refund_order', args: { order: 7 } }]);
    expect(gaps).toBeUndefined();
  });

  it('keeps the result that came with either report', () => {
    const asked = { role: 'assistant', content: null, tool_calls: [refund(random)] };
    const got = { role: 'tool', tool_call_id: random, content: 'refunded' };
    const { calls } = read('openai', { messages: [asked] }, { messages: [asked, got] });
    expect(calls).toMatchObject([{ stage: 'executed', result: 'refunded' }]);
  });

  it('with another result may have run twice', () => {
    const asked = { role: 'assistant', content: null, tool_calls: [refund(random)] };
    const got = (content: string) => ({ role: 'tool', tool_call_id: random, content });
    const turn = (content: string): Json => ({ messages: [asked, got(content)] });
    expect(read('openai', turn('refunded'), turn('refunded')).gaps).toBeUndefined();
    expect(read('openai', turn('refunded'), turn('refunded anew')).gaps).toHaveLength(1);
  });

  it.each(['0', 'call_0', 'call-refund_order', 'call_0000000000000000'])(
    'under %s, which a server may give to each call, may be a second one',
    (id) => {
      const { calls, gaps } = read('openai', ...streamed(id), message([refund(id)]));
      expect(calls).toHaveLength(1);
      expect(gaps?.join()).toMatch(/refund_order was reported again/);
    },
  );

  it('with other arguments, or in one message, is another call', () => {
    const others = read('openai', message([refund(random)]), message([refund(random, '{}')]));
    expect(others.calls).toHaveLength(2);
    const both = read('openai', message([refund(random), refund(random)]));
    expect(both.calls).toHaveLength(2);
    expect(both.gaps).toBeUndefined();
  });
});

describe('calls in a reply', () => {
  it.each(toolFormatNames)('are none, and nothing is proven, in what is no %s', (format) => {
    const others: Json[] = [
      'Hello',
      null,
      7,
      [],
      {},
      { text: 'Hello' },
      { choices: [] },
      { type: 7 },
    ];
    for (const data of others) {
      expect(read(format, data)).toEqual({ format, calls: [], isForeign: true });
    }
    expect(readTools(format, []).isForeign).toBe(true);
  });

  it('say so where more came than is kept', () => {
    const report = readTools('openai', [{ data: message([], { finish_reason: 'stop' }) }], true);
    expect(report.gaps).toEqual(['More arrived in this turn than is kept.']);
  });

  it('are kept as many as a turn may have, and one more is a gap', () => {
    const many = (count: number) =>
      read('openai', message(Array.from({ length: count }, () => called('a', '{}'))));
    expect(many(toolCallsPerTurnMax)).toMatchObject({ calls: { length: toolCallsPerTurnMax } });
    expect(many(toolCallsPerTurnMax).gaps).toBeUndefined();
    const more = many(toolCallsPerTurnMax + 1);
    expect(more.calls).toHaveLength(toolCallsPerTurnMax);
    expect(more.gaps).toEqual(['More than 200 calls arrived in one turn.']);
  });

  it('keep arguments up to a length, and longer ones as a text that nothing is compared with', () => {
    const text = (length: number) => `{"a":"${'x'.repeat(length - 8)}"}`;
    const [whole] = read('openai', message([called('a', text(toolValueLengthMax))])).calls;
    expect(whole?.args).toBeDefined();
    const [cut] = read('openai', message([called('a', text(toolValueLengthMax + 1))])).calls;
    expect(cut).not.toHaveProperty('args');
    expect(cut?.rawArgs).toHaveLength(toolValueLengthMax);
  });

  it('keep arguments up to a depth', () => {
    const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);
    expect(read('openai', message([called('a', nested(100))])).calls[0]?.args).toBeDefined();
    expect(read('openai', message([called('a', nested(5_000))])).calls[0]?.args).toBeUndefined();
  });

  it('without arguments have none, and such as are no JSON stay a text', () => {
    const { calls } = read(
      'openai',
      message([called('a', ''), called('b', '{}'), called('c', '{"x'), called('d', 'now')]),
    );
    expect(calls.map(({ args, rawArgs }) => args ?? rawArgs)).toEqual([{}, {}, '{"x', 'now']);
  });
});

describe('chat completions', () => {
  const chunk = (delta: Json, reason: Json = null): Json => ({
    choices: [{ index: 0, delta, finish_reason: reason }],
  });
  const piece = (index: number, args: string, name?: string): Json => ({
    tool_calls: [
      {
        index,
        ...(name && { id: `call-${name}` }),
        function: { ...(name && { name }), arguments: args },
      },
    ],
  });

  it('are read from deltas by their index', () => {
    const { calls, gaps } = read(
      'openai',
      chunk(piece(0, '', 'a')),
      chunk(piece(1, '{"y"', 'b')),
      chunk(piece(0, '{"x":1}')),
      chunk(piece(1, ':2}')),
      chunk({}, 'tool_calls'),
      { choices: [], usage: { total_tokens: 3 } },
      '[DONE]',
    );
    expect(calls.map(({ name, args }) => [name, args])).toEqual([
      ['a', { x: 1 }],
      ['b', { y: 2 }],
    ]);
    expect(gaps).toBeUndefined();
  });

  it('of several answers in one stream are in several rounds', () => {
    const of = (id: string, one: Json): Json => ({ ...(one as { [key: string]: Json }), id });
    const { calls, gaps } = read(
      'openai',
      of('1', chunk(piece(0, '', 'a'))),
      of('1', chunk(piece(0, '{"x":1}'))),
      of('1', chunk({}, 'tool_calls')),
      of('2', chunk(piece(0, '{"y":2}', 'b'))),
      of('2', chunk({}, 'tool_calls')),
      of('3', chunk({ content: 'Done.' })),
      of('3', chunk({}, 'stop')),
    );
    expect(calls.map(({ name, args, round }) => [name, args, round])).toEqual([
      ['a', { x: 1 }, 0],
      ['b', { y: 2 }, 1],
    ]);
    expect(gaps).toBeUndefined();
  });

  it('of one answer whose pieces have ids of their own are put together', () => {
    const of = (id: string, one: Json): Json => ({ ...(one as { [key: string]: Json }), id });
    const { calls, gaps } = read(
      'openai',
      of('1', chunk(piece(0, '', 'a'))),
      of('2', chunk(piece(0, '{"x":1}'))),
      of('3', chunk({}, 'tool_calls')),
    );
    expect(calls.map(({ name, args }) => [name, args])).toEqual([['a', { x: 1 }]]);
    expect(gaps).toBeUndefined();
  });

  it('that end without a reason are broken off', () => {
    expect(read('openai', chunk(piece(0, '{}', 'a'))).gaps).toEqual([
      'The stream ended before the answer did.',
    ]);
  });

  it('with several choices, a call that cannot be read or a cut say so', () => {
    const choice = { message: { content: 'Hi' }, finish_reason: 'stop' };
    expect(read('openai', { choices: [choice, choice] }).gaps).toHaveLength(1);
    const unread = message([7], { finish_reason: 'stop' });
    expect(read('openai', unread).gaps).toEqual(['A call in the answer cannot be read.']);
    expect(read('openai', message([called('', '{}')])).gaps).toHaveLength(1);
    expect(read('openai', message([], { finish_reason: 'length' })).gaps).toHaveLength(1);
  });
});

describe('messages of a conversation', () => {
  const asks = (id: string, name: string, order: number): Json => ({
    role: 'assistant',
    content: null,
    tool_calls: [
      { id, type: 'function', function: { name, arguments: JSON.stringify({ order }) } },
    ],
  });
  const gets = (id: string, content: Json): Json => ({
    role: 'tool',
    tool_call_id: id,
    content: typeof content === 'string' ? content : JSON.stringify(content),
  });
  const says = (content: string): Json => ({ role: 'assistant', content });
  const turn = [
    asks('a', 'get_order', 7),
    gets('a', { state: 'paid' }),
    asks('b', 'refund_order', 7),
    gets('b', 'refunded'),
    says('Done.'),
  ];

  it('show calls with their results, each message in a round of its own', () => {
    const { calls, gaps, isForeign } = read('openai', { reply: 'Done.', messages: turn });
    expect(isForeign).toBeUndefined();
    expect(gaps).toBeUndefined();
    expect(calls).toEqual([
      {
        ...{ name: 'get_order', id: 'a', args: { order: 7 }, result: { state: 'paid' } },
        ...{ stage: 'executed', round: 0 },
      },
      {
        ...{ name: 'refund_order', id: 'b', args: { order: 7 }, result: 'refunded' },
        ...{ stage: 'executed', round: 1 },
      },
    ]);
  });

  it('may be the whole answer, or come one by one', () => {
    expect(names(read('openai', turn))).toEqual(['get_order', 'refund_order']);
    expect(names(read('openai', ...turn))).toEqual(['get_order', 'refund_order']);
    expect(read('openai', ...turn).gaps).toBeUndefined();
  });

  it('count from the last message of the user on, where all of them come', () => {
    const user = (content: string): Json => ({ role: 'user', content });
    const { calls, gaps } = read('openai', {
      messages: [
        { role: 'system', content: 'Be kind.' },
        user('Refund order 6'),
        asks('z', 'refund_order', 6),
        gets('z', 'refunded'),
        says('Done.'),
        user('Refund order 7'),
        ...turn,
      ],
    });
    expect(calls.map(({ name, args }) => [name, args])).toEqual([
      ['get_order', { order: 7 }],
      ['refund_order', { order: 7 }],
    ]);
    expect(gaps).toBeUndefined();
  });

  it('without a call show that none was made', () => {
    expect(read('openai', { messages: [says('Hi')] })).toEqual({ format: 'openai', calls: [] });
  });

  it('of another kind prove nothing', () => {
    for (const messages of [[], ['Hi'], [{ text: 'Hi' }], [{ role: 'bot', text: 'Hi' }]]) {
      expect(read('openai', { messages }).isForeign).toBe(true);
    }
    const spoken = { role: 'assistant', text: 'Hi' };
    expect(read('openai', { messages: [spoken] }).isForeign).toBe(true);
    // The part contains only the user's message; the response may have been generated elsewhere.
    expect(read('openai', { messages: [{ role: 'user', content: 'Hi' }] }).isForeign).toBe(true);
  });

  it('that cannot be read may be calls', () => {
    expect(read('openai', { messages: [...turn, 7] }).gaps).toHaveLength(1);
    expect(read('openai', { messages: [gets('x', 'ok'), says('Hi')] }).gaps).toHaveLength(1);
    // Calls in the formats of other APIs.
    for (const type of ['tool_use', 'tool-call']) {
      const content: Json[] = [
        { type: 'text', text: 'Hi' },
        { type, name: 'refund_order' },
      ];
      expect(read('openai', { messages: [{ role: 'assistant', content }] }).gaps).toHaveLength(1);
    }
    const parts: Json[] = [
      { type: 'text', text: 'Hi' },
      { type: 'refusal', refusal: 'No.' },
    ];
    const message = { role: 'assistant', content: parts };
    expect(read('openai', { messages: [message] })).toEqual({ format: 'openai', calls: [] });
  });
});

describe('responses', () => {
  it('show tools of the provider by their type, and calls of MCP with their result', () => {
    const { calls } = read('openai-responses', {
      status: 'completed',
      output: [
        { type: 'reasoning', summary: [] },
        { type: 'web_search_call', id: 'ws', status: 'completed', action: { query: 'lamp' } },
        {
          type: 'mcp_call',
          id: 'm',
          name: 'roll',
          arguments: '{"n":1}',
          server_label: 'dice',
          output: '4',
          error: null,
        },
        {
          type: 'mcp_approval_request',
          id: 'r',
          name: 'erase',
          arguments: '{}',
          server_label: 'disk',
        },
        { type: 'function_call', call_id: 'c', name: 'refund', arguments: '{"order":7}' },
        { type: 'function_call_output', call_id: 'c', output: '{"ok":true}' },
        { type: 'message', content: [] },
      ],
    });
    expect(calls.map(({ name, stage, agent, result }) => [name, stage, agent, result])).toEqual([
      ['web_search', 'executed', undefined, null],
      ['roll', 'executed', 'dice', '4'],
      ['erase', 'requested', 'disk', undefined],
      ['refund', 'executed', undefined, { ok: true }],
    ]);
  });

  it('that are incomplete or never end may lack calls', () => {
    expect(read('openai-responses', { status: 'incomplete', output: [] }).gaps).toHaveLength(1);
    const item = { type: 'function_call', call_id: 'c', name: 'refund', arguments: '{}' };
    const cut = read('openai-responses', { type: 'response.output_item.done', item });
    expect(names(cut)).toEqual(['refund']);
    expect(cut.gaps).toHaveLength(1);
  });
});

describe('messages of Anthropic', () => {
  it('show calls and what servers ran', () => {
    const { calls, gaps } = read('anthropic', {
      type: 'message',
      content: [
        { type: 'text', text: 'Hi' },
        { type: 'server_tool_use', id: 's', name: 'web_search', input: { query: 'x' } },
        {
          type: 'web_search_tool_result',
          tool_use_id: 's',
          content: { type: 'error', error_code: 'x' },
        },
        { type: 'mcp_tool_use', id: 'm', name: 'roll', server_name: 'dice', input: {} },
        {
          type: 'mcp_tool_result',
          tool_use_id: 'm',
          is_error: false,
          content: [{ type: 'text', text: '4' }],
        },
      ],
      stop_reason: 'end_turn',
    });
    expect(gaps).toBeUndefined();
    expect(
      calls.map(({ name, agent, stage, error }) => [name, agent, stage, error !== undefined]),
    ).toEqual([
      ['web_search', undefined, 'executed', true],
      ['roll', 'dice', 'executed', false],
    ]);
  });

  it('whose stream was cut in the middle of a call have no arguments', () => {
    const report = read(
      'anthropic',
      { type: 'message_start', message: {} },
      {
        type: 'content_block_start',
        index: 0,
        content_block: { type: 'tool_use', id: 'a', name: 'refund', input: {} },
      },
      {
        type: 'content_block_delta',
        index: 0,
        delta: { type: 'input_json_delta', partial_json: '{"ord' },
      },
    );
    expect(report.calls[0]).toMatchObject({ rawArgs: '{"ord' });
    expect(report.calls[0]).not.toHaveProperty('args');
    expect(report.gaps).toEqual(['The stream ended before the answer did.']);
  });
});

describe('UI messages of the AI SDK', () => {
  it('are read as the SDK writes them', () => {
    const report = readTools(
      'ai-sdk',
      recorded.split('\n').map((line) => ({ data: line === '[DONE]' ? line : JSON.parse(line) })),
    );
    expect(report).toEqual({
      format: 'ai-sdk',
      calls: [
        {
          name: 'get_order',
          id: 'a',
          args: { order: 7 },
          result: { state: 'paid' },
          stage: 'executed',
          round: 0,
        },
        {
          name: 'refund_order',
          id: 'b',
          args: { order: 7 },
          error: 'An error occurred.',
          stage: 'executed',
          round: 1,
        },
      ],
    });
  });

  it('are read whole, by their parts', () => {
    const { calls } = read('ai-sdk', {
      role: 'assistant',
      parts: [
        { type: 'step-start' },
        {
          type: 'tool-get_order',
          toolCallId: 'a',
          state: 'output-available',
          input: { o: 7 },
          output: { s: 1 },
        },
        { type: 'step-start' },
        {
          type: 'dynamic-tool',
          toolName: 'mail',
          toolCallId: 'b',
          state: 'output-error',
          input: {},
          errorText: 'no',
        },
      ],
    });
    expect(calls).toMatchObject([
      { name: 'get_order', args: { o: 7 }, result: { s: 1 }, stage: 'executed', round: 0 },
      { name: 'mail', error: 'no', stage: 'executed', round: 1 },
    ]);
  });

  it('that are aborted or end in an error may lack calls', () => {
    for (const type of ['abort', 'error']) {
      expect(read('ai-sdk', { type: 'start' }, { type }, { type: 'finish' }).gaps).toHaveLength(1);
    }
  });
});

describe('AG-UI', () => {
  it('is read from chunks, too, with the step that a call belongs to', () => {
    const { calls, gaps } = read(
      'ag-ui',
      { type: 'RUN_STARTED' },
      { type: 'STEP_STARTED', stepName: 'billing' },
      { type: 'TOOL_CALL_CHUNK', toolCallId: 'a', toolCallName: 'refund', delta: '{"o"' },
      { type: 'TOOL_CALL_CHUNK', delta: ':7}' },
      { type: 'RUN_FINISHED' },
    );
    expect(gaps).toBeUndefined();
    expect(calls).toMatchObject([{ name: 'refund', args: { o: 7 }, agent: 'billing' }]);
  });

  it('whose run fails or does not end may lack calls', () => {
    expect(read('ag-ui', { type: 'RUN_STARTED' }).gaps).toHaveLength(1);
    expect(read('ag-ui', { type: 'RUN_ERROR' }, { type: 'RUN_FINISHED' }).gaps).toHaveLength(1);
  });
});

/** Recorded from `ai` 5.0.277: `streamText(…).toUIMessageStreamResponse()` with two tools, one of which throws. */
const recorded = String.raw`{"type":"start"}
{"type":"start-step"}
{"type":"tool-input-start","toolCallId":"a","toolName":"get_order"}
{"type":"tool-input-delta","toolCallId":"a","inputTextDelta":"{\"order\""}
{"type":"tool-input-delta","toolCallId":"a","inputTextDelta":":7}"}
{"type":"tool-input-available","toolCallId":"a","toolName":"get_order","input":{"order":7}}
{"type":"tool-output-available","toolCallId":"a","output":{"state":"paid"}}
{"type":"finish-step"}
{"type":"start-step"}
{"type":"tool-input-available","toolCallId":"b","toolName":"refund_order","input":{"order":7}}
{"type":"tool-output-error","toolCallId":"b","errorText":"An error occurred."}
{"type":"finish-step"}
{"type":"start-step"}
{"type":"text-start","id":"t"}
{"type":"text-delta","id":"t","delta":"Refunded."}
{"type":"text-end","id":"t"}
{"type":"finish-step"}
{"type":"finish","finishReason":"stop"}
[DONE]`;
