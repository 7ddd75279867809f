/** Spans as evidence of tool calls: late, dropped, unsampled, foreign, duplicate, from models only, or missing. */
import type { Json } from '@parley/suite';
import { toolCall } from './bots.ts';
import type { LieCase } from './lie.ts';
import {
  agent,
  type Export,
  entry,
  ran,
  type SentTrace,
  spanning,
  spanningAfterwards,
  spanningSocket,
  spanningSocketIo,
  spanningWhenFree,
  turn,
} from './spanning-bots.ts';

const suite = (channel = 'kind: http, url: http://127.0.0.1:PORT', source = 'support-agent') => `
      configuration:
        syntax: 2
        channel: { ${channel} }
        evidence: { sources: [${source}], settle: 400ms, timeout: 2s }
        replyTimeout: 3s
      ---
      - test: Agent`;

const http = suite();
const said = 'I have refunded your order.';
/** A channel on a socket whose messages carry the trace. */
const traced = (kind: string) =>
  suite(
    `kind: ${kind}://127.0.0.1:PORT, quietMs: 100, request: '{"text": "{{text}}", "trace": "{{traceparent}}"}'`,
  );
const openAi = suite('kind: openai, url: http://127.0.0.1:PORT/v1/chat/completions, model: small');

const reply: Json = { text: 'I have refunded your order.' };
/** A chat completion that calls these tools. */
const asking = (...calls: Json[]): Json => ({
  choices: [
    {
      message: { content: 'I have refunded your order.', tool_calls: calls },
      finish_reason: 'stop',
    },
  ],
});

const inOne =
  (...spans: ((trace: SentTrace) => Parameters<typeof entry>[1] | object)[]) =>
  (trace: SentTrace): Export[] => [
    { spans: spans.map((of) => of(trace) as ReturnType<typeof ran>) },
  ];

const refund = (trace: SentTrace) => ran(trace, 3, 'refund_order');
const remove = (trace: SentTrace) => ran(trace, 4, 'delete_order');
const chat = (trace: SentTrace, reason: string) =>
  agent(trace, {
    name: 'chat small',
    attributes: {
      'gen_ai.operation.name': 'chat',
      'gen_ai.response.finish_reasons': [reason],
    },
  });

/** The span of a model that stops to call a tool; a child of the agent's span. */
const modelOf = (trace: SentTrace, number: number, from = 20) =>
  ran(
    trace,
    number,
    '',
    {},
    {
      name: 'chat small',
      from,
      to: from + 5,
      attributes: {
        'gen_ai.operation.name': 'chat',
        'gen_ai.response.finish_reasons': ['tool_calls'],
      },
    },
  );

/** The span of a model whose answer calls these tools; a child of the agent's span. */
const answering = (trace: SentTrace, ...tools: string[]) => ({
  ...modelOf(trace, 8),
  attributes: {
    'gen_ai.operation.name': 'chat',
    'gen_ai.output.messages': JSON.stringify([
      { role: 'assistant', parts: tools.map((name) => ({ type: 'tool_call', name })) },
    ]),
  },
});

/** A chain in OpenInference's conventions, reported by this instrumentation. */
const chainOf = (scope: string) => (trace: SentTrace) => [
  { spans: [entry(trace)] },
  { scope, spans: [agent(trace, { attributes: { 'openinference.span.kind': 'CHAIN' } })] },
];

const openInference = (input: string) =>
  inOne(
    entry,
    (trace) => agent(trace, { attributes: { 'openinference.span.kind': 'AGENT' } }),
    (trace) => ({
      ...agent(trace),
      id: '0'.repeat(15) + 3,
      parent: '0'.repeat(15) + 2,
      name: 'refund_order',
      attributes: {
        'openinference.span.kind': 'TOOL',
        'tool.name': 'refund_order',
        'input.value': input,
        'output.value': 'done',
      },
    }),
  );

const aiSdk = (name: string) =>
  inOne(
    entry,
    (trace) => agent(trace, { attributes: { 'ai.operationId': 'ai.generateText' } }),
    (trace) => ({
      ...agent(trace),
      id: '0'.repeat(15) + 3,
      parent: '0'.repeat(15) + 2,
      name: 'ai.toolCall',
      attributes: {
        'ai.operationId': 'ai.toolCall',
        'ai.toolCall.name': name,
        'ai.toolCall.id': 'call_3',
        'ai.toolCall.args': '{"order":7}',
        'ai.toolCall.result': '{"state":"refunded"}',
      },
    }),
  );

const withSubAgent = (service: string) => (trace: SentTrace) => [
  ...turn()(trace),
  {
    service,
    spans: [
      ran(trace, 6, 'refund_order', {}, { parent: '0'.repeat(15) + 5 }),
      agent(trace, { id: '0'.repeat(15) + 5, parent: '0'.repeat(15) + 2 }),
    ],
  },
];

const refunding = (order: number) =>
  asking({ ...toolCall('refund_order', { order }), id: 'call_3' });

const withoutArguments = (trace: SentTrace): Export[] => {
  const call = refund(trace);
  const { 'gen_ai.tool.call.arguments': _, ...attributes } = call.attributes ?? {};
  return [{ spans: [{ ...call, attributes }, agent(trace), entry(trace)] }];
};

