/**
 * A bot for load measurements, implemented on bare sockets because it shares the machine with the measured tester.
 * `load-bot.ts <milliseconds>`. With `spread` in place of the milliseconds, response times vary, and a `GET` returns their
 * percentiles as measured by the bot.
 */
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { replyTo } from './conversations.ts';

const delay = process.argv[2] ?? '0';
const tookMs: number[] = [];
let asked = 0;

/** Response time in milliseconds, between 20 and 500, with few long ones; the sequence is the same in every run. */
const spreadMs = (turn: number) => 20 + 480 * ((turn * 0.618_034) % 1) ** 3;

function ownLog() {
  const sorted = tookMs.toSorted((a, b) => a - b);
  const quantile = (share: number) => sorted[Math.ceil(sorted.length * share) - 1] ?? 0;
  return JSON.stringify({ p50: quantile(0.5), p95: quantile(0.95), p99: quantile(0.99) });
}

/** Response header. The timeout keeps testers from closing and reopening connections between turns. */
const head = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nKeep-Alive: timeout=60\r\n';

function write(socket: Socket, body: string) {
  socket.write(`${head}Content-Length: ${body.length}\r\n\r\n${body}`);
}

function answer(socket: Socket, body: string) {
  const { text }: { text: string } = JSON.parse(body);
  const say = () => write(socket, JSON.stringify({ text: replyTo(text) }));
  if (delay !== 'spread') return setTimeout(say, Number(delay));
  const askedAt = performance.now();
  return setTimeout(() => {
    say();
    tookMs.push(performance.now() - askedAt);
  }, spreadMs(asked++));
}

const server = createServer({ noDelay: true }, (socket) => {
  let unread = '';
  // One character per byte: the conversations are plain ASCII.
  socket.setEncoding('latin1');
  socket.on('data', (chunk) => {
    unread += chunk;
    for (;;) {
      const headEnd = unread.indexOf('\r\n\r\n');
      if (headEnd === -1) return;
      const [, length = 0] = /\r\ncontent-length: *(\d+)/i.exec(unread.slice(0, headEnd)) ?? [];
      const end = headEnd + 4 + Number(length);
      if (unread.length < end) return;
      const body = unread.slice(headEnd + 4, end);
      unread = unread.slice(end);
      if (body) answer(socket, body);
      else write(socket, ownLog());
    }
  });
  socket.on('error', () => socket.destroy());
});
server.listen({ port: 0, host: '127.0.0.1', backlog: 4_096 }, () => {
  console.log((server.address() as AddressInfo).port);
});
