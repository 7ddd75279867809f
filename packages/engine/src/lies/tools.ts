/** Assertions about tools: called, only claimed, called twice, cut off, or not reported. */
import type { Json } from '@parley/suite';
import { answers, completes, completesInPieces, emits, frames, streams, toolCall } from './bots.ts';
import type { Bot, LieCase } from './lie.ts';

type Fields = { [key: string]: Json };

const on = (channel: string, syntax = 2) => `
      configuration:
        syntax: ${syntax}
        channel: { ${channel} }
        replyTimeout: 3s
      ---
      - test: Agent`;

const openAi = on('kind: openai, url: http://127.0.0.1:PORT/v1/chat/completions, model: small');
const http = on('kind: http, url: http://127.0.0.1:PORT');
const sse = (format: string) =>
  on(
    `kind: sse, url: http://127.0.0.1:PORT, pieces: true, replies: { text: delta }, toolCalls: ${format}`,
  );

const said = 'I have refunded your order.';
const refund = (order: Json, id = 'call_1'): Fields => ({
  ...toolCall('refund_order', { order }),
  id,
});
const calls = (...toolCalls: Fields[]): Fields => ({ content: said, tool_calls: toolCalls });
const delta = (name: string, text: string, index = 0): Fields => ({
  tool_calls: [
    {
      index,
      ...(name && { id: `call_${name}`, type: 'function' }),
      function: { ...(name && { name }), arguments: text },
    },
  ],
});

const events = (all: Fields[]) => all.map((data): [undefined, Json] => [undefined, data]);

/** A stream of AI SDK UI messages that says one word and contains these events. */
const uiStream = (...events: Fields[]): Bot => uiParts(...events, { type: 'finish' });

const uiParts = (...events: Fields[]): Bot =>
  streams(
    ...[{ type: 'start' }, { type: 'text-delta', id: 't', delta: said }, ...events].map(
      (data): [undefined, Json] => [undefined, data],
    ),
    [undefined, '[DONE]'],
  );

const asks = (toolCallId: string, toolName: string, input: Json): Fields => ({
  type: 'tool-input-available',
  toolCallId,
  toolName,
  input,
});
const gets = (toolCallId: string, output: Json): Fields => ({
  type: 'tool-output-available',
  toolCallId,
  output,
});

