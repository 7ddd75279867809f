/** Spans that belong to a conversation by a value in one of their attributes: shared, late, short, renewed or contradicted. */
import type { Json } from '@parley/suite';
import type { LieCase } from './lie.ts';
import { agent, type Export, entry, ran, type SentTrace, spanning } from './spanning-bots.ts';

/** @param join the entries of `join` under evidence; absent for conversation ids that were sent */
const suite = (join?: string) => `
      configuration:
        syntax: 2
        channel: { kind: http, url: http://127.0.0.1:PORT }
        evidence: { sources: [support-agent], ${join ? `join: { ${join} }, ` : ''}settle: 400ms, timeout: 2s }
        replyTimeout: 3s
        concurrency: 1
      ---
      - test: Agent`;

const sent = suite();
const saved = suite('session.id: "{{session}}"');

type Attributes = Record<string, Json>;

/** The trace of an agent that does not continue the one that it was sent. */
const ownOf = (trace: SentTrace, digit = 'c'): SentTrace => ({
  ...trace,
  id: trace.parent + digit.repeat(16),
});

/** A whole trace of the agent's own. All of it is below a span with these attributes. */
const own = (trace: SentTrace, attributes: Attributes, tools: string[], digit = 'c'): Export => {
  const base = ownOf(trace, digit);
  return {
    spans: [
      ...tools.map((tool, at) =>
        ran(base, at + 3, tool, undefined, {
          attributes: { 'gen_ai.tool.call.id': `call_${trace.parent}_${digit}_${at}` },
        }),
      ),
      agent(base),
      entry(base, { parent: '', attributes }),
    ],
  };
};

const conversationOf = ({ message }: SentTrace): Attributes => ({
  'gen_ai.conversation.id': message.conversationId ?? '',
});

/** Calls these tools in a trace that names the conversation ID of the message. */
const bySent =
  (...tools: string[]) =>
  (trace: SentTrace): Export[] => [own(trace, conversationOf(trace), tools)];

const bySession =
  (session: Json, ...tools: string[]) =>
  (trace: SentTrace): Export[] => [own(trace, { 'session.id': session }, tools)];

const reply: Json = { text: 'I have refunded your order.' };
const withSession = (session: Json): Json => ({ ...(reply as object), session });

const refunds = `
      - Refund order 7:
        - tool refund_order: once
        - tool delete_order: never
        - only tools: [refund_order]
    `;

const savingRefunds = `
      - Refund order 7:
        - save: { session: $.session }
        - tool refund_order: once
        - tool delete_order: never
    `;

/** The session of a conversation, different in each. */
const sessionOf = (message: { [key: string]: Json }): string =>
  `session-${String(message.conversationId)}`;

const perSession =
  (...tools: string[]) =>
  (trace: SentTrace): Export[] =>
    bySession(sessionOf(trace.message), ...tools)(trace);

const savedLater = `${saved}
      - Refund order 7: refunded
      - What is my session?:
        - save: { session: $.session }
        - conversation tool refund_order: once
        - conversation tool delete_order: never
    `;

