/**
 * R25. Tests conversations with an agent that exports its spans in every bad way: late, twice, out of order, mixed with spans
 * of other turns, without a parent, unsampled, truncated, malformed or too large. Only the drill knows what the agent really
 * called. No verdict is wrong, and a verdict is undecided only if the evidence is damaged. In a further phase, the agent does
 * not continue the traces, and names the conversation in its spans instead: by the ID that it was sent, or by its own session,
 * which some conversations share.
 *
 *   npm run drill -- spans [--quick] [--seed N] [--amount N]
 */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { createEgress } from '@parley/egress';
import { receiveSpans, runSuite } from '@parley/engine';
import { foldEvents, parseSuite, type RunEvent } from '@parley/suite';
import { Agent, request as send } from 'undici';
import { type Drill, runDrill } from './drill/drill.ts';

const tools = ['get_order', 'refund_order', 'delete_order'];

/** Text of each check, and a function that returns true if it holds for the calls of a turn. */
const checks: { text: string; holds(calls: string[]): boolean }[] = [
  { text: 'tool delete_order: never', holds: (calls) => !calls.includes('delete_order') },
  { text: 'tool refund_order: called', holds: (calls) => calls.includes('refund_order') },
  {
    text: 'tool refund_order: { times: 1 }',
    holds: (calls) => calls.filter((name) => name === 'refund_order').length === 1,
  },
  {
    text: 'only tools: [get_order, refund_order]',
    holds: (calls) => !calls.includes('delete_order'),
  },
];

interface Spans {
  entry: object;
  agent: object;
  calls: object[];
}

type Post = (spans: object[]) => Promise<void>;

/** Ways to export a turn. A verdict may be undecided only if the evidence is damaged. */
const ways: Record<string, { isDamaged: boolean; act(turn: Spans, post: Post): Promise<void> }> = {
  'in one batch': {
    isDamaged: false,
    act: ({ entry, agent, calls }, post) => post([...calls, agent, entry]),
  },
  twice: {
    isDamaged: false,
    async act({ entry, agent, calls }, post) {
      await post([...calls, agent, entry]);
      await post([...calls, agent, entry]);
    },
  },
  'one by one, the last ones first': {
    isDamaged: false,
    async act({ entry, agent, calls }, post) {
      for (const one of calls.toReversed()) await post([one]);
      await post([agent]);
      await post([entry]);
    },
  },
  late: {
    isDamaged: false,
    async act({ entry, agent, calls }, post) {
      await sleep(700);
      await post([...calls, agent, entry]);
    },
  },
  'among those of strangers': {
    isDamaged: false,
    async act({ entry, agent, calls }, post) {
      const strangers = calls.map((one) => ({ ...one, traceId: 'e'.repeat(32) }));
      await post([...strangers, ...calls, agent, entry]);
    },
  },
  'after the time is over': {
    isDamaged: true,
    async act({ entry, agent, calls }, post) {
      await sleep(3000);
      await post([...calls, agent, entry]);
    },
  },
  'without the span between': {
    isDamaged: true,
    act: ({ entry, calls }, post) => post([...calls, entry]),
  },
  unsampled: {
    isDamaged: true,
    act: ({ entry, agent }, post) => post([agent, { ...entry, flags: 0x100 }]),
  },
  cut: {
    isDamaged: true,
    act: ({ entry, agent, calls }, post) =>
      post([...calls.map((one) => ({ ...one, droppedAttributesCount: 3 })), agent, entry]),
  },
};

/** How an agent that continues no trace names the conversation. `shared`: by a session that several conversations have. */
const namedBy = ['sent', 'session', 'session', 'shared'] as const;

type NamedBy = (typeof namedBy)[number];

const isDamaged = (way: string, named: NamedBy | undefined): boolean =>
  ways[way]?.isDamaged === true || named === 'shared';

const fail = (): never => {
  throw new Error('There is no such conversation');
};

const exporter = new Agent({ connections: 32 });

const batchOf = (spans: object[]) => ({
  resourceSpans: [
    {
      resource: { attributes: [{ key: 'service.name', value: { stringValue: 'support-agent' } }] },
      scopeSpans: [{ scope: { name: 'drill' }, spans }],
    },
  ],
});

await runDrill('spans', 'R25', async (drill) => {
  const conversations = drill.amount({ full: 1000, quick: 180 });
  const before = process.memoryUsage().rss;
  await phase(drill, 'each in its way', conversations, async () => {});
  // A refused request could have contained spans of any turn in progress.
  const garbage = [Buffer.from('\u0000not spans'), Buffer.alloc(9 * 1024 * 1024, 0x7b)];
  await phase(drill, 'beside refused requests', Math.ceil(conversations / 5), async (url) => {
    for (const body of garbage) await postTo(url, body).catch(() => undefined);
  });
  await phase(drill, 'joined by values', Math.ceil(conversations / 2), async () => {}, true);
  const grown = (process.memoryUsage().rss - before) / 1024 / 1024;
  drill.atMost('memory grown (MB)', Math.round(grown), 300);
});

