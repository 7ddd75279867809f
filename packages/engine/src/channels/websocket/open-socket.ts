import type { IncomingMessage } from 'node:http';
import { type CheckedUrl, ConversationError, createConnection } from '@parley/egress';
import { WebSocket } from 'ws';
import { limits } from '../../limits.ts';
import type { ConversationContext } from '../channel.ts';
import { tooLarge } from '../http/exchange.ts';
import { failureOfStatus } from '../http/status.ts';
import { createObserver } from '../observer.ts';
import type { Traffic } from '../traffic.ts';
import { acceptedTooLate, broken, closedEarly } from '../unasked.ts';

export interface SocketAddress {
  url: CheckedUrl;
  headers: Record<string, string>;
  subprotocol?: string;
}

/** Time limit for the bot to complete the closing handshake. */
const closingMs = 1_000;

/**
 * Opens a checked WebSocket. Passes each frame to `take`, from the first byte on, because a bot can greet in the same packet as
 * its handshake. The conversation ends when the socket does, or when `take` throws.
 */
export async function openSocket(
  { url, headers, subprotocol }: SocketAddress,
  context: ConversationContext,
  take: (frame: Buffer) => void,
): Promise<WebSocket> {
  const { egress, deadline, stop, traffic, isOver } = context;
  const observer = createObserver(context);
  const sent = { 'user-agent': 'Parley', ...headers };
  traffic?.request(`GET ${url.href}`, sent);
  const socket = new WebSocket(withoutFragment(url), subprotocol ? [subprotocol] : [], {
    headers: sent,
    createConnection: createConnection(egress, url),
    maxPayload: limits.answerBytesMax,
    // Compressed frames cost more than they save, and have been used to attack clients.
    perMessageDeflate: false,
  });
  const opened = Promise.withResolvers<WebSocket>();
  const hangUp = (error?: Error) => {
    if (error && !isOver()) traffic?.failed(error);
    observer.end(error);
    opened.reject(error);
    socket.terminate();
  };
  listen(socket, context, take, hangUp);
  socket.on('open', () => opened.resolve(socket));
  const timer = setTimeout(() => hangUp(acceptedTooLate()), deadline - performance.now());
  const forget = stop.whenStopped(() => hangUp());
  try {
    return await opened.promise;
  } finally {
    clearTimeout(timer);
    forget();
  }
}

function listen(
  socket: WebSocket,
  { traffic, isOver }: ConversationContext,
  take: (frame: Buffer) => void,
  hangUp: (error: Error) => void,
) {
  if (traffic) noteHandshake(socket, traffic);
  socket.on('message', (frame: Buffer) => {
    traffic?.received(frame);
    try {
      take(frame);
    } catch (error) {
      hangUp(error as Error);
    }
  });
  socket.on('unexpected-response', (_, { statusCode = 0 }) => hangUp(refused(statusCode)));
  socket.on('error', (error) => {
    if (!isOver()) hangUp(explainSocket(error));
  });
  socket.on('close', (code, reason) => {
    if (reason.length > 0) traffic?.note(`The bot closed with the reason: ${reason}`);
    if (!isOver()) hangUp(closedEarly(code));
  });
}

function noteHandshake(socket: WebSocket, traffic: Traffic) {
  const note = ({ statusCode = 0, headers }: IncomingMessage) =>
    traffic.answer(statusCode, headers);
  socket.once('upgrade', note);
  socket.once('unexpected-response', (_, response) => note(response));
}

export function closeSocket(socket: WebSocket): void {
  if (socket.readyState === WebSocket.CLOSED) return;
  socket.close(1000);
  // The library waits half a minute for a bot that does not answer the closing handshake.
  const timer = setTimeout(() => socket.terminate(), closingMs);
  socket.once('close', () => clearTimeout(timer));
}

function refused(status: number): ConversationError {
  const failure = failureOfStatus({ status, headers: {}, body: Buffer.alloc(0) });
  if (failure) return new ConversationError(failure);
  return broken('malformed-answer', 'The bot does not speak WebSocket at this address.');
}

/** Explains an error of a WebSocket that the bot caused; returns other errors unchanged. */
export function explainSocket(error: Error): Error {
  const code = (error as NodeJS.ErrnoException).code ?? '';
  if (code === 'WS_ERR_UNSUPPORTED_MESSAGE_LENGTH') return tooLarge();
  if (code === 'WS_ERR_INVALID_UTF8') {
    return broken('malformed-answer', 'The message is not valid UTF-8 text.', error);
  }
  const isProtocol = code.startsWith('WS_ERR_') || /^(Invalid|Server sent)/.test(error.message);
  if (!isProtocol) return error;
  const message = `The bot violates the WebSocket protocol: ${error.message}.`;
  return broken('malformed-answer', message, error);
}

function withoutFragment(url: CheckedUrl): URL {
  if (!url.hash) return url;
  const copy = new URL(url);
  copy.hash = '';
  return copy;
}