export const spansByValue: LieCase[] = [
  {
    kind: 'honest',
    title: 'an agent that names the conversation ID that was sent, in traces of its own',
    bot: spanning(reply, bySent('refund_order')),
    suite: `${sent}${refunds}`,
    verdict: 'passed',
    broken: {
      bot: spanning(reply, bySent('refund_order', 'refund_order')),
      verdict: 'failed',
      says: /refund_order was called twice/,
    },
    why: 'Nobody else knows the ID of the conversation.',
  },
  {
    kind: 'lie',
    title: 'a forbidden call in a trace of its own that names the conversation',
    bot: spanning(reply, bySent('delete_order')),
    suite: `${sent}
      - Refund order 7:
        - tool delete_order: never
    `,
    verdict: 'failed',
    says: /delete_order was called once/,
    why: 'The agent says itself for which conversation it called the tool.',
  },
  {
    kind: 'honest',
    title: 'a session that the reply names, and spans with its ID',
    bot: spanning((message) => withSession(sessionOf(message)), perSession('refund_order')),
    suite: `${saved}${savingRefunds}`,
    verdict: 'passed',
    broken: {
      bot: spanning((message) => withSession(sessionOf(message)), perSession('delete_order')),
      verdict: 'failed',
    },
    why: 'The suite says which attribute is equal to the saved value.',
  },
  {
    kind: 'honest',
    title: 'a session whose ID is a number in the reply and a text in the spans',
    bot: spanning(withSession(47_110_815), bySession('47110815', 'refund_order')),
    suite: `${saved}${savingRefunds}`,
    verdict: 'passed',
    broken: {
      bot: spanning(withSession(47_110_815), bySession('047110815', 'refund_order')),
      verdict: 'undecided',
    },
    why: 'Both are the same digits. With a zero in front, they are not.',
  },
  {
    kind: 'lie',
    title: 'two conversations with the same session',
    bot: spanning(
      withSession('session-of-everybody'),
      bySession('session-of-everybody', 'refund_order'),
    ),
    suite: `${saved}${savingRefunds}
      ---
      - test: Other
      - Refund order 8:
        - save: { session: $.session }
        - tool refund_order: once
        - tool delete_order: never
    `,
    verdict: 'undecided',
    tests: { Agent: 'passed', Other: 'undecided' },
    says: /session\.id/,
    why: 'The spans of the first conversation were all that existed. Those of the second can be of either.',
  },
  {
    kind: 'lie',
    title: 'two conversations with the same session at the same time',
    bot: spanning(
      withSession('session-of-everybody'),
      bySession('session-of-everybody', 'refund_order'),
    ),
    suite: `${saved.replace('concurrency: 1', 'concurrency: 2')}${savingRefunds}
      ---
      - test: Other
      - Refund order 8:
        - save: { session: $.session }
        - tool refund_order: called
    `,
    verdict: 'undecided',
    tests: { Agent: 'undecided', Other: 'undecided' },
    says: /Another conversation has the same value/,
    why: 'Each span has two candidates.',
  },
  {
    kind: 'lie',
    title: 'a value that is too short to name a conversation',
    bot: spanning(withSession(1), bySession('1', 'refund_order')),
    suite: `${saved}${savingRefunds}`,
    verdict: 'undecided',
    says: /too short/,
    why: 'Agents number many things from 1.',
  },
  {
    kind: 'lie',
    title: 'a second trace for one message',
    bot: spanning(reply, (trace) => [
      own(trace, conversationOf(trace), ['refund_order']),
      own(trace, conversationOf(trace), [], 'd'),
    ]),
    suite: `${sent}
      - Refund order 7:
        - tool refund_order: called
        - tool delete_order: never
    `,
    verdict: 'undecided',
    says: /2 traces for 1 message/,
    why: 'An agent that sends several traces for a message can have sent only some of them.',
  },
  {
    kind: 'lie',
    title: 'a second message without a trace',
    bot: spanning(reply, bySent('refund_order'), () => []),
    suite: `${sent}
      - Refund order 7:
        - tool refund_order: once
      - And now?:
        - conversation tool delete_order: never
    `,
    verdict: 'undecided',
    says: /1 trace for 2 messages/,
    why: 'The trace of the first message says nothing about the second.',
  },
  {
    kind: 'honest',
    title: 'two messages with a trace each, which name the conversation',
    bot: spanning(reply, bySent('refund_order'), bySent('get_order')),
    suite: `${sent}
      - Refund order 7:
        - tool refund_order: once
      - And now?:
        - tool delete_order: never
        - conversation tool refund_order: once
        - conversation tool delete_order: never
    `,
    verdict: 'passed',
    broken: {
      bot: spanning(reply, bySent('refund_order'), bySent('refund_order')),
      verdict: 'failed',
      says: /refund_order was called twice/,
    },
    why: 'What was not called in the conversation was not called in a turn of it.',
  },
  {
    kind: 'lie',
    title: 'a refund for the first message, whose span comes after the second',
    bot: spanning(
      reply,
      () => [],
      (trace) => [
        ...trace.earlier.flatMap((first) => bySent('refund_order')(first)),
        ...bySent()(trace),
      ],
    ),
    suite: `${sent}
      - Refund order 7: refunded
      - Refund order 8:
        - tool refund_order: called
    `,
    verdict: 'undecided',
    says: /nothing shows in which turn/,
    why: 'The ID says which conversation it was, and not which message.',
  },
  {
    kind: 'honest',
    title: 'a value that is saved after its spans came',
    bot: spanning(
      (message) => withSession(sessionOf(message)),
      perSession('refund_order'),
      perSession(),
    ),
    suite: savedLater,
    verdict: 'passed',
    broken: {
      bot: spanning(
        (message) => withSession(sessionOf(message)),
        perSession('refund_order', 'delete_order'),
        perSession(),
      ),
      verdict: 'failed',
      says: /delete_order was called once/,
    },
    why: 'Spans wait for the value that shows to which conversation they belong.',
  },
  {
    kind: 'lie',
    title: 'a forbidden call in a session that the agent renews',
    bot: spanning(
      (message) =>
        withSession(`${message.text === 'Hello' ? 'first' : 'second'}-${message.conversationId}`),
      (trace) => bySession(`first-${trace.message.conversationId}`, 'delete_order')(trace),
      (trace) => bySession(`second-${trace.message.conversationId}`, 'refund_order')(trace),
    ),
    suite: `${saved}
      - Hello:
        - save: { session: $.session }
      - Refund order 7:
        - save: { session: $.session }
        - conversation tool refund_order: once
        - conversation tool delete_order: never
    `,
    verdict: 'failed',
    says: /delete_order was called once/,
    why: 'The conversation had both sessions.',
  },
  {
    kind: 'lie',
    title: 'a sub-agent that names another session',
    bot: spanning(
      (message) => withSession(sessionOf(message)),
      (trace) => {
        const base = ownOf(trace);
        const sub = agent(base, {
          id: '0'.repeat(15) + 5,
          parent: '0'.repeat(15) + 2,
          attributes: {
            'gen_ai.operation.name': 'invoke_agent',
            'session.id': 'session-of-somebody-else',
          },
        });
        const call = ran(base, 6, 'delete_order', {}, { parent: sub.id });
        const root = entry(base, {
          parent: '',
          attributes: { 'session.id': sessionOf(trace.message) },
        });
        return [{ spans: [call, sub, agent(base), root] }];
      },
    ),
    suite: `${saved}
      - Refund order 7:
        - save: { session: $.session }
        - tool delete_order: never
    `,
    verdict: 'undecided',
    says: /names two conversations/,
    why: 'It may be part of this conversation or of the other.',
  },
  {
    kind: 'lie',
    title: 'a call beside the span that names the conversation',
    bot: spanning(reply, (trace) => {
      const base = ownOf(trace);
      const call = ran(base, 6, 'delete_order', {}, { parent: '0'.repeat(15) + 1 });
      const named = agent(base, {
        attributes: { 'gen_ai.operation.name': 'invoke_agent', ...conversationOf(trace) },
      });
      return [{ spans: [call, named, entry(base, { parent: '' })] }];
    }),
    suite: `${sent}
      - Refund order 7:
        - tool delete_order: never
    `,
    verdict: 'undecided',
    says: /below no span that names it/,
    why: 'A trace can serve several conversations.',
  },
  {
    kind: 'lie',
    title: 'a call that names one conversation in the trace of another',
    bot: spanning(reply, bySent('refund_order'), (trace) => [
      ...trace.earlier.map((first) => ({
        spans: [ran(first, 7, 'delete_order', {}, { attributes: conversationOf(trace) })],
      })),
      ...bySent('refund_order')(trace),
    ]),
    suite: `${sent}
      - Refund order 7:
        - tool refund_order: once
      ---
      - test: Other
      - Refund order 8:
        - tool delete_order: never
    `,
    verdict: 'undecided',
    tests: { Agent: 'passed', Other: 'undecided' },
    says: /continues the trace of another/,
    why: 'By its trace it is of the first conversation, by its ID of the second.',
  },
  {
    kind: 'lie',
    title: 'a second trace of the conversation after its turn was judged',
    bot: spanning(
      reply,
      (trace) => [
        own(trace, conversationOf(trace), ['refund_order']),
        { ...own(trace, conversationOf(trace), ['delete_order'], 'd'), afterMs: 900 },
      ],
      () => [],
    ),
    suite: `${sent}
      - Refund order 7:
        - tool delete_order: never
      - $PAUSE 2
      - Goodbye: refunded
    `,
    verdict: 'undecided',
    code: 'late-spans',
    says: /delete_order/,
    why: 'The turn was judged without it.',
  },
  {
    kind: 'lie',
    title: 'an agent that names no conversation',
    bot: spanning(
      (message) => withSession(sessionOf(message)),
      (trace) => [own(trace, {}, ['delete_order'])],
    ),
    suite: `${saved}
      - Refund order 7:
        - save: { session: $.session }
        - tool delete_order: never
    `,
    verdict: 'undecided',
    says: /sent no trace with a value of this conversation/,
    why: 'Spans are never joined by time.',
  },
];