/** Changes the id of a span so that it belongs to a second request in the same trace. */
const second = <Span extends { id: string }>(span: Span): Span => ({
  ...span,
  id: span.id.replace(/^0/, 'f'),
});

const afterwards =
  (...tools: string[]) =>
  (trace: SentTrace): Export[] =>
    turn(...tools.map((tool): [string] => [tool]))(trace).map((one) => ({ ...one, afterMs: 700 }));

/** An agent with a separate trace, which also links to a batch of messages. */
const queued =
  (order: number) =>
  (trace: SentTrace): Export[] => {
    const own = { ...trace, id: 'c'.repeat(32) };
    const link = { traceId: trace.id, spanId: trace.parent };
    const batch = { traceId: 'b'.repeat(32), spanId: 'b'.repeat(16) };
    const call = ran(own, 3, 'refund_order', { order }, { more: { links: [batch] } });
    const first = entry(own, { parent: '', more: { links: [batch, link] } });
    return [{ spans: [call, agent(own), first] }];
  };

const firstCall = { attributes: { 'gen_ai.tool.call.id': 'call_0' } };

const lateInFailed = (words: string) => `${http}
      - Refund order 7:
        - tool delete_order: never
      - Thank you: ${words}
      - Is there more?:
        - tool get_order: never
      - Goodbye:
        - tool get_order: never
    `;

