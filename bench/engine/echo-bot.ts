/** A bot that takes as little CPU time as possible, so that the measurements show the cost of the tester. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { WebSocketServer } from 'ws';
import { replyTo } from './conversations.ts';

const delayMs = Number(process.argv[2] ?? 0);

interface Asked {
  text: string;
  /** Messages in the format of Bespoken's device service. */
  messages?: { text: string }[];
}

function answer(body: string): string {
  const { text, messages }: Asked = JSON.parse(body);
  if (!messages) return JSON.stringify({ text: replyTo(text) });
  const results = messages.map((message) => ({ transcript: replyTo(message.text) }));
  return JSON.stringify({ results });
}

function hold(say: () => void) {
  if (delayMs > 0) setTimeout(say, delayMs);
  else say();
}

const server = createServer((request, response) => {
  let body = '';
  request.setEncoding('utf8');
  request.on('data', (chunk) => {
    body += chunk;
  });
  request.on('end', () =>
    hold(() => response.setHeader('content-type', 'application/json').end(answer(body))),
  );
});
// Don't close connections that wait for their next turn.
server.keepAliveTimeout = 60_000;
new WebSocketServer({ server, perMessageDeflate: false }).on('connection', (socket) => {
  socket.on('message', (frame) => hold(() => socket.send(answer(String(frame)))));
  socket.on('error', () => socket.terminate());
});
server.listen({ port: 0, host: '127.0.0.1', backlog: 4_096 }, () => {
  console.log((server.address() as AddressInfo).port);
});
