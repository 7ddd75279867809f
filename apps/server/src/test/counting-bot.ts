/** A bot that records the messages it receives and their connections. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { json } from 'node:stream/consumers';

export interface HeardMessage {
  text: string;
  socket: Socket;
  /** Time of arrival in milliseconds, as returned by `performance.now()`. */
  at: number;
}

export interface CountingBot {
  url: string;
  /** `host:port`, which the test has to allow. */
  address: string;
  heard: HeardMessage[];
  close(): Promise<void>;
}

/** Starts a bot that replies `Monday to Friday` to everything. */
export async function startCountingBot({ delayMs = 0 } = {}): Promise<CountingBot> {
  const heard: HeardMessage[] = [];
  const server = createServer(async (request, response) => {
    const { text } = (await json(request)) as { text: string };
    heard.push({ text, socket: request.socket, at: performance.now() });
    setTimeout(() => response.end(JSON.stringify({ text: 'Monday to Friday' })), delayMs);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: `http://${address}/message`,
    address,
    heard,
    async close() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}
