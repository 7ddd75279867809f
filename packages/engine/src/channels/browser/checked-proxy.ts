/**
 * A local proxy that is the page's only way to the network. Egress makes its connections. Documents, scripts, redirects,
 * WebSockets and service workers are all checked when they connect, so neither a page nor anything that it loads can make
 * Chromium reach an address that the policy refuses.
 */
import { once } from 'node:events';
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { ConversationError, type Egress } from '@parley/egress';
import { limits } from '../../limits.ts';

export interface CheckedProxy {
  /** Address for Chromium: `http://127.0.0.1:port`. */
  address: string;
  /** The reason why the host of this URL could not be reached; undefined if there was no failure. */
  failureOf(url: string): Error | undefined;
  close(): void;
}

/** Headers that apply to one connection only and are never forwarded. */
const hopHeaders = [
  'connection',
  'keep-alive',
  'proxy-connection',
  'proxy-authorization',
  'proxy-authenticate',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
];

export async function startCheckedProxy(egress: Egress): Promise<CheckedProxy> {
  const failures = new Map<string, Error>();
  const sockets = new Set<Socket>();
  let bytesLeft: number = limits.pageBytesMax;

  function connect(host: string, port: string, done: (error: Error | null, to?: Socket) => void) {
    const authority = `${host}:${port}`;
    const target = { hostname: host, host: authority, protocol: 'http:', port };
    const take: Parameters<Egress['connect']>[1] = (error, socket) => {
      if (!socket) {
        failures.set(authority, error ?? new Error('There is no connection.'));
        return done(error);
      }
      failures.delete(authority);
      watch(socket);
      socket.on('data', ({ length }: Buffer) => {
        bytesLeft -= length;
        if (bytesLeft > 0) return;
        failures.set(authority, tooLarge());
        socket.destroy();
      });
      done(null, socket);
    };
    try {
      egress.connect(target, take);
    } catch (error) {
      // Egress throws if the port is invalid.
      take(error as Error, null);
    }
  }

  function watch(socket: Socket) {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => sockets.delete(socket));
  }

  const agent = new Agent({ keepAlive: true });
  agent.createConnection = ((
    { host, port }: { host: string; port: number },
    created: (error: Error | null, socket?: Socket) => void,
  ) => connect(host, String(port), created)) as unknown as Agent['createConnection'];

  const server = createServer({ maxHeaderSize: 64 * 1024 }, (asked, answer) =>
    forward(asked, answer, agent),
  );
  server.on('connection', watch);
  server.on('clientError', (_, socket) => socket.destroy());
  server.on('connect', ({ url = '' }: IncomingMessage, client: Socket, head: Buffer) => {
    const [, host = '', port = ''] = /^(.+):(\d+)$/.exec(url) ?? [];
    connect(host, port, (error, socket) => {
      if (error || !socket) return void client.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
      client.write('HTTP/1.1 200 Connection Established\r\n\r\n');
      socket.write(head);
      client.pipe(socket).pipe(client);
      client.on('close', () => socket.destroy());
      socket.on('close', () => client.destroy());
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;

  return {
    address: `http://127.0.0.1:${port}`,
    failureOf(url) {
      if (!URL.canParse(url)) return undefined;
      const { hostname, port, protocol } = new URL(url);
      const usual = protocol === 'https:' || protocol === 'wss:' ? '443' : '80';
      return failures.get(`${hostname}:${port || usual}`);
    },
    close() {
      server.close();
      agent.destroy();
      for (const socket of sockets) socket.destroy();
    },
  };
}

function forward(asked: IncomingMessage, answer: ServerResponse, agent: Agent): void {
  // Any other request was not meant for a proxy: a page has found our port.
  if (!URL.canParse(asked.url ?? '')) return void answer.writeHead(400).end();
  const url = new URL(asked.url ?? '');
  const hangUp = () => asked.socket.destroy();
  if (url.protocol !== 'http:') return void hangUp();
  try {
    forwardTo(url, asked, answer, agent, hangUp);
  } catch {
    hangUp();
  }
}

/** @throws Error for headers that Node cannot send, such as undecodable credentials in the address */
function forwardTo(
  url: URL,
  asked: IncomingMessage,
  answer: ServerResponse,
  agent: Agent,
  hangUp: () => void,
): void {
  const headers = withoutHops(asked.headers);
  const onward = request(url, { method: asked.method, headers, agent }, (received) => {
    received.on('error', hangUp);
    try {
      answer.writeHead(received.statusCode ?? 502, withoutHops(received.headers));
    } catch {
      // Node reads some values from a bot that it refuses to write, such as status 042.
      return hangUp();
    }
    received.pipe(answer);
  });
  onward.on('error', hangUp);
  answer.on('close', () => onward.destroy());
  asked.on('error', hangUp).pipe(onward);
}

function withoutHops(headers: IncomingMessage['headers']): IncomingMessage['headers'] {
  const named = String(headers.connection ?? '').toLowerCase();
  const isHop = (name: string) => hopHeaders.includes(name) || named.split(/, */).includes(name);
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !isHop(name)));
}

const tooLarge = () =>
  new ConversationError({
    class: 'network',
    code: 'page-too-large',
    message: `The page loads more than ${limits.pageBytesMax / 1024 / 1024} MB in one conversation.`,
    hint: 'Test the widget on a smaller page.',
  });