export const tools: LieCase[] = [
  {
    kind: 'lie',
    title: 'a refund that is claimed and never made',
    bot: completes({ content: said }),
    suite: `${openAi}
      - Refund order 7:
        - prompt: refunded
        - tool refund_order: called
    `,
    verdict: 'failed',
    code: 'mismatch',
    says: /No tool was called/,
    why: 'Words are no call.',
  },
  {
    kind: 'lie',
    title: 'a refund that is made twice',
    bot: completes(calls(refund(7, 'a'), refund(7, 'b'))),
    suite: `${openAi}
      - Refund order 7:
        - prompt: refunded
        - tool refund_order: { times: 1, args: { order: 7 } }
    `,
    verdict: 'failed',
    code: 'mismatch',
    says: /refund_order was called twice/,
    why: 'The second refund costs as much as the first.',
  },
  {
    kind: 'lie',
    title: 'two refunds under one id',
    bot: completes(calls(refund(7), refund(7))),
    suite: `${openAi}
      - Refund order 7:
        - tool refund_order: once
    `,
    verdict: 'failed',
    code: 'mismatch',
    why: 'Some servers give every call the same id; an agent carries out each of them.',
  },
  {
    kind: 'lie',
    title: 'a second refund of another order',
    bot: completes(calls(refund(7, 'a'), refund(8, 'b'))),
    suite: `${openAi}
      - Refund order 7:
        - tool refund_order: { times: 1, args: { order: 7 } }
    `,
    verdict: 'failed',
    says: /also called in other ways: refund_order\({"order":8}\)/,
    why: 'Once means once: nobody asked for order 8.',
  },
  {
    kind: 'honest',
    title: 'one refund, with more arguments than were asked for',
    bot: completes(calls({ ...toolCall('refund_order', { order: '7', reason: 'broken lamp' }) })),
    suite: `${openAi}
      - Refund order 7:
        - tool refund_order: { times: 1, args: { order: 7, "reason ==": broken, note not exists: true } }
        - tool delete_order: never
        - only tools: [get_order, refund_order]
    `,
    verdict: 'passed',
    broken: {
      bot: completes(calls(toolCall('refund_order', { order: 70, reason: 'broken lamp' }))),
      verdict: 'failed',
      says: /Nearest call: refund_order.*args\.order is 70, expected: 7/,
    },
    why: 'Arguments are compared one by one, and 70 is not 7.',
  },
  {
    kind: 'lie',
    title: 'an argument more than the exact ones',
    bot: completes(calls(toolCall('refund_order', { order: 7, amount: 900 }))),
    suite: `${openAi}
      - Refund order 7:
        - tool refund_order: { times: 1, args: { order: 7 }, exact: true }
    `,
    verdict: 'failed',
    says: /args\.amount is not expected/,
    why: 'Exact means no other argument.',
  },
  {
    kind: 'lie',
    title: 'an argument that must not be something, and is not there',
    bot: completes(calls(toolCall('refund_order', { order: 7 }))),
    suite: `${openAi}
      - Refund order 7:
        - tool refund_order: { args: { "metod !=": cash } }
    `,
    verdict: 'failed',
    says: /args\.metod is missing/,
    why: 'A mistyped name is never there, whatever the agent did.',
  },
  {
    kind: 'lie',
    title: 'a forbidden call, streamed in pieces',
    bot: completesInPieces(
      { role: 'assistant', content: said },
      delta('get_order', '{"ord'),
      delta('', 'er":7}'),
      delta('delete_order', '{}', 1),
      { finish_reason: 'tool_calls' },
    ),
    suite: `${openAi}
      - Refund order 7:
        - tool get_order: { args: { order: 7 } }
        - tool delete_order: never
    `,
    verdict: 'failed',
    code: 'mismatch',
    says: /delete_order was called once/,
    why: 'Parallel calls count by their index.',
  },
  {
    kind: 'lie',
    title: 'arguments that are cut off',
    bot: completesInPieces(
      { role: 'assistant', content: said },
      delta('refund_order', '{"order": 7, "amo'),
      { finish_reason: 'tool_calls' },
    ),
    suite: `${openAi}
      - Refund order 7:
        - tool refund_order: { times: 1, args: { order: 7 } }
    `,
    verdict: 'undecided',
    code: 'tools-undecided',
    says: /arguments of refund_order cannot be parsed/,
    why: 'Nobody knows what was asked for.',
  },
  {
    kind: 'lie',
    title: 'arguments that are cut off, where they must not be something',
    bot: completes(
      calls({
        id: 'a',
        type: 'function',
        function: { name: 'refund_order', arguments: '{"order' },
      }),
    ),
    suite: `${openAi}
      - Refund order 7:
        - tool refund_order: { times: 0, args: { order: 8 } }
    `,
    verdict: 'undecided',
    why: 'It may have been order 8.',
  },
  {
    kind: 'lie',
    title: 'an answer that was cut at its limit before the call',
    bot: completes({ content: said, finish_reason: 'length' }),
    suite: `${openAi}
      - Refund order 7:
        - tool delete_order: never
    `,
    verdict: 'undecided',
    says: /cut off/,
    why: 'What it would have called next is not known.',
  },
  {
    kind: 'honest',
    title: 'a call in the older form',
    bot: completes({
      content: null,
      function_call: { name: 'refund_order', arguments: '{"order": 7}' },
    }),
    suite: `${openAi}
      - Refund order 7:
        - tool refund_order: { times: 1, args: { order: 7 } }
    `,
    verdict: 'passed',
    broken: {
      bot: completes({
        content: null,
        function_call: { name: 'refund_order', arguments: '{"order": 8}' },
      }),
      verdict: 'failed',
    },
    why: 'A function call is a call of a tool.',
  },
  {
    kind: 'lie',
    title: 'a forbidden tool on a channel that reports none',
    bot: answers({ text: said }),
    suite: `${http}
      - Refund order 7:
        - prompt: refunded
        - tool delete_order: never
    `,
    verdict: 'error',
    code: 'no-tool-source',
    says: /toolCalls: ai-sdk/,
    why: 'Where nothing reports calls, there is nothing to see.',
  },
  {
    kind: 'lie',
    title: 'a reply in another format than the channel says',
    bot: answers({ text: said }),
    suite: `${http.replace('PORT }', 'PORT, toolCalls: openai }')}
      - Refund order 7:
        - only tools: [refund_order]
    `,
    verdict: 'error',
    code: 'no-tool-source',
    says: /in the format openai/,
    why: 'A reply without the fields of the format shows no calls.',
  },
  {
    kind: 'lie',
    title: 'a forbidden tool among the calls of an Anthropic message',
    bot: answers({
      type: 'message',
      text: said,
      content: [
        { type: 'text', text: said },
        { type: 'tool_use', id: 'a', name: 'delete_order', input: { order: 7 } },
      ],
      stop_reason: 'tool_use',
    }),
    suite: `${http.replace('PORT }', 'PORT, toolCalls: anthropic }')}
      - Refund order 7:
        - only tools: [refund_order]
    `,
    verdict: 'failed',
    says: /Also called: delete_order/,
    why: 'The block stands in the message.',
  },
  {
    kind: 'lie',
    title: 'a refund that the tool refused',
    bot: uiStream(asks('a', 'refund_order', { order: 7 }), {
      type: 'tool-output-error',
      toolCallId: 'a',
      errorText: 'Order 7 is refunded already.',
    }),
    suite: `${sse('ai-sdk')}
      - Refund order 7:
        - prompt: refunded
        - tool refund_order: { times: 1, error: false }
    `,
    verdict: 'failed',
    says: /error is "Order 7 is refunded already\."/,
    why: 'The call ended in an error.',
  },
  {
    kind: 'honest',
    title: 'a refund with its result',
    bot: uiStream(asks('a', 'refund_order', { order: 7 }), gets('a', { state: 'refunded' })),
    suite: `${sse('ai-sdk')}
      - Refund order 7:
        - tool refund_order: { times: 1, result: { state: refunded }, error: false }
    `,
    verdict: 'passed',
    broken: {
      bot: uiStream(asks('a', 'refund_order', { order: 7 }), gets('a', { state: 'pending' })),
      verdict: 'failed',
      says: /result\.state is "pending"/,
    },
    why: 'The stream shows what the tool gave back.',
  },
  {
    kind: 'lie',
    title: 'a refund that was only asked for',
    bot: uiStream(asks('a', 'refund_order', { order: 7 })),
    suite: `${sse('ai-sdk')}
      - Refund order 7:
        - tool refund_order: once
    `,
    verdict: 'undecided',
    says: /requested, but nothing shows whether it ran/,
    why: 'This stream reports results, and there is none.',
  },
  {
    kind: 'lie',
    title: 'a result of a call that nobody reported',
    bot: uiStream(gets('unknown', { state: 'refunded' })),
    suite: `${sse('ai-sdk')}
      - Refund order 7:
        - tool refund_order: never
    `,
    verdict: 'undecided',
    says: /A result arrived for a call that was not reported/,
    why: 'Some tool ran, and nobody knows which.',
  },
  {
    kind: 'lie',
    title: 'a stream that ends before its message',
    bot: uiParts(asks('a', 'get_order', {}), gets('a', {})),
    suite: `${sse('ai-sdk')}
      - Refund order 7:
        - only tools: [get_order]
    `,
    verdict: 'undecided',
    says: /stream ended before/,
    why: 'What would have followed is not known.',
  },
  {
    kind: 'lie',
    title: 'a refund before the order was looked at',
    bot: uiStream(
      asks('a', 'refund_order', { order: 7 }),
      gets('a', {}),
      asks('b', 'get_order', { order: 7 }),
      gets('b', {}),
      asks('c', 'refund_order', { order: 7 }),
      gets('c', {}),
    ),
    suite: `${sse('ai-sdk')}
      - Refund order 7:
        - tool order: [get_order, refund_order]
    `,
    verdict: 'failed',
    says: /refund_order was also called before get_order/,
    why: 'The first refund came before anybody looked.',
  },
  {
    kind: 'honest',
    title: 'a refund after the order was looked at',
    bot: uiStream(
      asks('a', 'get_order', { order: 7 }),
      gets('a', {}),
      asks('b', 'refund_order', { order: 7 }),
      gets('b', {}),
    ),
    suite: `${sse('ai-sdk')}
      - Refund order 7:
        - tool order: [get_order, refund_order]
    `,
    verdict: 'passed',
    broken: {
      bot: uiStream(
        asks('a', 'get_order', { order: 7 }),
        asks('b', 'refund_order', { order: 7 }),
        gets('a', {}),
        gets('b', {}),
      ),
      verdict: 'undecided',
      says: /requested at once/,
    },
    why: 'The result of one came before the other was asked for.',
  },
  {
    kind: 'lie',
    title: 'a second refund in a later turn',
    bot: completes(
      { ...calls(refund(7, 'a')), finish_reason: 'stop' },
      { ...calls(refund(7, 'b')), finish_reason: 'stop' },
    ),
    suite: `${openAi}
      - Refund order 7:
        - tool refund_order: once
      - Thank you:
        - conversation tool refund_order: once
    `,
    verdict: 'failed',
    says: /refund_order was called twice/,
    why: 'The conversation is all of its turns.',
  },
  {
    kind: 'lie',
    title: 'a turn of the conversation that reports nothing',
    bot: answers(
      { text: said },
      { text: said, choices: [{ message: { content: said }, finish_reason: 'stop' }] },
    ),
    suite: `${http.replace('PORT }', 'PORT, toolCalls: openai }')}
      - Refund order 7
      - Thank you:
        - conversation tool delete_order: never
    `,
    verdict: 'undecided',
    says: /Turn 1 of the conversation reported no tools/,
    why: 'It may have been called in the first turn.',
  },
  {
    kind: 'lie',
    title: 'an empty answer where tools are forbidden',
    bot: completes({ content: '' }),
    suite: `${openAi}
      - Refund order 7:
        - tool delete_order: never
    `,
    verdict: 'failed',
    code: 'reply-empty',
    why: 'The agent did nothing at all.',
  },
  {
    kind: 'lie',
    title: 'a forbidden tool in a run of AG-UI over a WebSocket',
    bot: frames(
      { type: 'RUN_STARTED', threadId: 't', runId: 'r' },
      { type: 'TOOL_CALL_START', toolCallId: 'a', toolCallName: 'delete_order' },
      { type: 'TOOL_CALL_ARGS', toolCallId: 'a', delta: '{"order"' },
      { type: 'TOOL_CALL_ARGS', toolCallId: 'a', delta: ':7}' },
      { type: 'TOOL_CALL_END', toolCallId: 'a' },
      { type: 'TOOL_CALL_RESULT', toolCallId: 'a', content: 'done' },
      { type: 'TEXT_MESSAGE_CONTENT', messageId: 'm', delta: said },
      { type: 'RUN_FINISHED', threadId: 't', runId: 'r' },
    ),
    suite: `${on('kind: websocket, url: ws://127.0.0.1:PORT, quietMs: 100, replies: { text: delta }, toolCalls: ag-ui')}
      - Refund order 7:
        - tool get_order: never
        - tool delete_order: { times: 0, args: { order: 7 } }
    `,
    verdict: 'failed',
    code: 'mismatch',
    says: /delete_order was called once/,
    why: 'Its events came in the turn.',
  },
  {
    kind: 'lie',
    title: 'a forbidden tool in an event of Socket.IO that nobody listens to',
    bot: emits(
      ['run', { type: 'RUN_STARTED' }],
      ['tool', { type: 'TOOL_CALL_START', toolCallId: 'a', toolCallName: 'delete_order' }],
      ['tool', { type: 'TOOL_CALL_END', toolCallId: 'a' }],
      ['tool', { type: 'TOOL_CALL_RESULT', toolCallId: 'a', content: 'done' }],
      ['message', { text: said }],
      ['run', { type: 'RUN_FINISHED' }],
    ),
    suite: `${on('kind: socketio, url: http://127.0.0.1:PORT, quietMs: 100, toolCalls: ag-ui')}
      - Refund order 7:
        - tool delete_order: never
    `,
    verdict: 'failed',
    code: 'mismatch',
    why: 'Every event of the turn is looked at.',
  },
  {
    kind: 'lie',
    title: 'words about tools in a suite of version 1',
    bot: completes(calls(refund(7))),
    suite: `${openAi.replace('syntax: 2', 'syntax: 1')}
      - Refund order 7:
        - tool refund_order: never
    `,
    verdict: 'failed',
    says: /Add "syntax: 2"/,
    why: 'There it is a path into the reply, as it always was, and a warning says so.',
  },
  {
    kind: 'honest',
    title: 'two refunds, each of its order',
    bot: completes(calls(refund(7, 'a'), refund(8, 'b'))),
    suite: `${openAi}
      - Refund both:
        - tool refund_order: { times: 2 }
        - tool refund_order: { times: 1, args: { order: 7 }, others: allowed }
        - tool refund_order: { times: 1, args: { order: 8 }, others: allowed }
    `,
    verdict: 'passed',
    broken: { bot: completes(calls(refund(7, 'a'), refund(7, 'b'))), verdict: 'failed' },
    why: 'Both were asked for, and both were made once.',
  },
  {
    kind: 'honest',
    title: 'a deletion that the user did not approve',
    bot: uiStream(asks('a', 'delete_order', { order: 7 }), {
      type: 'tool-output-denied',
      toolCallId: 'a',
    }),
    suite: `${sse('ai-sdk')}
      - Delete order 7:
        - tool delete_order: never
    `,
    verdict: 'passed',
    broken: {
      bot: uiStream(asks('a', 'delete_order', { order: 7 }), gets('a', 'done')),
      verdict: 'failed',
    },
    why: 'The stream says that it was not run.',
  },
  {
    kind: 'honest',
    title: 'a deletion that waits for an approval, where asking counts',
    bot: uiStream(asks('a', 'delete_order', { order: 7 })),
    suite: `${sse('ai-sdk')}
      - Delete order 7:
        - tool delete_order: { times: 1, as: requested }
    `,
    verdict: 'passed',
    broken: { bot: uiStream(asks('a', 'get_order', {})), verdict: 'failed' },
    why: 'It was asked for, which is what the test wants to know.',
  },
  {
    kind: 'honest',
    title: 'an argument that a variable holds',
    bot: completes(calls(refund(7))),
    suite: `${openAi.replace('replyTimeout', 'variables: { order: "7" }\n        replyTimeout')}
      - Refund order {{order}}:
        - tool refund_order: { times: 1, args: { order: "{{order}}" } }
    `,
    verdict: 'passed',
    broken: {
      suite: ['order: "7"', 'order: "8"'],
      verdict: 'failed',
    },
    why: 'Variables are texts, and the text is that number.',
  },
  {
    kind: 'honest',
    title: 'a call of an earlier turn in a snapshot of the conversation',
    bot: frames(
      { type: 'RUN_STARTED' },
      { type: 'TEXT_MESSAGE_CONTENT', delta: said },
      {
        type: 'MESSAGES_SNAPSHOT',
        messages: [
          { role: 'user', content: 'Refund order 7' },
          { role: 'assistant', toolCalls: [refund(7)] },
          { role: 'tool', toolCallId: 'call_1', content: 'done' },
          { role: 'user', content: 'Thank you' },
          { role: 'assistant', content: said },
        ],
      },
      { type: 'RUN_FINISHED' },
    ),
    suite: `${on('kind: websocket, url: ws://127.0.0.1:PORT, quietMs: 100, replies: { text: delta }, toolCalls: ag-ui')}
      - Thank you:
        - tool refund_order: never
    `,
    verdict: 'passed',
    broken: {
      bot: frames(
        { type: 'RUN_STARTED' },
        { type: 'TEXT_MESSAGE_CONTENT', delta: said },
        {
          type: 'MESSAGES_SNAPSHOT',
          messages: [
            { role: 'user', content: 'Thank you' },
            { role: 'assistant', toolCalls: [refund(7)] },
            { role: 'tool', toolCallId: 'call_1', content: 'done' },
          ],
        },
        { type: 'RUN_FINISHED' },
      ),
      verdict: 'failed',
    },
    why: 'Only what follows the last message of the user is of this turn.',
  },
  {
    kind: 'honest',
    title: 'a streamed response that calls the one tool it may',
    bot: streams(
      ...events([
        { type: 'response.created', response: { output: [] } },
        { type: 'response.output_text.delta', delta: said },
        {
          type: 'response.completed',
          response: {
            status: 'completed',
            output: [
              { type: 'function_call', call_id: 'a', name: 'get_order', arguments: '{"order":7}' },
            ],
          },
        },
      ]),
    ),
    suite: `${sse('openai-responses')}
      - Where is order 7?:
        - only tools: [get_order]
        - tool get_order: { times: 1, args: { order: 7 } }
    `,
    verdict: 'passed',
    broken: { suite: ['only tools: [get_order]', 'only tools: [refund_order]'], verdict: 'failed' },
    why: 'The last event holds the whole answer.',
  },
  {
    kind: 'honest',
    title: 'one refund in a conversation with a pause',
    bot: completes(
      { ...calls(refund(7, 'a')), finish_reason: 'stop' },
      { content: 'You are welcome.' },
    ),
    suite: `${openAi}
      - Refund order 7
      - $PAUSE 0.01
      - Thank you:
        - conversation tool refund_order: once
        - conversation only tools: [refund_order]
        - tool refund_order: never
    `,
    verdict: 'passed',
    broken: {
      suite: ['conversation only tools: [refund_order]', 'conversation only tools: []'],
      verdict: 'failed',
    },
    why: 'In a pause in which nothing came nothing was called.',
  },
  {
    kind: 'honest',
    title: 'a message of Anthropic in a stream',
    bot: streams(
      ...events([
        { type: 'message_start', message: { content: [] } },
        { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
        { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: said } },
        {
          type: 'content_block_start',
          index: 1,
          content_block: { type: 'tool_use', id: 'a', name: 'refund_order', input: {} },
        },
        {
          type: 'content_block_delta',
          index: 1,
          delta: { type: 'input_json_delta', partial_json: '{"order": ' },
        },
        {
          type: 'content_block_delta',
          index: 1,
          delta: { type: 'input_json_delta', partial_json: '7}' },
        },
        { type: 'content_block_stop', index: 1 },
        { type: 'message_delta', delta: { stop_reason: 'tool_use' } },
        { type: 'message_stop' },
      ]),
    ),
    suite: `${sse('anthropic').replace('text: delta', 'text: delta.text')}
      - Refund order 7:
        - tool refund_order: { times: 1, args: { order: 7 }, exact: true }
    `,
    verdict: 'passed',
    broken: { suite: ['order: 7 }, exact', 'order: 8 }, exact'], verdict: 'failed' },
    why: 'The pieces are the arguments.',
  },
];