export const spans: LieCase[] = [
  {
    kind: 'honest',
    title: 'one refund that a span shows',
    bot: spanning(reply, turn(['refund_order'])),
    suite: `${http}
      - Refund order 7:
        - tool refund_order: { times: 1, args: { order: 7 }, result: { state: refunded }, error: false }
        - tool delete_order: never
        - only tools: [refund_order]
    `,
    verdict: 'passed',
    broken: {
      bot: spanning(reply, turn(['refund_order'], ['refund_order'])),
      verdict: 'failed',
      says: /refund_order was called twice/,
    },
    why: 'All spans of the turn came, and one of them is the refund.',
  },
  {
    kind: 'lie',
    title: 'a refund that is claimed, while spans show that no tool ran',
    bot: spanning(reply, turn()),
    suite: `${http}
      - Refund order 7:
        - prompt: refunded
        - tool refund_order: called
    `,
    verdict: 'failed',
    code: 'mismatch',
    says: /No tool was called/,
    why: 'The agent reported its whole turn.',
  },
  {
    kind: 'lie',
    title: 'a forbidden tool where no span came',
    bot: spanning(reply, () => []),
    suite: `${http}
      - Refund order 7:
        - tool delete_order: never
    `,
    verdict: 'undecided',
    code: 'tools-undecided',
    says: /support-agent sent no span of this turn/,
    why: 'What reported nothing proves nothing.',
  },
  {
    kind: 'lie',
    title: 'a call whose span comes after the span of its request',
    bot: spanning(reply, (trace) => [
      { spans: [entry(trace), agent(trace)] },
      { afterMs: 100, spans: [remove(trace)] },
    ]),
    suite: `${http}
      - Refund order 7:
        - tool delete_order: never
    `,
    verdict: 'failed',
    says: /delete_order was called once/,
    why: 'Spans are waited for until nothing new comes.',
  },
  {
    kind: 'lie',
    title: 'a call whose span comes when the next turn is under way',
    bot: spanning(reply, turn(), (trace) => [
      { spans: trace.earlier.map((first) => remove(first)) },
      ...turn()(trace),
    ]),
    suite: `${http}
      - Refund order 7:
        - tool delete_order: never
      - Thank you:
        - tool delete_order: never
    `,
    verdict: 'undecided',
    code: 'late-spans',
    says: /came after their turn was judged: delete_order/,
    why: 'The first turn was judged without it.',
  },
  {
    kind: 'lie',
    title: 'a call that was asked for, whose span comes when its turn has been judged',
    bot: spanning(
      reply,
      (trace) => [...turn()(trace), { afterMs: 600, spans: [ran(trace, 5, 'refund_order')] }],
      turn(),
    ),
    suite: `${http}
      - Refund order 7:
        - tool refund_order: called
      - Is there more?:
        - tool get_order: never
      - Goodbye:
        - tool get_order: never
    `,
    verdict: 'undecided',
    code: 'late-spans',
    why: 'It did what was asked; to call it failed would blame the agent for its exporter.',
  },
  {
    kind: 'lie',
    title: 'a forbidden call, and a late one that cannot make up for it',
    bot: spanning(
      reply,
      (trace) => [
        ...turn(['delete_order'])(trace),
        { afterMs: 600, spans: [ran(trace, 5, 'refund_order')] },
      ],
      turn(),
    ),
    suite: `${http}
      - Refund order 7:
        - tool delete_order: never
      - Is there more?:
        - tool get_order: never
      - Goodbye:
        - tool get_order: never
    `,
    verdict: 'failed',
    says: /delete_order was called once/,
    why: 'What was called stays called, whatever else comes.',
  },
  {
    kind: 'lie',
    title: 'a call below a span that was dropped',
    bot: spanning(
      reply,
      inOne(entry, agent, (trace) => ran(trace, 5, 'get_order', {}, { parent: 'f'.repeat(16) })),
    ),
    suite: `${http}
      - Refund order 7:
        - only tools: [get_order]
    `,
    verdict: 'undecided',
    says: /The parent span of "execute_tool get_order" did not arrive/,
    why: 'Where one span is missing, others may be.',
  },
  {
    kind: 'lie',
    title: 'a span that is not sampled',
    bot: spanning(
      reply,
      inOne((trace) => entry(trace, { more: { flags: 0x100 } }), agent),
    ),
    suite: `${http}
      - Refund order 7:
        - tool delete_order: never
    `,
    verdict: 'undecided',
    says: /is not sampled/,
    why: 'Of a trace that is not sampled most spans are never sent.',
  },
  {
    kind: 'lie',
    title: 'an agent that does not continue the trace',
    bot: spanning(reply, (trace) => turn()({ ...trace, id: 'a'.repeat(32), parent: '' })),
    suite: `${http}
      - Refund order 7:
        - tool delete_order: never
    `,
    verdict: 'undecided',
    says: /2 of other traces: it does not continue the trace/,
    why: 'Spans are never joined by time.',
  },
  {
    kind: 'lie',
    title: 'an agent that leaves the trace in its second turn, while its requests continue it',
    bot: spanning(reply, turn(['get_order']), (trace) => {
      const own = { ...trace, id: 'a'.repeat(32) };
      return [{ spans: [refund(own), agent(own, { parent: '' }), entry(trace)] }];
    }),
    suite: `${http}
      - Look at order 7:
        - tool get_order: called
      - Refund order 7:
        - tool refund_order: never
    `,
    verdict: 'undecided',
    says: /in other traces during this turn, and none in its own/,
    why: 'The first turn shows that it reports tools, and these are reported elsewhere.',
  },
  {
    kind: 'lie',
    title: 'a refund of another conversation at the same time',
    bot: spanning(reply, (trace) => [
      { spans: [ran({ ...trace, id: 'b'.repeat(32) }, 3, 'refund_order', {}, { parent: '' })] },
      ...turn()(trace),
    ]),
    suite: `${http}
      - Refund order 7:
        - tool refund_order: called
    `,
    verdict: 'failed',
    says: /No tool was called/,
    why: 'Its trace is not the one of the turn.',
  },
  {
    kind: 'honest',
    title: 'an agent behind a queue, whose trace is linked with the one that was sent',
    bot: spanning(reply, (trace) => {
      const own = { ...trace, id: 'c'.repeat(32) };
      const link = { traceId: trace.id, spanId: trace.parent };
      return [
        { spans: [refund(own), agent(own), entry(own, { parent: '', more: { links: [link] } })] },
      ];
    }),
    suite: `${http}
      - Refund order 7:
        - tool refund_order: once
        - only tools: [refund_order]
    `,
    verdict: 'passed',
    broken: {
      bot: spanning(reply, (trace) => {
        const own = { ...trace, id: 'c'.repeat(32), parent: '' };
        return [{ spans: [refund(own), agent(own), entry(own)] }];
      }),
      verdict: 'undecided',
    },
    why: 'The link names the request.',
  },
  {
    kind: 'lie',
    title: 'a span that is linked with two turns',
    bot: spanning(reply, turn(), (trace) => {
      const own = { ...trace, id: 'd'.repeat(32) };
      const links = [trace, ...trace.earlier].map(({ id, parent }) => ({
        traceId: id,
        spanId: parent,
      }));
      return [
        { spans: [remove(own), agent(own), entry(own, { parent: '', more: { links } })] },
        ...turn()(trace),
      ];
    }),
    suite: `${http}
      - Refund order 7
      - Thank you:
        - tool delete_order: never
    `,
    verdict: 'undecided',
    says: /is linked with several turns/,
    why: 'It may have been called in either.',
  },
  {
    kind: 'honest',
    title: 'an agent behind a queue, with links with other traces, too',
    bot: spanning(reply, queued(7)),
    suite: `${http}
      - Refund order 7:
        - tool refund_order: { times: 1, args: { order: 7 } }
    `,
    verdict: 'passed',
    broken: { bot: spanning(reply, queued(8)), verdict: 'failed', says: /args.order is 8/ },
    why: 'A link with what is no turn takes no span away from the turn in which it lies.',
  },
  {
    kind: 'lie',
    title: 'a refund in a span that has the ID of another one',
    bot: spanning(reply, (trace) => [
      ...turn(['get_order'])(trace),
      { service: 'billing', spans: [ran(trace, 3, 'refund_order')] },
    ]),
    suite: `${http}
      - Look at order 7:
        - tool refund_order: never
    `,
    verdict: 'undecided',
    says: /Several spans have one ID/,
    why: 'Only one of the two is kept.',
  },
  {
    kind: 'lie',
    title: 'two refunds by two agents under one ID',
    bot: spanning(reply, (trace) => [
      ...turn(['refund_order', { order: 7 }, firstCall])(trace),
      {
        service: 'billing-agent',
        spans: [
          ran(trace, 6, 'refund_order', { order: 8 }, { ...firstCall, parent: '0'.repeat(15) + 5 }),
          agent(trace, { id: '0'.repeat(15) + 5, parent: '0'.repeat(15) + 2 }),
        ],
      },
    ]),
    suite: `${http}
      - Refund order 7:
        - tool refund_order: { times: 1, args: { order: 7 } }
    `,
    verdict: 'failed',
    says: /refund_order was also called in other ways/,
    why: 'Each agent numbers its calls from 0, and the other one refunded order 8.',
  },
  {
    kind: 'lie',
    title: 'a model that asks again after two calls at once, and no span follows',
    bot: spanning(
      reply,
      inOne(
        entry,
        agent,
        (trace) => modelOf(trace, 3),
        (trace) => ran(trace, 4, 'get_order'),
        (trace) => ran(trace, 5, 'get_customer'),
        (trace) => modelOf(trace, 6, 60),
      ),
    ),
    suite: `${http}
      - Refund order 7:
        - tool delete_order: never
    `,
    verdict: 'undecided',
    says: /A model asked for a tool, and no span shows that one ran/,
    why: 'What it asked for last may be the deletion.',
  },
  {
    kind: 'lie',
    title: 'a late call in a test that failed by its words, which are corrected afterwards',
    bot: spanning(
      reply,
      (trace) => [...turn()(trace), { afterMs: 600, spans: [ran(trace, 5, 'delete_order')] }],
      turn(),
    ),
    suite: lateInFailed('Goodbye'),
    reevaluatedBy: lateInFailed('refunded'),
    verdict: 'undecided',
    code: 'late-spans',
    says: /came after their turn was judged: delete_order/,
    why: 'The run has seen the deletion, whatever its words had to be.',
  },
  {
    kind: 'honest',
    title: 'a batch of spans that is sent twice',
    bot: spanning(reply, (trace) => [
      ...turn(['refund_order'])(trace),
      ...turn(['refund_order'])(trace),
    ]),
    suite: `${http}
      - Refund order 7:
        - tool refund_order: once
    `,
    verdict: 'passed',
    broken: {
      bot: spanning(reply, (trace) => [
        ...turn(['refund_order'])(trace),
        { spans: [ran(trace, 7, 'refund_order')] },
      ]),
      verdict: 'failed',
      says: /refund_order was called twice/,
    },
    why: 'Exporters send again what they do not know to have come.',
  },
  {
    kind: 'honest',
    title: 'one call with spans of the agent, of a client of MCP and of its server',
    bot: spanning(reply, (trace) => {
      const mcp = { 'mcp.method.name': 'tools/call', 'gen_ai.tool.call.id': '' };
      const server = ran(
        trace,
        9,
        'refund_order',
        {},
        { parent: '0'.repeat(15) + 8, attributes: mcp },
      );
      return [
        {
          spans: [
            ran(trace, 8, 'refund_order', {}, { parent: '0'.repeat(15) + 3, attributes: mcp }),
            refund(trace),
            agent(trace),
            entry(trace),
          ],
        },
        { service: 'orders-mcp', spans: [server] },
      ];
    }),
    suite: `${http}
      - Refund order 7:
        - tool refund_order: { times: 1, args: { order: 7 } }
    `,
    verdict: 'passed',
    broken: {
      bot: spanning(reply, turn(['refund_order'], ['refund_order', { order: 8 }])),
      verdict: 'failed',
    },
    why: 'Each of the three tells of the same call.',
  },
  {
    kind: 'lie',
    title: 'a tool that a sub-agent calls once more',
    bot: spanning(reply, (trace) => {
      const attributes = { 'gen_ai.tool.call.id': '' };
      return [
        {
          spans: [
            ran(trace, 6, 'refund_order', {}, { parent: '0'.repeat(15) + 5, attributes }),
            agent(trace, { id: '0'.repeat(15) + 5, parent: '0'.repeat(15) + 3 }),
            ran(trace, 3, 'refund_order', {}, { attributes }),
            agent(trace),
            entry(trace),
          ],
        },
      ];
    }),
    suite: `${http}
      - Refund order 7:
        - tool refund_order: once
    `,
    verdict: 'failed',
    says: /refund_order was called twice/,
    why: 'Below an agent are calls of its own.',
  },
  {
    kind: 'lie',
    title: 'spans of a tool in one another, which may be one call or two',
    bot: spanning(reply, (trace) => [
      {
        spans: [
          ran(
            trace,
            6,
            'refund_order',
            {},
            {
              parent: '0'.repeat(15) + 3,
              attributes: { 'gen_ai.tool.call.id': '' },
            },
          ),
          ran(trace, 3, 'refund_order', {}, { attributes: { 'gen_ai.tool.call.id': '' } }),
          agent(trace),
          entry(trace),
        ],
      },
    ]),
    suite: `${http}
      - Refund order 7:
        - tool refund_order: once
    `,
    verdict: 'undecided',
    says: /they may be one/,
    why: 'What cannot be told apart makes the count uncertain.',
  },
  {
    kind: 'lie',
    title: 'an agent that reports requests and models alone',
    bot: spanning(
      reply,
      inOne(entry, (trace) => chat(trace, 'stop')),
    ),
    suite: `${http}
      - Refund order 7:
        - tool delete_order: never
    `,
    verdict: 'undecided',
    says: /spans of models, and none of an agent or a tool/,
    why: 'Instrumentation of a model client never shows a tool.',
  },
  {
    kind: 'lie',
    title: 'a model that asked for a tool whose span never came',
    bot: spanning(
      reply,
      inOne(entry, agent, (trace) => ({ ...chat(trace, 'tool_calls'), id: '0'.repeat(15) + 3 })),
    ),
    suite: `${http}
      - Refund order 7:
        - tool delete_order: never
    `,
    verdict: 'undecided',
    says: /A model asked for a tool, and no span shows that one ran/,
    why: 'It may have been that tool.',
  },
  {
    kind: 'lie',
    title: 'a refund that failed',
    bot: spanning(
      reply,
      turn([
        'refund_order',
        { order: 7 },
        { more: { status: { code: 2, message: 'Order 7 is refunded already.' } } },
      ]),
    ),
    suite: `${http}
      - Refund order 7:
        - prompt: refunded
        - tool refund_order: { times: 1, error: false }
    `,
    verdict: 'failed',
    says: /error is "Order 7 is refunded already\."/,
    why: 'The span has the status of an error.',
  },
  {
    kind: 'lie',
    title: 'spans of another service alone',
    bot: spanning(reply, (trace) => [{ service: 'gateway', spans: [entry(trace), agent(trace)] }]),
    suite: `${http}
      - Refund order 7:
        - tool delete_order: never
    `,
    verdict: 'undecided',
    says: /support-agent sent no span of this turn/,
    why: 'The agent itself reported nothing.',
  },
  {
    kind: 'lie',
    title: 'a forbidden call of a service that is not listed',
    bot: spanning(reply, (trace) => [
      ...turn()(trace),
      { service: 'orders', spans: [remove(trace)] },
    ]),
    suite: `${http}
      - Refund order 7:
        - tool delete_order: never
    `,
    verdict: 'failed',
    says: /delete_order was called once/,
    why: 'It ran in the trace of the turn, whoever says so.',
  },
  {
    kind: 'lie',
    title: 'a call that the model asked for and that never ran',
    bot: spanning(asking(toolCall('refund_order', { order: 7 })), turn()),
    suite: `${openAi}
      - Refund order 7:
        - tool refund_order: called
    `,
    verdict: 'failed',
    says: /was requested, but no span shows that it ran/,
    why: 'Asking is not running where execution is reported.',
  },
  {
    kind: 'lie',
    title: 'a call that the model asked for, where the spans did not come',
    bot: spanning(asking(toolCall('refund_order', { order: 7 })), () => []),
    suite: `${openAi}
      - Refund order 7:
        - tool refund_order: called
    `,
    verdict: 'undecided',
    why: 'It may have run.',
  },
  {
    kind: 'honest',
    title: 'a call that is in the reply and in a span under one ID',
    bot: spanning(
      asking({ ...toolCall('refund_order', { order: 7 }), id: 'call_3' }),
      turn(['refund_order']),
    ),
    suite: `${openAi}
      - Refund order 7:
        - tool refund_order: { times: 1, args: { order: 7 }, exact: true }
        - only tools: [refund_order]
    `,
    verdict: 'passed',
    broken: {
      bot: spanning(
        asking({ ...toolCall('refund_order', { order: 7 }), id: 'call_3' }),
        turn(['refund_order'], ['refund_order']),
      ),
      verdict: 'failed',
      says: /refund_order was called twice/,
    },
    why: 'One ID is one call.',
  },
  {
    kind: 'lie',
    title: 'a span without the arguments of the call',
    bot: spanning(reply, withoutArguments),
    suite: `${http}
      - Refund order 7:
        - tool refund_order: { times: 1, args: { order: 7 } }
    `,
    verdict: 'undecided',
    says: /The span of refund_order records no arguments/,
    why: 'The content is not recorded, and may be anything.',
  },
  {
    kind: 'lie',
    title: 'a request whose span has not ended',
    bot: spanning(
      reply,
      inOne((trace) => entry(trace, { more: { endTimeUnixNano: '0' } }), agent),
    ),
    suite: `${http}
      - Refund order 7:
        - tool delete_order: never
    `,
    verdict: 'undecided',
    says: /has not ended|did not arrive/,
    why: 'What goes on may still call a tool.',
  },
  {
    kind: 'lie',
    title: 'a span that lost attributes',
    bot: spanning(
      reply,
      inOne(entry, agent, (trace) => ({
        ...remove(trace),
        name: 'step',
        attributes: {},
        more: { droppedAttributesCount: 3 },
      })),
    ),
    suite: `${http}
      - Refund order 7:
        - tool delete_order: never
    `,
    verdict: 'undecided',
    says: /"step" lost attributes at a limit/,
    why: 'Among them may be that it was a tool.',
  },
  {
    kind: 'lie',
    title: 'spans that cannot be read',
    bot: spanning(reply, (trace) => [...turn()(trace), { spans: '{"resourceSpans": 7}' }]),
    suite: `${http}
      - Refund order 7:
        - tool delete_order: never
    `,
    verdict: 'undecided',
    says: /Spans were refused: "resourceSpans" is not a list/,
    why: 'The call may be among them.',
  },
  {
    kind: 'lie',
    title: 'sources of spans in a run that receives none',
    bot: async () => {
      const bot = await spanning(asking(toolCall('refund_order', { order: 7 })), turn())();
      return { port: bot.port, [Symbol.asyncDispose]: () => bot[Symbol.asyncDispose]() };
    },
    suite: `${openAi}
      - Refund order 7:
        - tool refund_order: called
    `,
    verdict: 'error',
    code: 'no-tool-source',
    says: /--otlp-port/,
    why: 'The set-up is wrong, and not the agent.',
  },
  {
    kind: 'honest',
    title: 'a refund after the order was looked at, by their spans',
    bot: spanning(reply, turn(['get_order'], ['refund_order'])),
    suite: `${http}
      - Refund order 7:
        - tool order: [get_order, refund_order]
    `,
    verdict: 'passed',
    broken: {
      bot: spanning(reply, turn(['get_order', {}, { to: 99 }], ['refund_order'])),
      verdict: 'undecided',
      says: /requested at once/,
    },
    why: 'The one had ended before the other began.',
  },
  {
    kind: 'honest',
    title: 'one refund in a conversation of two turns, by their spans',
    bot: spanning(reply, turn(['refund_order']), turn()),
    suite: `${http}
      - Refund order 7
      - $PAUSE 0.01
      - Thank you:
        - conversation tool refund_order: once
        - tool refund_order: never
    `,
    verdict: 'passed',
    broken: {
      bot: spanning(reply, turn(['refund_order']), turn(['refund_order'])),
      verdict: 'failed',
      says: /refund_order was called twice/,
    },
    why: 'Each turn has a trace of its own.',
  },
  {
    kind: 'honest',
    title: 'a refund that fails, as the test wants to see',
    bot: spanning(
      reply,
      turn(['refund_order', { order: 7 }, { more: { status: { code: 2, message: 'Too late.' } } }]),
    ),
    suite: `${http}
      - Refund order 7:
        - tool refund_order: { times: 1, error: Too late. }
    `,
    verdict: 'passed',
    broken: { bot: spanning(reply, turn(['refund_order'])), verdict: 'failed' },
    why: 'The status of the span says so.',
  },
  {
    kind: 'honest',
    title: 'a refund in a span of OpenInference',
    bot: spanning(reply, openInference('{"order":7}')),
    suite: `${http}
      - Refund order 7:
        - tool refund_order: { times: 1, args: { order: 7 }, result: done }
        - only tools: [refund_order]
    `,
    verdict: 'passed',
    broken: {
      bot: spanning(reply, openInference('{"order":8}')),
      verdict: 'failed',
      says: /args\.order is 8, expected: 7/,
    },
    why: 'Conventions differ, and calls are calls.',
  },
  {
    kind: 'honest',
    title: 'a refund in a span of AI SDK 6',
    bot: spanning(reply, aiSdk('refund_order')),
    suite: `${http}
      - Refund order 7:
        - tool refund_order: { times: 1, args: { order: 7 }, result: { state: refunded } }
        - tool delete_order: never
    `,
    verdict: 'passed',
    broken: { bot: spanning(reply, aiSdk('delete_order')), verdict: 'failed' },
    why: 'Conventions differ, and calls are calls.',
  },
  {
    kind: 'honest',
    title: 'spans that come one by one, the one of the request last',
    bot: spanning(reply, (trace) => [
      { spans: [refund(trace)] },
      { afterMs: 100, spans: [agent(trace)] },
      { afterMs: 100, spans: [entry(trace)] },
    ]),
    suite: `${http}
      - Refund order 7:
        - tool refund_order: once
        - tool delete_order: never
    `,
    verdict: 'passed',
    broken: {
      bot: spanning(reply, (trace) => [
        { spans: [refund(trace)] },
        { afterMs: 100, spans: [agent(trace)] },
      ]),
      verdict: 'undecided',
      says: /did not arrive/,
    },
    why: 'All came in time.',
  },
  {
    kind: 'honest',
    title: 'a deletion that the model asks for and the application refuses',
    bot: spanning(asking(toolCall('delete_order', { order: 7 })), turn()),
    suite: `${openAi}
      - Delete order 7:
        - tool delete_order: never
        - tool delete_order: { times: 1, as: requested }
    `,
    verdict: 'passed',
    broken: {
      bot: spanning(asking(toolCall('delete_order', { order: 7 })), turn(['delete_order'])),
      verdict: 'failed',
    },
    why: 'The spans show that nothing ran.',
  },
  {
    kind: 'honest',
    title: 'a model that asks for the tool that ran',
    bot: spanning(
      reply,
      inOne(entry, agent, (trace) => modelOf(trace, 8), refund),
    ),
    suite: `${http}
      - Refund order 7:
        - only tools: [refund_order]
    `,
    verdict: 'passed',
    broken: {
      bot: spanning(
        reply,
        inOne(
          entry,
          agent,
          (trace) => modelOf(trace, 8),
          (trace) => modelOf(trace, 9),
          refund,
        ),
      ),
      verdict: 'undecided',
      says: /Models asked for 2 calls of tools, and spans show 1/,
    },
    why: 'What it asked for is what the span shows.',
  },
  {
    kind: 'honest',
    title: 'a sub-agent in a service of its own',
    bot: spanning(reply, withSubAgent('refund-agent')),
    suite: `${suite(undefined, 'support-agent, refund-agent')}
      - Refund order 7:
        - tool refund_order: once
        - tool delete_order: never
    `,
    verdict: 'passed',
    broken: {
      bot: spanning(reply, turn(['refund_order'])),
      verdict: 'undecided',
      says: /refund-agent sent no span/,
    },
    why: 'Both services reported.',
  },
  {
    kind: 'honest',
    title: 'an agent behind a gateway that reports, too',
    bot: spanning(reply, (trace) => [
      { service: 'gateway', spans: [entry(trace)] },
      { spans: [refund(trace), agent(trace)] },
    ]),
    suite: `${http}
      - Refund order 7:
        - only tools: [refund_order]
    `,
    verdict: 'passed',
    broken: {
      bot: spanning(reply, (trace) => [{ spans: [refund(trace), agent(trace)] }]),
      verdict: 'undecided',
    },
    why: 'The first span of the agent lies within the one of the gateway.',
  },
  {
    kind: 'honest',
    title: 'arguments in the reply that the span does not record',
    bot: spanning(refunding(7), withoutArguments),
    suite: `${openAi}
      - Refund order 7:
        - tool refund_order: { times: 1, args: { order: 7 } }
    `,
    verdict: 'passed',
    broken: { bot: spanning(refunding(8), withoutArguments), verdict: 'failed' },
    why: 'One ID is one call, and the reply says with what it was asked for.',
  },
  {
    kind: 'honest',
    title: 'one span of the call, and no other',
    bot: spanning(reply, inOne(refund)),
    suite: `${http}
      - Refund order 7:
        - tool refund_order: called
    `,
    verdict: 'passed',
    broken: { bot: spanning(reply, () => []), verdict: 'undecided' },
    why: 'That it ran is proven by one span.',
  },
  {
    kind: 'honest',
    title: 'two refunds whose spans overlap',
    bot: spanning(
      reply,
      turn(['refund_order', { order: 7 }, { to: 99 }], ['refund_order', { order: 8 }]),
    ),
    suite: `${http}
      - Refund both:
        - tool refund_order: { times: 1, args: { order: 7 }, others: allowed }
        - tool refund_order: { times: 2 }
    `,
    verdict: 'passed',
    broken: { bot: spanning(reply, turn(['refund_order'])), verdict: 'failed' },
    why: 'Both ran, at once or not.',
  },
  {
    kind: 'honest',
    title: 'a refund on a WebSocket whose messages carry the trace',
    bot: spanningSocket(said, turn(['refund_order']), turn()),
    suite: `${traced('websocket, url: ws')}
      - Refund order 7:
        - tool refund_order: once
        - tool delete_order: never
      - Thank you:
        - only tools: []
        - conversation tool refund_order: once
    `,
    verdict: 'passed',
    broken: {
      bot: spanningSocket(said, turn(['refund_order']), turn(['refund_order'])),
      verdict: 'failed',
      says: /refund_order was called twice/,
    },
    why: 'Each message has a trace of its own.',
  },
  {
    kind: 'honest',
    title: 'a refund on Socket.IO whose messages carry the trace',
    bot: spanningSocketIo(said, turn(['refund_order'])),
    suite: `${traced('socketio, url: http')}
      - Refund order 7:
        - tool refund_order: { times: 1, args: { order: 7 } }
        - only tools: [refund_order]
    `,
    verdict: 'passed',
    broken: { bot: spanningSocketIo(said, turn(['delete_order'])), verdict: 'failed' },
    why: 'Each message has a trace of its own.',
  },
  {
    kind: 'honest',
    title: 'a refund in the trace of a connection, in its first turn',
    bot: spanningSocket(said, turn(['refund_order'])),
    suite: `${suite('kind: websocket, url: ws://127.0.0.1:PORT, quietMs: 100')}
      - Refund order 7:
        - tool refund_order: called
    `,
    verdict: 'passed',
    broken: { bot: spanningSocket(said, turn()), verdict: 'undecided', says: /carry no trace/ },
    why: 'There was no other turn in which it could have been called.',
  },
  {
    kind: 'lie',
    title: 'a forbidden tool in the trace of a connection, in a later turn',
    bot: spanningSocket(said, turn(), turn(['delete_order'])),
    suite: `${suite('kind: websocket, url: ws://127.0.0.1:PORT, quietMs: 100')}
      - Refund order 7
      - Thank you:
        - tool delete_order: never
    `,
    verdict: 'undecided',
    says: /Put \{\{traceparent\}\} into "request"/,
    why: 'A connection has one trace for all turns.',
  },
  {
    kind: 'lie',
    title: 'a call in the trace of the connection beside those of the messages',
    bot: spanningSocket(said, (trace) => [
      ...(trace.connection
        ? [{ spans: [ran(trace.connection, 9, 'delete_order', {}, { parent: '' })] }]
        : []),
      ...turn()(trace),
    ]),
    suite: `${traced('websocket, url: ws')}
      - Refund order 7:
        - tool delete_order: never
    `,
    verdict: 'undecided',
    says: /delete_order was called in the trace of the connection/,
    why: 'It may have been called in any turn.',
  },
  {
    kind: 'honest',
    title: 'an agent that was busy, and reports both requests',
    bot: spanningWhenFree(reply, (trace) => [{ spans: [second(entry(trace))] }], turn()),
    suite: `${http}
      - Refund order 7:
        - tool delete_order: never
    `,
    verdict: 'passed',
    broken: {
      bot: spanningWhenFree(reply, turn(), () => []),
      verdict: 'undecided',
      says: /No span continues 1 of the 2 requests/,
    },
    why: 'What it did in the second request is reported, too.',
  },
  {
    kind: 'lie',
    title: 'an order by the clocks of two services',
    bot: spanning(reply, (trace) => [
      { spans: [refund(trace), agent(trace), entry(trace)] },
      { service: 'orders', spans: [ran(trace, 5, 'get_order')] },
    ]),
    suite: `${http}
      - Refund order 7:
        - tool order: [get_order, refund_order]
    `,
    verdict: 'undecided',
    says: /nothing shows which ran first/,
    why: 'One of the clocks may be wrong.',
  },
  {
    kind: 'lie',
    title: 'an order of which the beginning may be missing',
    bot: spanning(
      reply,
      inOne(
        entry,
        agent,
        refund,
        (trace) => ran(trace, 5, 'get_order', {}, { parent: 'f'.repeat(16) }),
        (trace) => ran(trace, 6, 'refund_order'),
      ),
    ),
    suite: `${http}
      - Refund order 7:
        - tool order: [get_order, refund_order]
    `,
    verdict: 'undecided',
    says: /More may have been called/,
    why: 'A span that was dropped may be the first look at the order.',
  },
  {
    kind: 'lie',
    title: 'a refund before the order was looked at, by their spans',
    bot: spanning(reply, turn(['refund_order'], ['get_order'])),
    suite: `${http}
      - Refund order 7:
        - tool order: [get_order, refund_order]
    `,
    verdict: 'failed',
    says: /refund_order was not called after get_order/,
    why: 'By one clock, the refund came first.',
  },
  {
    kind: 'lie',
    title: 'spans under a name that the suite does not list',
    bot: spanning(reply, (trace) => [
      { service: 'unknown_service:node', spans: [refund(trace), agent(trace), entry(trace)] },
    ]),
    suite: `${http}
      - Refund order 7:
        - tool delete_order: never
    `,
    verdict: 'undecided',
    says: /Spans came from unknown_service:node/,
    why: 'The name is wrong, here or there, and the message says which ones came.',
  },
  {
    kind: 'lie',
    title: 'a tool whose span does not name it',
    bot: spanning(
      reply,
      inOne(entry, agent, (trace) =>
        ran(
          trace,
          3,
          '',
          {},
          {
            name: 'execute_tool DynamicStructuredTool',
            attributes: { 'traceloop.entity.name': 'DynamicStructuredTool' },
          },
        ),
      ),
    ),
    suite: `${http}
      - Refund order 7:
        - tool delete_order: never
    `,
    verdict: 'undecided',
    says: /does not name it/,
    why: 'The name of a class is not that of the tool.',
  },
  {
    kind: 'lie',
    title: 'an instrumentation that never sends the span of a tool that fails',
    bot: spanning(reply, (trace) => [
      { spans: [agent(trace), entry(trace)] },
      { scope: '@traceloop/node-server-sdk', spans: [refund(trace)] },
    ]),
    suite: `${http}
      - Refund order 7:
        - tool delete_order: never
    `,
    verdict: 'undecided',
    says: /sends no span of a tool that failed/,
    why: 'It may have been called and failed.',
  },
  {
    kind: 'lie',
    title: 'two calls that the model asked for at once, of which one has a span',
    bot: spanning(
      reply,
      inOne(entry, agent, refund, (trace) => answering(trace, 'refund_order', 'delete_order')),
    ),
    suite: `${http}
      - Refund order 7:
        - tool delete_order: never
    `,
    verdict: 'undecided',
    says: /Models asked for 2 calls of tools, and spans show 1/,
    why: 'The other one may have run without a span.',
  },
  {
    kind: 'honest',
    title: 'a model and its client, which both report what it asked for',
    bot: spanning(
      reply,
      inOne(
        entry,
        agent,
        refund,
        (trace) => answering(trace, 'refund_order'),
        (trace) => ({
          ...answering(trace, 'refund_order'),
          id: '0'.repeat(15) + 9,
          parent: '0'.repeat(15) + 8,
        }),
      ),
    ),
    suite: `${http}
      - Refund order 7:
        - only tools: [refund_order]
    `,
    verdict: 'passed',
    broken: {
      bot: spanning(
        reply,
        inOne(
          entry,
          agent,
          refund,
          (trace) => answering(trace, 'refund_order'),
          (trace) => ({ ...answering(trace, 'refund_order'), id: '0'.repeat(15) + 9 }),
        ),
      ),
      verdict: 'undecided',
    },
    why: 'A span of a model within one of a model is the same answer.',
  },
  {
    kind: 'honest',
    title: 'a chain of LangChain that calls no tool',
    bot: spanning(reply, chainOf('@arizeai/openinference-instrumentation-langchain')),
    suite: `${http}
      - Hello:
        - only tools: []
    `,
    verdict: 'passed',
    broken: {
      bot: spanning(reply, chainOf('@example/instrumentation-of-models')),
      verdict: 'undecided',
      says: /nothing shows that it reports tools/,
    },
    why: 'This instrumentation reports each tool of its framework.',
  },
  {
    kind: 'honest',
    title: 'a pause in which the agent goes on, and calls no tool',
    bot: spanningAfterwards('One moment.', 'Done.', afterwards()),
    suite: `${traced('websocket, url: ws')}
      - Refund order 7: One moment
      - $PAUSE 2:
        - prompt: Done
        - tool refund_order: never
    `,
    verdict: 'passed',
    broken: {
      bot: spanningAfterwards('One moment.', 'Done.', afterwards('refund_order')),
      verdict: 'undecided',
      says: /refund_order was called in the trace of the turn before/,
    },
    why: 'The trace of the message shows what was done since, and nothing was.',
  },
];
