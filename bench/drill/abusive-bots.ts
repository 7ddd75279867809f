/** Bots that misbehave in various ways, each with the failure that it must cause. */
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import {
  type AddressInfo,
  createServer as createTcpServer,
  type Server,
  type Socket,
} from 'node:net';
import { gzipSync } from 'node:zlib';

export interface AbusiveBot {
  does: string;
  url: string;
  /** Expected failure code. */
  comesTo: string;
  close(): void;
}

export async function startAbusiveBots(): Promise<AbusiveBot[]> {
  const bomb = gzipSync(Buffer.alloc(200 * 1024 * 1024));
  const encodings = Array(2000).fill('gzip').join(',');
  return Promise.all([
    tcp('says nothing', 'reply-timeout', () => {}),
    tcp('drips its headers', 'malformed-answer', (socket) => drip(socket, 'H')),
    tcp('drips its body', 'reply-timeout', (socket) => {
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 5000\r\n\r\n');
      drip(socket, 'x');
    }),
    http('never stops talking', 'answer-too-large', (_, response) => {
      const more = () => {
        while (response.write(Buffer.alloc(65_536, 'x')));
      };
      response.on('drain', more);
      more();
    }),
    http('sends a compressed bomb of 200 MB', 'answer-too-large', (_, response) =>
      response.setHeader('content-encoding', 'gzip').end(bomb),
    ),
    http('encodes its answer 2,000 times', 'malformed-answer', (_, response) =>
      response.setHeader('content-encoding', encodings).end('hi'),
    ),
    http('sends bytes that are no text', 'malformed-answer', (_, response) =>
      response.end(Buffer.from([0x68, 0xff, 0xfe])),
    ),
    http('says only NUL', 'mismatch', (_, response) => response.end('{"text": "\\u0000"}')),
    http('nests JSON 200,000 levels deep', 'malformed-answer', (_, response) =>
      response.end(`{"a":${'['.repeat(200_000)}`),
    ),
    says(
      'sends headers of 60 KB',
      'headers-too-large',
      `HTTP/1.1 200 OK\r\nx: ${'x'.repeat(60_000)}\r\n\r\nhi`,
    ),
    http('redirects in a circle', 'too-many-redirects', (_, response) =>
      response.writeHead(307, { location: '/' }).end(),
    ),
    says(
      'breaks its answer off',
      'connection-closed',
      'HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nhi',
    ),
    tcp('resets the connection', 'connection-closed', (socket) =>
      socket.on('data', () => socket.resetAndDestroy()),
    ),
    says('answers TLS with garbage', 'tls', 'garbage garbage garbage', 'https'),
  ]);
}

function drip(socket: Socket, bytes: string): void {
  const timer = setInterval(() => socket.write(bytes), 200);
  socket.on('close', () => clearInterval(timer));
}

function http(does: string, comesTo: string, answer: RequestListener): Promise<AbusiveBot> {
  return listen(createServer(answer), { does, comesTo }, 'http');
}

function says(
  does: string,
  comesTo: string,
  bytes: string,
  scheme: 'http' | 'https' = 'http',
): Promise<AbusiveBot> {
  return tcp(does, comesTo, (socket) => socket.on('data', () => socket.end(bytes)), scheme);
}

function tcp(
  does: string,
  comesTo: string,
  talk: (socket: Socket) => void,
  scheme: 'http' | 'https' = 'http',
): Promise<AbusiveBot> {
  const server = createTcpServer((socket) => {
    socket.on('error', () => undefined);
    talk(socket);
  });
  return listen(server, { does, comesTo }, scheme);
}

async function listen(
  server: Server,
  about: Pick<AbusiveBot, 'does' | 'comesTo'>,
  scheme: string,
): Promise<AbusiveBot> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    ...about,
    url: `${scheme}://127.0.0.1:${port}/`,
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
