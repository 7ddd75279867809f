/** Answers of agents that are built on common SDKs, with words, thoughts and calls in one stream or list. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Json } from '@parley/suite';
import { serveHttp } from '../test/servers.ts';
import { answers, streams } from './bots.ts';
import type { Bot, LieCase } from './lie.ts';

type Fields = { [key: string]: Json };

const on = (channel: string) => `
      configuration:
        syntax: 2
        channel: { ${channel} }
        replyTimeout: 5s
      ---
      - test: Agent`;

const sse = (format: string, text = 'delta') =>
  on(
    `kind: sse, url: http://127.0.0.1:PORT, pieces: true, replies: { text: "${text}" }, toolCalls: ${format}`,
  );
const http = on(
  'kind: http, url: http://127.0.0.1:PORT, replies: { text: reply }, toolCalls: openai',
);

const stream = (...events: Fields[]): Bot =>
  streams(...events.map((data): [undefined, Json] => [undefined, data]));

/** Parts of a UI message as the AI SDK writes them. */
const ui = {
  thinks: (delta: string): Fields[] => [
    { type: 'reasoning-start', id: 'r' },
    { type: 'reasoning-delta', id: 'r', delta },
    { type: 'reasoning-end', id: 'r' },
  ],
  says: (delta: string, id = 't'): Fields[] => [
    { type: 'text-start', id },
    { type: 'text-delta', id, delta },
    { type: 'text-end', id },
  ],
  calls: (toolName: string, input: Fields, toolCallId: string = toolName): Fields[] => [
    { type: 'tool-input-start', toolCallId, toolName },
    { type: 'tool-input-delta', toolCallId, inputTextDelta: JSON.stringify(input) },
    { type: 'tool-input-available', toolCallId, toolName, input },
    { type: 'tool-output-available', toolCallId, output: { state: 'done' } },
  ],
  step: (...events: Fields[]): Fields[] => [
    { type: 'start-step' },
    ...events,
    { type: 'finish-step' },
  ],
  message: (...events: Fields[]): Fields[] => [
    { type: 'start' },
    ...events,
    { type: 'finish', finishReason: 'stop' },
  ],
};

/** A bot whose tool runs for longer than the pause that ends an endless stream. */
const slowTool =
  (refunds: number): Bot =>
  () =>
    serveHttp(async (_, response) => {
      const write = (events: Fields[]) => {
        for (const data of events) response.write(`data: ${JSON.stringify(data)}\n\n`);
      };
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      write([{ type: 'start' }, { type: 'start-step' }, ...ui.says('One moment.')]);
      await sleep(2_400);
      for (let count = 0; count < refunds; count += 1)
        write(ui.calls('refund_order', { order: 7 }, `c${count}`));
      write([{ type: 'finish-step' }, ...ui.step(...ui.says('Refunded.', 'u'))]);
      write([{ type: 'finish', finishReason: 'stop' }]);
      response.end('data: [DONE]\n\n');
    });

const asks = (id: string, name: string, order: number): Fields => ({
  role: 'assistant',
  content: null,
  tool_calls: [{ id, type: 'function', function: { name, arguments: JSON.stringify({ order }) } }],
});
const gets = (id: string): Fields => ({ role: 'tool', tool_call_id: id, content: '{"ok":true}' });
/** A call in the older format, without an id. */
const olderCall = (order: number): Fields => ({
  role: 'assistant',
  content: null,
  function_call: { name: 'refund_order', arguments: JSON.stringify({ order }) },
});
const says = (content: Json): Fields => ({ role: 'assistant', content });
const user = (content: string): Fields => ({ role: 'user', content });
const replied = (...messages: Fields[]): Fields => ({ reply: 'Refunded.', messages });

const firstTurn = [user('Refund order 7'), asks('a', 'refund_order', 7), gets('a'), says('Done.')];
const secondTurn = [user('Thanks'), says('You are welcome.')];

