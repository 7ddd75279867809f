/** Channel for a bot that uses Socket.IO 4: messages are emitted as one event, and replies arrive as another. */
import { Agent } from 'node:http';
import { Agent as SecureAgent } from 'node:https';
import {
  type CheckedUrl,
  ConversationError,
  createConnection,
  type Egress,
  failureOf,
} from '@parley/egress';
import {
  compileTemplate,
  escapeJson,
  fillAddress,
  fillTemplate,
  type Json,
  type SocketIoChannelConfiguration,
} from '@parley/suite';
import { Manager, type ManagerOptions, type Socket } from 'socket.io-client';
import type { ConversationContext, OpenChannel } from '../channel.ts';
import { checkedHeaders } from '../headers.ts';
import { createObserver, type Observer } from '../observer.ts';
import { readAnswer } from '../read-answer.ts';
import { createMessageReader } from '../read-messages.ts';
import { createReplyObserver } from '../reply-observer.ts';
import { defaultRequest, isJsonTemplate, namesTrace, traceOf } from '../request-template.ts';
import { createToolParts, type ToolParts } from '../tool-parts.ts';
import type { Traffic } from '../traffic.ts';
import { acceptedTooLate, broken, closedEarly, unaskedAbilities } from '../unasked.ts';
import { createUtteranceIds } from '../utterance-ids.ts';
import { explainSocket } from '../websocket/open-socket.ts';

const schemes = ['http:', 'https:', 'ws:', 'wss:'] as const;

export const openSocketIoChannel: OpenChannel<SocketIoChannelConfiguration> = async (
  configuration,
  context,
) => {
  const { sends = 'message', hears = 'message', request = defaultRequest, replies } = configuration;
  const { values, traffic, traces } = context;
  const read = createMessageReader(replies);
  const ids = createUtteranceIds(replies?.inReplyTo);
  const observer = createObserver(context);
  const toolParts = createToolParts(configuration, observer);
  const observeReading = createReplyObserver(observer, ids, toolParts);
  const message = compileTemplate(request);
  const isJson = isJsonTemplate(request);
  const carriesTrace = namesTrace(request);
  const socket = createSocket(configuration, context);
  socket.on(hears, (answer: unknown) => {
    try {
      const payload = asJson(answer);
      observeReading(read(payload), payload, { name: hears });
    } catch (error) {
      observer.end(error as Error);
    }
  });
  socket.onAny((name: string, ...values: unknown[]) => {
    // The first value of a reply event is the answer.
    const more = name === hears ? values.slice(1) : values;
    if (name !== hears || more.length > 0) addEvent(observer, name, more, toolParts);
  });
  if (traffic) noteTraffic(socket, traffic);
  socket.on('disconnect', (reason, details) => observer.end(explainEnd(reason, details)));
  await connected(socket, context);

  return {
    abilities: unaskedAbilities(configuration),

    async send(utterance) {
      if (utterance.kind !== 'text') return;
      const messageId = ids.next();
      const trace = carriesTrace ? traceOf(traces) : {};
      const said = { ...values, text: utterance.text, messageId, ...trace };
      observer.sent(utterance.kind, messageId);
      socket.emit(sends, isJson ? JSON.parse(message(said, escapeJson)) : message(said));
    },

    close() {
      observer.end();
      socket.disconnect();
    },
  };
};

function createSocket(
  { url, path, headers = {}, auth = {} }: SocketIoChannelConfiguration,
  { egress, values, deadline, traffic, limits, mask, traces }: ConversationContext,
): Socket {
  const address = egress.checkUrl(fillAddress(url, values), schemes);
  const options: Partial<ManagerOptions> = {
    ...(path !== undefined && { path }),
    // Long polling would bypass the checked connection.
    transports: ['websocket'],
    extraHeaders: {
      'user-agent': 'Parley',
      ...checkedHeaders(headers, values),
      ...(traces && { traceparent: traces.connection() }),
    },
    autoConnect: false,
    reconnection: false,
    timeout: Math.max(1, deadline - performance.now()),
  };
  const manager = new Manager(`${address.protocol.replace('ws', 'http')}//${address.host}`, {
    ...options,
    ...connectionOptions(egress, address, limits.answerBytesMax),
  });
  const credentials = Object.entries(auth).map(([name, value]) => [
    name,
    fillTemplate(value, values),
  ]);
  traffic?.request(`GET ${address.href}`, options.extraHeaders ?? {});
  for (const [, value = ''] of credentials) mask.hide(value);
  return manager.socket(address.pathname, { auth: Object.fromEntries(credentials) });
}

