/** The bot of the measurements: as cheap as it can be, so that the tester is what is measured. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { WebSocketServer } from 'ws';
import { replyTo } from './conversations.ts';

/** Milliseconds, or `spread`: each answer takes its own time, and how long is kept. */
const delay = process.argv[2] ?? '0';
const delayMs = delay === 'spread' ? 0 : Number(delay);
const tookMs: number[] = [];
let asked = 0;

/** Between 20 and 500 ms, the long ones rare, always the same ones. */
const spreadMs = (turn: number) => 20 + 480 * ((turn * 0.618_034) % 1) ** 3;

interface Asked {
  text: string;
  /** In the form of Bespoken's device service. */
  messages?: { text: string }[];
}

function answer(body: string): string {
  const { text, messages }: Asked = JSON.parse(body);
  if (!messages) return JSON.stringify({ text: replyTo(text) });
  const results = messages.map((message) => ({ transcript: replyTo(message.text) }));
  return JSON.stringify({ results });
}

function hold(say: () => void) {
  if (delay === 'spread') {
    const askedAt = performance.now();
    const saying = () => {
      say();
      tookMs.push(performance.now() - askedAt);
    };
    setTimeout(saying, spreadMs(asked++));
  } else if (delayMs > 0) setTimeout(say, delayMs);
  else say();
}

/** How long the answers took, by the bot's own clock. */
function ownLog() {
  const sorted = tookMs.toSorted((a, b) => a - b);
  const quantile = (share: number) => sorted[Math.ceil(sorted.length * share) - 1] ?? 0;
  return JSON.stringify({ p50: quantile(0.5), p95: quantile(0.95), p99: quantile(0.99) });
}

const server = createServer((request, response) => {
  if (request.method === 'GET') return response.end(ownLog());
  let body = '';
  request.setEncoding('utf8');
  request.on('data', (chunk) => {
    body += chunk;
  });
  request.on('end', () =>
    hold(() => response.setHeader('content-type', 'application/json').end(answer(body))),
  );
});
// Connections that wait for their next turn must not be closed under the tester.
server.keepAliveTimeout = 60_000;
new WebSocketServer({ server, perMessageDeflate: false }).on('connection', (socket) => {
  socket.on('message', (frame) => hold(() => socket.send(answer(String(frame)))));
  socket.on('error', () => socket.terminate());
});
server.listen({ port: 0, host: '127.0.0.1', backlog: 4_096 }, () => {
  console.log((server.address() as AddressInfo).port);
});