const generated = (content: Fields[], finishReason = 'stop'): Fields => ({ content, finishReason });
const deletion: Fields = {
  type: 'tool-call',
  toolCallId: 'call_3kPd81VbNcX6sYe4',
  toolName: 'delete_order',
  input: { order: 7 },
};
const notDeleted = `${http.replace('toolCalls: openai', 'toolCalls: ai-sdk')}
      - Cancel order 7:
        - tool delete_order: never
    `;

const choiceOf = (message: Fields, reason = 'stop'): Fields => ({
  index: 0,
  message,
  finish_reason: reason,
});

const longRefund = (order: string): Fields => ({
  role: 'assistant',
  content: null,
  tool_calls: [
    {
      id: 'a',
      type: 'function',
      function: { name: 'refund_order', arguments: `{"order":${order}}` },
    },
  ],
});
const longRefunded = `${http}
      - Refund:
        - tool refund_order: { args: { order: 9007199254740993 } }
        - tool refund_order: { args: { order: "9007199254740993" } }
    `;

/** Sends a call in two pieces, and then again in the complete answer. */
const piecesAndWhole = (id: string, again = id): Bot => {
  const call = (args: string, as = id): Fields => ({
    id: as,
    type: 'function',
    function: { name: 'refund_order', arguments: args },
  });
  const piece = (delta: Fields, reason: string | null = null): Fields => ({
    id: 'c1',
    delta: '',
    choices: [{ delta, finish_reason: reason }],
  });
  const message = { content: 'Refunded.', tool_calls: [call('{"order":7}', again)] };
  return stream(
    piece({ tool_calls: [{ index: 0, ...call('{"order"') }] }),
    piece({ tool_calls: [{ index: 0, function: { arguments: ':7}' } }] }, 'tool_calls'),
    { delta: 'Refunded.', choices: [{ message, finish_reason: 'stop' }] },
  );
};

