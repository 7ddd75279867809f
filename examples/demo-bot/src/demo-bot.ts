/**
 * The demo bot: a bank assistant that is called over the network like any other bot.
 *
 *   POST /message  {"text": "balance", "conversationId": "42"}
 *               -> {"messages": [{"text": "Which account do you mean?", "buttons": [{"title": "Checking"}, …]}]}
 *   WebSocket /socket: greets at once; takes {"text"}, answers with one message object per message.
 *   GET /chat: a page with a chat widget in front of the same bot.
 *
 * The bot is wrong on purpose about two topics: it always gives the wrong interest rate for loans ("What is the interest on a
 * loan?"), and it cannot answer every fourth question about the exchange rate.
 *
 * The header `x-delay-ms`, the query `?delayMs=` or else the option `delayMs` delays an answer.
 */
import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { type WebSocket, WebSocketServer } from 'ws';
import { chatPage } from './chat-page.ts';
import { type Conversations, createConversations } from './conversations.ts';

export interface DemoBotOptions {
  /** Default 127.0.0.1. */
  host?: string;
  /** Default 0: any free port. */
  port?: number;
  /** Delay of each answer in milliseconds. Default 0. */
  delayMs?: number;
  /** A conversation is forgotten after this silence, in milliseconds. Default 10 minutes. */
  forgetAfterMs?: number;
}

export interface DemoBot {
  /** Address for messages. */
  url: string;
  wsUrl: string;
  close(): Promise<void>;
}

const bodyBytesMax = 16 * 1024;
const delayMsMax = 60_000;

export async function startDemoBot(options: DemoBotOptions = {}): Promise<DemoBot> {
  const { host = '127.0.0.1', port = 0, delayMs = 0, forgetAfterMs = 10 * 60_000 } = options;
  const conversations = createConversations(forgetAfterMs);
  const server = createServer((request, response) => {
    answerRequest(request, response, conversations, delayMs).catch(() => response.destroy());
  });
  // Listen first: a WebSocketServer throws errors that its server only reports, such as a port in use.
  await listen(server, host, port);
  const sockets = new WebSocketServer({ server, path: '/socket', maxPayload: bodyBytesMax });
  sockets.on('connection', (socket, request) => {
    talkOnSocket(socket, conversations, delayOf(request, delayMs));
  });
  const authority = `${host.includes(':') ? `[${host}]` : host}:${(server.address() as AddressInfo).port}`;
  return {
    url: `http://${authority}/message`,
    wsUrl: `ws://${authority}/socket`,
    async close() {
      for (const socket of sockets.clients) socket.terminate();
      sockets.close();
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}

async function answerRequest(
  request: IncomingMessage,
  response: ServerResponse,
  conversations: Conversations,
  delayMs: number,
) {
  const path = new URL(request.url ?? '/', 'http://bot').pathname;
  if (request.method === 'GET' && path === '/')
    return reply(response, 200, { name: 'Parley demo bot' });
  if (request.method === 'GET' && path === '/chat') {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(chatPage);
    return;
  }
  if (path !== '/message') return reply(response, 404, { error: 'Post messages to /message.' });
  if (request.method !== 'POST') return reply(response, 405, { error: 'Use POST.' });
  const body = await readBody(request);
  if (body === undefined) return reply(response, 413, { error: 'A message has at most 16 KiB.' });
  const message = parseMessage(body);
  if (!message?.conversationId) {
    return reply(response, 400, { error: 'Send {"text": "…", "conversationId": "…"} as JSON.' });
  }
  const held = delayOf(request, delayMs);
  if (held > 0) await sleep(held);
  reply(response, 200, { messages: conversations.answer(message.conversationId, message.text) });
}

function talkOnSocket(socket: WebSocket, conversations: Conversations, delayMs: number) {
  const conversationId = randomUUID();
  // Replies are sent in the order of the questions, even if each is delayed.
  let answered = Promise.resolve();
  const say = (text: string) => {
    answered = answered.then(async () => {
      if (delayMs > 0) await sleep(delayMs);
      for (const message of conversations.answer(conversationId, text)) {
        socket.send(JSON.stringify(message));
      }
    });
  };
  socket.on('error', () => socket.terminate());
  socket.on('message', (frame) => {
    const message = parseMessage(String(frame));
    if (message) say(message.text);
    else socket.send(JSON.stringify({ error: 'Send {"text": "…"} as JSON.' }));
  });
  say('');
}

function parseMessage(body: string): { text: string; conversationId?: string } | undefined {
  try {
    const { text, conversationId } = JSON.parse(body);
    if (typeof text !== 'string') return undefined;
    return {
      text,
      conversationId: conversationId === undefined ? undefined : String(conversationId),
    };
  } catch {
    return undefined;
  }
}

async function readBody(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    bytes += chunk.length;
    if (bytes > bodyBytesMax) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function delayOf(request: IncomingMessage, delayMs: number): number {
  const asked = request.headers['x-delay-ms'] ?? queryOf(request).get('delayMs') ?? delayMs;
  const held = Number(asked);
  return Number.isFinite(held) ? Math.min(Math.max(held, 0), delayMsMax) : delayMs;
}

const queryOf = (request: IncomingMessage) =>
  new URL(request.url ?? '/', 'http://bot').searchParams;

function reply(response: ServerResponse, status: number, body: unknown) {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

function listen(server: Server, host: string, port: number): Promise<void> {
  return new Promise((listening, failed) => {
    server.once('error', failed);
    server.listen(port, host, listening);
  });
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      host: { type: 'string', default: '127.0.0.1' },
      port: { type: 'string', default: '4010' },
      delay: { type: 'string', default: '0' },
    },
  });
  const bot = await startDemoBot({
    host: values.host,
    port: Number(values.port),
    delayMs: Number(values.delay),
  });
  console.log(`The demo bot listens at ${bot.url} and ${bot.wsUrl}`);
}