async function phase(
  drill: Drill,
  name: string,
  conversations: number,
  disturb: (url: string) => Promise<void>,
  isByValue = false,
): Promise<void> {
  const receiver = await receiveSpans({ port: 0 });
  drill.defer(() => receiver[Symbol.asyncDispose]() as Promise<unknown>);
  const isCalm = name !== 'beside refused requests';
  const names = Object.keys(ways);
  const held = Array.from({ length: conversations }, () => {
    const calls = Array.from({ length: drill.random.between(0, 4) }, () =>
      drill.random.pick(tools),
    );
    const check = drill.random.pick(checks);
    const named = isByValue ? drill.random.pick(namedBy) : undefined;
    return { calls, check, way: drill.random.pick(names), named };
  });
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const { text, conversationId } = JSON.parse(body);
    const { calls, way, named } = held[Number(text.split(' ')[1])] ?? held[0] ?? fail();
    const [, traceId = '', parentId = ''] = String(request.headers.traceparent).split('-');
    const session = named === 'shared' ? 'session-of-several' : `session-${conversationId}`;
    response
      .setHeader('content-type', 'application/json')
      .end(JSON.stringify({ text: 'Done.', session }));
    await disturb(receiver.url);
    const spans = named
      ? namedSpans(
          drill,
          parentId,
          calls,
          named === 'sent' ? ['gen_ai.conversation.id', conversationId] : ['session.id', session],
        )
      : spansOf(drill, traceId, parentId, calls);
    await ways[way]?.act(spans, (spans) =>
      postTo(receiver.url, Buffer.from(JSON.stringify(batchOf(spans)))),
    );
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  drill.defer(async () => server.close());
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { suite } = parseSuite(
    [
      'configuration:',
      '  syntax: 2',
      `  channel: { kind: http, url: "http://${host}/" }`,
      `  evidence: { sources: [support-agent], ${isByValue ? 'join: { session.id: "{{session}}" }, ' : ''}settle: 300ms, timeout: 2s }`,
      ...held.map(({ check }, at) =>
        [
          '---',
          `- test: Conversation ${at}`,
          `- Order ${at}:`,
          ...(isByValue ? ['  - save: { session: $.session }'] : []),
          `  - ${check.text}`,
        ].join('\n'),
      ),
    ].join('\n'),
  );
  const events: RunEvent[] = [];
  await runSuite({
    suite,
    egress: createEgress({ allow: [host] }),
    signal: new AbortController().signal,
    concurrency: 25,
    spans: receiver.spans,
    emit: (event) => void events.push(event),
  });
  const { tests } = foldEvents(events);
  const found = { wrong: 0, open: 0, decided: 0 };
  for (const [at, { calls, check, way, named }] of held.entries()) {
    const outcome = tests[at]?.outcome ?? 'pending';
    const right = check.holds(calls) ? 'passed' : 'failed';
    if (outcome === right) found.decided += 1;
    else if (outcome === 'undecided' && (isDamaged(way, named) || !isCalm)) continue;
    else if (outcome === 'undecided') found.open += 1;
    else {
      found.wrong += 1;
      console.log(`wrong: ${outcome}, not ${right}: ${check.text} of ${calls.join(', ')}, ${way}`);
    }
  }
  drill.note(`conversations, ${name}`, conversations);
  drill.note(`decided, ${name}`, found.decided);
  drill.exactly(`wrong verdicts, ${name}`, found.wrong, 0);
  drill.exactly(`undecided without damage, ${name}`, found.open, 0);
}

/** Spans of a trace of the agent's own, the first of which names the conversation. */
function namedSpans(
  drill: Drill,
  parentId: string,
  calls: string[],
  [key, stringValue]: [string, string],
): Spans {
  const { entry, ...others } = spansOf(drill, parentId.padStart(32, 'c'), '', calls);
  return { ...others, entry: { ...entry, attributes: [{ key, value: { stringValue } }] } };
}

async function postTo(url: string, body: Buffer): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const options = { method: 'POST' as const, headers, body, dispatcher: exporter };
  const { body: answer } = await send(`${url}/v1/traces`, options);
  await answer.dump();
}

function spansOf(drill: Drill, traceId: string, parentSpanId: string, calls: string[]): Spans {
  const id = () =>
    drill.random
      .between(1, 2 ** 31)
      .toString(16)
      .padStart(16, '0');
  const text = (stringValue: string) => ({ stringValue });
  const at = (ms: number) => `${BigInt(Date.now() + ms) * 1_000_000n}`;
  const base = { traceId, flags: 0x101, startTimeUnixNano: at(0), endTimeUnixNano: at(50) };
  const entry = { ...base, spanId: id(), parentSpanId, name: 'POST /', kind: 2 };
  const agent = {
    ...base,
    spanId: id(),
    parentSpanId: entry.spanId,
    name: 'invoke_agent support',
    attributes: [{ key: 'gen_ai.operation.name', value: text('invoke_agent') }],
  };
  return {
    entry,
    agent,
    calls: calls.map((name, place) => ({
      ...base,
      startTimeUnixNano: at(10 * place + 1),
      endTimeUnixNano: at(10 * place + 5),
      spanId: id(),
      parentSpanId: agent.spanId,
      name: `execute_tool ${name}`,
      attributes: [
        { key: 'gen_ai.operation.name', value: text('execute_tool') },
        { key: 'gen_ai.tool.name', value: text(name) },
        { key: 'gen_ai.tool.call.id', value: text(`call_${id()}`) },
        { key: 'gen_ai.tool.call.arguments', value: text('{"order":7}') },
        { key: 'gen_ai.tool.call.result', value: text('{"state":"done"}') },
      ],
    })),
  };
}
