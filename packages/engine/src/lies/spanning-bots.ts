/** Agents that export spans. They read the header `traceparent` of each message, as instrumented servers do. */
import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import type { Json } from '@parley/suite';
import { Server as SocketIoServer } from 'socket.io';
import { WebSocketServer } from 'ws';
import { receiveSpans } from '../spans/receive-spans.ts';
import { listening, serveHttp } from '../test/servers.ts';
import type { Bot, RunningBot, SpanTarget } from './lie.ts';

type Fields = { [key: string]: Json };

/** The trace that arrived with a message. */
export interface SentTrace {
  id: string;
  /** Id of the tester's span. */
  parent: string;
  /** Traces of earlier messages, in order. */
  earlier: SentTrace[];
  /** Trace of the connection, for channels with a socket. */
  connection?: SentTrace;
  /** The message, if it is JSON. */
  message: Fields;
}

/** A span with its attributes as plain values. */
export interface BotSpan {
  trace: string;
  id: string;
  parent?: string;
  name: string;
  /** Start in milliseconds after the start of the turn. `to` is the end. */
  from?: number;
  to?: number;
  attributes?: Record<string, Json>;
  more?: Fields;
}

/** An export request with spans; a string is sent unchanged. */
export interface Export {
  afterMs?: number;
  service?: string;
  /** Instrumentation scope. */
  scope?: string;
  spans: BotSpan[] | string;
}

/** Answers each message and exports the next of these turns; after the last one, repeats it. */
export const spanning =
  (answer: Json | ((message: Fields) => Json), ...turns: ((trace: SentTrace) => Export[])[]): Bot =>
  (target) =>
    withReceiver(target, turns, (report) =>
      serveHttp(async (request, response) => {
        const message = ((await json(request).catch(() => ({}))) ?? {}) as Fields;
        const reply = typeof answer === 'function' ? answer(message) : answer;
        response.setHeader('content-type', 'application/json').end(JSON.stringify(reply));
        await report(request.headers.traceparent, undefined, message);
      }),
    );

/** The same agent, but too busy for the first message, about which it exports spans, too. */
export const spanningWhenFree =
  (answer: Json, ...turns: ((trace: SentTrace) => Export[])[]): Bot =>
  (target) =>
    withReceiver(target, turns, (report) => {
      let isBusy = true;
      return serveHttp(async (request, response) => {
        await json(request).catch(() => ({}));
        if (isBusy) response.writeHead(429, { 'retry-after': '0' }).end();
        else response.setHeader('content-type', 'application/json').end(JSON.stringify(answer));
        isBusy = false;
        await report(request.headers.traceparent);
      });
    });

/** The same agent on a WebSocket. The trace is in `trace` of the message, otherwise in the handshake. */
export const spanningSocket =
  (answer: string, ...turns: ((trace: SentTrace) => Export[])[]): Bot =>
  (target) =>
    withReceiver(target, turns, async (report) => {
      const server = createServer();
      new WebSocketServer({ server }).on('connection', (socket, { headers }) => {
        socket.on('message', (frame) => {
          const { trace = headers.traceparent } = JSON.parse(String(frame));
          socket.send(answer);
          void report(trace, headers.traceparent);
        });
      });
      return listening(server);
    });

/** An agent that answers immediately, continues to work, and sends another message after its export. */
export const spanningAfterwards =
  (answer: string, word: string, turn: (trace: SentTrace) => Export[]): Bot =>
  (target) =>
    withReceiver(target, [turn], async (report) => {
      const server = createServer();
      new WebSocketServer({ server }).on('connection', (socket) => {
        socket.on('message', async (frame) => {
          socket.send(answer);
          await report(JSON.parse(String(frame)).trace);
          socket.send(word);
        });
      });
      return listening(server);
    });

/** The same agent as `spanningSocket`, on Socket.IO. */
export const spanningSocketIo =
  (answer: string, ...turns: ((trace: SentTrace) => Export[])[]): Bot =>
  (target) =>
    withReceiver(target, turns, async (report) => {
      const server = createServer();
      new SocketIoServer(server).on('connection', (socket) => {
        socket.on('message', ({ trace = socket.handshake.headers.traceparent }) => {
          socket.emit('message', { text: answer });
          void report(trace);
        });
      });
      return listening(server);
    });

