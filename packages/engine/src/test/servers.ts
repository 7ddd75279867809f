/** Servers on this machine that send exactly the bytes that a test specifies. */
import { once } from 'node:events';
import { createServer as createHttpServer, type RequestListener } from 'node:http';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { type WebSocket, WebSocketServer } from 'ws';

export interface TestServer extends AsyncDisposable {
  port: number;
  /** Returns the number of connections so far. */
  connections(): number;
}

export async function listening(server: Server): Promise<TestServer> {
  const sockets = new Set<Socket>();
  let connections = 0;
  server.on('connection', (socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    connections: () => connections,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await new Promise((closed) => server.close(closed));
    },
  };
}

export const serveTcp = (onConnection: (socket: Socket) => void): Promise<TestServer> =>
  listening(createServer(onConnection));

export const serveHttp = (listener: RequestListener): Promise<TestServer> =>
  listening(createHttpServer(listener));

/** Starts a bot. `hear` is called for each text from the tester, and `greet` when a conversation begins. */
export async function serveWebSocket(bot: {
  greet?(socket: WebSocket): void;
  hear?(text: string, socket: WebSocket): void;
}): Promise<TestServer> {
  const server = createHttpServer();
  new WebSocketServer({ server }).on('connection', (socket) => {
    bot.greet?.(socket);
    socket.on('message', (frame) => bot.hear?.(JSON.parse(String(frame)).text, socket));
  });
  return listening(server);
}