export const agentAnswers: LieCase[] = [
  {
    kind: 'honest',
    title: 'a refund that is streamed in pieces and summed up in the end',
    bot: piecesAndWhole('call_9qXb27TzLmW0aRd5'),
    suite: `${sse('openai')}
      - Refund order 7:
        - prompt: Refunded
        - tool refund_order: { times: 1, args: { order: 7 } }
    `,
    verdict: 'passed',
    broken: {
      bot: piecesAndWhole('call_9qXb27TzLmW0aRd5', 'call_9qXb27TzLmW0aRd6'),
      verdict: 'failed',
      says: /refund_order was called twice/,
    },
    why: 'An ID that is drawn at random belongs to one call.',
  },
  {
    kind: 'honest',
    title: 'an AI SDK agent that answers with all of its steps',
    bot: answers({
      reply: 'Cancelled.',
      steps: [generated([{ type: 'text', text: 'Cancelled.' }])],
    }),
    suite: notDeleted,
    verdict: 'passed',
    broken: {
      bot: answers({
        reply: 'Cancelled.',
        steps: [
          generated(
            [deletion, { ...deletion, type: 'tool-result', output: { ok: true } }],
            'tool-calls',
          ),
          generated([{ type: 'text', text: 'Cancelled.' }]),
        ],
      }),
      verdict: 'failed',
      says: /delete_order/,
    },
    why: 'The steps are everything that was generated.',
  },
  {
    kind: 'lie',
    title: 'an answer that ends in calls and lists none',
    bot: answers({ reply: 'Done.', choices: [choiceOf(says('Done.'), 'tool_calls')] }),
    suite: `${http}
      - Cancel order 7:
        - tool delete_order: never
        - only tools: []
    `,
    verdict: 'undecided',
    says: /ends in one/,
    why: 'The model called something that was left out on the way.',
  },
  {
    kind: 'lie',
    title: 'a stream of chat completions that ends in the middle of a call',
    bot: () =>
      serveHttp((_, response) => {
        const said = {
          delta: 'Done.',
          choices: [{ delta: { content: 'Done.' }, finish_reason: 'stop' }],
        };
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        response.write(`data: ${JSON.stringify(said)}\n\n`);
        response.end('data: {"choices":[{"delta":{"tool_calls":[{"function":{"name":"delete_or');
      }),
    suite: `${sse('openai')}
      - Cancel order 7:
        - tool delete_order: never
    `,
    verdict: 'error',
    code: 'answer-broken-off',
    why: 'The call that was cut off was made.',
  },
  {
    kind: 'lie',
    title: 'a mistyped tool that must never be called',
    bot: answers(replied(user('Refund order 7'), asks('a', 'refund_order', 7), gets('a'))),
    suite: `${http}
      - Refund order 7:
        - tool refund_orders: never
        - tool Refund_Order: never
        - tool delete_order: never
    `,
    verdict: 'passed',
    vacuous: 2,
    why: 'The agent calls the tool that is meant, under its real name.',
  },
  {
    kind: 'honest',
    title: 'two tools whose names are alike, of which one is called',
    bot: answers(replied(user('Order 7'), asks('a', 'get_order', 7), gets('a'))),
    suite: `${http}
      - Order 7:
        - tool get_order: called
        - tool set_order: never
    `,
    verdict: 'passed',
    broken: {
      bot: answers(replied(user('Order 7'), asks('a', 'set_order', 7), gets('a'))),
      verdict: 'failed',
    },
    why: 'To get and to set are different things.',
  },
  {
    kind: 'lie',
    title: 'a deletion in the messages beside the last answer',
    bot: answers({
      ...replied(user('Cancel order 7'), asks('a', 'delete_order', 7), gets('a'), says('Done.')),
      choices: [choiceOf(says('Done.'))],
    }),
    suite: `${http}
      - Cancel order 7:
        - tool delete_order: never
    `,
    verdict: 'failed',
    says: /delete_order/,
    why: 'The last answer is not all that the model said in the turn.',
  },
  {
    kind: 'honest',
    title: 'an answer that names no call as a server without tools writes it',
    bot: answers({
      reply: 'Done.',
      choices: [
        choiceOf({ ...says('Done.'), tool_calls: null, function_call: null, refusal: null }),
      ],
      error: null,
    }),
    suite: `${http}
      - Cancel order 7:
        - tool delete_order: never
        - only tools: []
    `,
    verdict: 'passed',
    broken: {
      bot: answers({ reply: 'Done.', choices: [choiceOf(asks('a', 'delete_order', 7))] }),
      verdict: 'failed',
    },
    why: 'Null is no call.',
  },
  {
    kind: 'lie',
    title: 'a refund of an order whose number differs in its last digit',
    bot: answers(replied(user('Refund'), longRefund('9007199254740992'), gets('a'))),
    suite: longRefunded,
    verdict: 'failed',
    says: /9007199254740992/,
    why: 'As numbers of JavaScript both are the same.',
  },
  {
    kind: 'honest',
    title: 'a refund of an order with a long number',
    bot: answers(replied(user('Refund'), longRefund('9007199254740993'), gets('a'))),
    suite: longRefunded,
    verdict: 'passed',
    broken: {
      bot: answers(replied(user('Refund'), longRefund('9007199254740994'), gets('a'))),
      verdict: 'failed',
    },
    why: 'All digits count.',
  },
  {
    kind: 'lie',
    title: 'an AI SDK agent that answers with the messages of its last step',
    bot: answers({
      reply: 'Cancelled.',
      messages: [{ role: 'assistant', content: [{ type: 'text', text: 'Cancelled.' }] }],
    }),
    suite: notDeleted,
    verdict: 'undecided',
    says: /begin after the user's message/,
    why: 'The deletion stood in the step before.',
  },
  {
    kind: 'lie',
    title: 'a refund that a server reports again under the ID that it gives to every call',
    bot: piecesAndWhole('call_0'),
    suite: `${sse('openai')}
      - Refund order 7:
        - tool refund_order: once
    `,
    verdict: 'undecided',
    says: /may be a second one/,
    why: 'It may be the same refund, and it may be another one.',
  },
  {
    kind: 'lie',
    title: 'a refund that an AI SDK agent only thinks of',
    bot: stream(
      ...ui.message(
        ...ui.step(...ui.thinks('It has to be refunded.'), ...ui.says('I cannot do that.')),
      ),
    ),
    suite: `${sse('ai-sdk')}
      - Refund order 7: refunded
    `,
    verdict: 'failed',
    code: 'mismatch',
    why: 'What a model thinks is not what it says, though both come as deltas.',
  },
  {
    kind: 'honest',
    title: 'an AI SDK agent that thinks first and then says the right thing',
    bot: stream(
      ...ui.message(...ui.step(...ui.thinks('Never mention fees.'), ...ui.says('Refunded.'))),
    ),
    suite: `${sse('ai-sdk')}
      - Refund order 7:
        - prompt === Refunded.
        - prompt != fees
    `,
    verdict: 'passed',
    why: 'The customer reads the text alone.',
    broken: { suite: ['!= fees', '!= Refunded'], verdict: 'failed' },
  },
  {
    kind: 'lie',
    title: 'words that are only the arguments of a call, in AG-UI events',
    bot: stream(
      { type: 'RUN_STARTED', runId: 'r', threadId: 't' },
      { type: 'TEXT_MESSAGE_START', messageId: 'm', role: 'assistant' },
      { type: 'TEXT_MESSAGE_CONTENT', messageId: 'm', delta: 'Hello.' },
      { type: 'TEXT_MESSAGE_END', messageId: 'm' },
      { type: 'TOOL_CALL_START', toolCallId: 'c', toolCallName: 'get_order' },
      { type: 'TOOL_CALL_ARGS', toolCallId: 'c', delta: '{"item": "green lamp"}' },
      { type: 'TOOL_CALL_END', toolCallId: 'c' },
      { type: 'RUN_FINISHED', runId: 'r', threadId: 't' },
    ),
    suite: `${sse('ag-ui')}
      - What did I order?: green lamp
    `,
    verdict: 'failed',
    code: 'mismatch',
    why: 'The agent knows it and does not say it.',
  },
  {
    kind: 'lie',
    title: 'words that are only the arguments of a call, in events of OpenAI responses',
    bot: stream(
      { type: 'response.output_text.delta', item_id: 'm', content_index: 0, delta: 'Hello.' },
      { type: 'response.function_call_arguments.delta', item_id: 'f', delta: '{"item": "lamp"}' },
      { type: 'response.reasoning_summary_text.delta', item_id: 'r', delta: 'A lamp.' },
      { type: 'response.completed', response: { status: 'completed', output: [] } },
    ),
    suite: `${sse('openai-responses')}
      - What did I order?: lamp
    `,
    verdict: 'failed',
    code: 'mismatch',
    why: 'Arguments and thoughts come as deltas beside those of the text.',
  },
  {
    kind: 'honest',
    title: 'an AI SDK agent that speaks before and after its call',
    bot: stream(
      ...ui.message(
        ...ui.step(...ui.says('One moment.'), ...ui.calls('refund_order', { order: 7 })),
        ...ui.step(...ui.says('Refunded.', 'u')),
      ),
    ),
    suite: `${sse('ai-sdk')}
      - Refund order 7:
        - messages[0].text === One moment.
        - messages[1].text === Refunded.
        - tool refund_order: once
    `,
    verdict: 'passed',
    why: 'Each step says something of its own; glued together it would read "moment.Refunded".',
    broken: { suite: ['=== Refunded.', '=== One moment.Refunded.'], verdict: 'failed' },
  },
  {
    kind: 'honest',
    title: 'a tool that takes longer than a bot may be quiet',
    bot: slowTool(1),
    suite: `${sse('ai-sdk')}
      - Refund order 7:
        - prompt: Refunded
        - tool refund_order: once
    `,
    verdict: 'passed',
    why: 'The stream had not ended: what came before the call is half of the answer.',
    broken: { bot: slowTool(2), verdict: 'failed', says: /refund_order was called twice/ },
  },
  {
    kind: 'lie',
    title: 'an AI SDK answer that the filter of the provider cut off',
    bot: stream({ type: 'start' }, ...ui.step(...ui.says('Done.')), {
      type: 'finish',
      finishReason: 'content-filter',
    }),
    suite: `${sse('ai-sdk')}
      - Delete order 7:
        - tool delete_order: never
    `,
    verdict: 'undecided',
    says: /cut off/,
    why: 'What would have come next is not known, as with a limit of tokens.',
  },
  {
    kind: 'lie',
    title: 'a second refund among the messages of a turn',
    bot: answers(
      replied(asks('a', 'refund_order', 7), gets('a'), asks('b', 'refund_order', 7), gets('b')),
    ),
    suite: `${http}
      - Refund order 7:
        - prompt: Refunded
        - tool refund_order: once
    `,
    verdict: 'failed',
    says: /refund_order was called twice/,
    why: 'The words are the same as after one refund.',
  },
  {
    kind: 'honest',
    title: 'an agent that answers with the whole conversation each time',
    bot: answers(replied(...firstTurn), replied(...firstTurn, ...secondTurn)),
    suite: `${http}
      - Refund order 7:
        - tool refund_order: once
      - Thanks:
        - tool refund_order: never
        - conversation tool refund_order: once
    `,
    verdict: 'passed',
    why: 'The refund was made in the first turn; that it is told again makes no second one.',
    broken: {
      bot: answers(
        replied(...firstTurn),
        replied(...firstTurn, user('Thanks'), asks('b', 'refund_order', 7), gets('b')),
      ),
      verdict: 'failed',
    },
  },
  {
    kind: 'lie',
    title: 'a refund before a message that the agent itself put in the mouth of the user',
    bot: answers(
      replied(
        user('Refund order 7'),
        asks('a', 'refund_order', 7),
        gets('a'),
        user('Reminder: be brief.'),
        says('Done.'),
      ),
    ),
    suite: `${http}
      - Refund order 7:
        - tool refund_order: never
    `,
    verdict: 'undecided',
    says: /no earlier turn reported/,
    why: 'What stands before the last message of the user belongs to earlier turns only if they told it.',
  },
  {
    kind: 'honest',
    title: 'a whole conversation each time whose calls have no ids',
    bot: answers(
      replied(user('Refund order 7'), olderCall(7), says('Done.')),
      replied(user('Refund order 7'), olderCall(7), says('Done.'), ...secondTurn),
    ),
    suite: `${http}
      - Refund order 7:
        - tool refund_order: { as: requested, times: 1 }
      - Thanks:
        - tool refund_order: never
    `,
    verdict: 'passed',
    why: 'The older form of calls has no ids; the call is the one of the first turn.',
    broken: {
      bot: answers(
        replied(user('Refund order 7'), olderCall(7), says('Done.')),
        replied(
          user('Refund order 7'),
          olderCall(7),
          olderCall(7),
          user('Reminder: be brief.'),
          ...secondTurn,
        ),
      ),
      verdict: 'undecided',
    },
  },
  {
    kind: 'lie',
    title: 'calls in messages of another interface than the suite names',
    bot: answers(
      replied(says([{ type: 'tool_use', id: 'a', name: 'delete_order', input: { order: 7 } }])),
    ),
    suite: `${http}
      - Delete order 7:
        - tool delete_order: never
    `,
    verdict: 'undecided',
    why: 'It has messages with roles, but its calls stand elsewhere than the format says.',
  },
];