/** Serves a bot that exports its turns to the given receiver, or to its own. */
async function withReceiver(
  target: SpanTarget | undefined,
  turns: ((trace: SentTrace) => Export[])[],
  serve: (
    report: (traceparent: unknown, ofConnection?: unknown, message?: Fields) => Promise<void>,
  ) => Promise<RunningBot>,
): Promise<RunningBot> {
  const receiver = target ? undefined : await receiveSpans({ port: 0 });
  const exportedTo = target ?? { url: receiver?.url ?? '' };
  const sent: SentTrace[] = [];
  const bot = await serve(async (traceparent, ofConnection, message = {}) => {
    const trace: SentTrace = {
      ...idsIn(traceparent),
      earlier: [...sent],
      message,
      ...(ofConnection !== undefined && {
        connection: { ...idsIn(ofConnection), earlier: [], message },
      }),
    };
    const exports = turns[Math.min(sent.length, turns.length - 1)]?.(trace) ?? [];
    sent.push(trace);
    for (const one of exports) await send(exportedTo, one);
  });
  return {
    port: bot.port,
    options: { spans: receiver?.spans },
    async [Symbol.asyncDispose]() {
      await bot[Symbol.asyncDispose]();
      await receiver?.[Symbol.asyncDispose]();
    },
  };
}

function idsIn(traceparent: unknown): { id: string; parent: string } {
  const [, id = '', parent = ''] = String(traceparent).split('-');
  return { id, parent };
}

async function send(
  { url, headers = {}, slowness = 1 }: SpanTarget,
  { afterMs = 0, service, scope, spans }: Export,
): Promise<void> {
  if (afterMs > 0) await new Promise((passed) => setTimeout(passed, afterMs * slowness));
  const body = typeof spans === 'string' ? spans : JSON.stringify(requestOf(spans, service, scope));
  await fetch(`${url}/v1/traces`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
  }).catch(() => {});
}

/** Arbitrary start time. */
const beginMs = 1_790_000_000_000;

const requestOf = (spans: BotSpan[], service = 'support-agent', scope = 'bot') => ({
  resourceSpans: [
    {
      resource: { attributes: attributesOf({ 'service.name': service }) },
      scopeSpans: [{ scope: { name: scope }, spans: spans.map(spanOf) }],
    },
  ],
});

const spanOf = ({ trace, id, parent, name, from = 0, to = 9, attributes = {}, more }: BotSpan) => ({
  traceId: trace,
  spanId: id,
  ...(parent && { parentSpanId: parent }),
  name,
  kind: 1,
  startTimeUnixNano: `${beginMs + from}000000`,
  endTimeUnixNano: `${beginMs + to}000000`,
  attributes: attributesOf(attributes),
  ...more,
});

const attributesOf = (attributes: Record<string, Json>) =>
  Object.entries(attributes).map(([key, value]) => ({
    key,
    value: Array.isArray(value)
      ? { arrayValue: { values: value.map((one) => ({ stringValue: String(one) })) } }
      : { stringValue: String(value) },
  }));

const idOf = (number: number) => number.toString(16).padStart(16, '0');

/** The span of the request, with number 1. */
export const entry = ({ id, parent }: SentTrace, more: Partial<BotSpan> = {}): BotSpan => ({
  trace: id,
  id: idOf(1),
  parent,
  name: 'POST /chat',
  to: 100,
  ...more,
});

/** The span of the agent, with number 2, a child of the request's span. */
export const agent = ({ id }: SentTrace, more: Partial<BotSpan> = {}): BotSpan => ({
  trace: id,
  id: idOf(2),
  parent: idOf(1),
  name: 'invoke_agent support',
  to: 90,
  attributes: { 'gen_ai.operation.name': 'invoke_agent', 'gen_ai.agent.name': 'support' },
  ...more,
});

/** The span of a tool call, by default a child of the agent's span. */
export const ran = (
  { id }: SentTrace,
  number: number,
  tool: string,
  args: Json = { order: 7 },
  { attributes = {}, ...more }: Partial<BotSpan> = {},
): BotSpan => ({
  trace: id,
  id: idOf(number),
  parent: idOf(2),
  name: `execute_tool ${tool}`,
  from: number * 10,
  to: number * 10 + 5,
  attributes: {
    'gen_ai.operation.name': 'execute_tool',
    'gen_ai.tool.name': tool,
    'gen_ai.tool.call.id': `call_${number}`,
    'gen_ai.tool.call.arguments': JSON.stringify(args),
    'gen_ai.tool.call.result': '{"state":"refunded"}',
    ...attributes,
  },
  ...more,
});

/** A turn in which all spans arrive, with these calls. */
export const turn =
  (...calls: [tool: string, args?: Json, more?: Partial<BotSpan>][]) =>
  (trace: SentTrace): Export[] => [
    {
      spans: [
        ...calls.map(([tool, args, more], at) => ran(trace, at + 3, tool, args, more)),
        agent(trace),
        entry(trace),
      ],
    },
  ];