function noteTraffic(socket: Socket, traffic: Traffic): void {
  socket.onAnyOutgoing((event, ...values) => traffic.sent(frame(event, values)));
  socket.onAny((event, ...values) => traffic.received(Buffer.from(frame(event, values))));
  socket.on('connect', () => traffic.note('The bot accepted the conversation.'));
  socket.on('connect_error', (error) => traffic.failed(error));
  socket.on('disconnect', (reason) => traffic.note(`The connection ended: ${reason}`));
}

/**
 * Formats a frame for the traffic. A value that is nested too deeply to be serialized does not end the conversation; it is
 * refused when it is read.
 */
function frame(event: string, values: unknown[]): string {
  try {
    return JSON.stringify([event, ...values]);
  } catch {
    return `[${JSON.stringify(event)}, and what cannot be written as JSON]`;
  }
}

/** Options that the library passes to the WebSocket, although its types lack both. */
function connectionOptions(egress: Egress, address: CheckedUrl, maxPayload: number) {
  const isSecure = address.protocol === 'https:' || address.protocol === 'wss:';
  const agent = isSecure ? new SecureAgent() : new Agent();
  agent.createConnection = createConnection(egress, address) as Agent['createConnection'];
  return { agent, maxPayload, perMessageDeflate: false } as object;
}

async function connected(socket: Socket, { deadline, stop }: ConversationContext): Promise<void> {
  const opened = Promise.withResolvers<void>();
  socket.on('connect', opened.resolve);
  socket.on('connect_error', (error) => opened.reject(explain(error)));
  const timer = setTimeout(() => opened.reject(acceptedTooLate()), deadline - performance.now());
  const forget = stop.whenStopped(() => opened.reject(closedEarly()));
  socket.connect();
  try {
    await opened.promise;
  } catch (error) {
    socket.disconnect();
    throw error;
  } finally {
    clearTimeout(timer);
    forget();
  }
}

/** Explains an error that the library wraps: an error of the connection, or a refusal of the server. */
function explain(error: Error): Error {
  const { message } = error;
  const wrapped = wrappedIn(error);
  if (wrapped) {
    const failure = failureOf(wrapped);
    const isKnown = failure.class !== 'internal';
    return isKnown ? new ConversationError(failure) : broken('malformed-answer', socketIoIsMissing);
  }
  if (message === 'timeout') return acceptedTooLate();
  if (message === 'websocket error') return broken('malformed-answer', socketIoIsMissing);
  return new ConversationError({
    class: 'configuration',
    code: 'refused',
    message: `The bot refused the conversation: ${message}.`,
    hint: "Check the channel's auth and headers.",
  });
}

/**
 * Explains the end of the connection. A malformed message is an error, because it may be the very text that must not appear.
 */
function explainEnd(reason: string, details: unknown): Error {
  const wrapped = wrappedIn(details);
  if (wrapped) return explainSocket(wrapped);
  const isBroken = reason === 'parse error' || reason === 'transport error';
  return isBroken ? broken('malformed-answer', socketIoIsBroken, details) : closedEarly();
}

const wrappedIn = (error: unknown): Error | undefined =>
  (error as { description?: { error?: Error } } | undefined)?.description?.error;

const socketIoIsBroken = 'The bot violates the Socket.IO protocol.';
const socketIoIsMissing = 'The bot does not speak Socket.IO at this address.';

/** Adds an event. If the bot asks for an acknowledgment, the last value is a function, which is left out. */
function addEvent(
  observer: Observer,
  name: string,
  values: unknown[],
  toolParts: ToolParts | undefined,
): void {
  const data = values.filter((value) => typeof value !== 'function');
  try {
    const json = asJson(data.length > 1 ? data : data[0]);
    toolParts?.take(json);
    observer.event({ name, data: json });
  } catch {
    // An unreadable event does not end the conversation, because it is not a reply.
    observer.cut();
  }
}

/** Reads a value like any other answer: well-formed, of limited depth, without NUL. */
function asJson(answer: unknown): Json {
  if (typeof answer === 'string') return readAnswer(Buffer.from(answer));
  try {
    return readAnswer(Buffer.from(JSON.stringify(answer ?? null)));
  } catch (cause) {
    if (cause instanceof ConversationError) throw cause;
    throw broken('malformed-answer', 'The response cannot be parsed as JSON.', cause);
  }
}
