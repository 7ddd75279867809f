/**
 * Server to which Twilio streams the audio of calls. It accepts a stream if the handshake is signed with the account's token
 * and the stream has the secret of a waiting call. Each secret is valid for one stream.
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import { type CallStream, openCallStream } from './call-stream.ts';
import { readMessage } from './stream-message.ts';

export interface StreamListener {
  expect(): ExpectedStream;
  close(): Promise<void>;
}

/** The stream of a call that is being placed. */
export interface ExpectedStream {
  /** Secret that only the call's own stream contains. */
  token: string;
  opened: Promise<CallStream>;
  /** Stops expecting the stream. */
  forget(): void;
}

export interface ListenerOptions {
  host: string;
  port: number;
  /** Address that Twilio connects to. */
  streamUrl: string;
  authToken: string;
  /** Time limit for a stream to identify itself. Default 10 seconds. */
  startMs?: number;
}

const messageBytesMax = 64 * 1024;
/** The WebSocket close code for a policy violation. */
const refusedCode = 1008;

export async function listenForStreams(options: ListenerOptions): Promise<StreamListener> {
  const { host, port, startMs = 10_000 } = options;
  const waiting = new Map<string, (stream: CallStream) => void>();
  const server = createServer({ requestTimeout: 10_000 }, (_, response) => {
    response.writeHead(404).end();
  });
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: messageBytesMax,
    perMessageDeflate: false,
  });

  server.on('upgrade', (request: IncomingMessage, connection: Duplex, head: Buffer) => {
    connection.on('error', () => connection.destroy());
    if (!isSigned(request, options)) {
      connection.end('HTTP/1.1 403 Forbidden\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
      return;
    }
    sockets.handleUpgrade(request, connection, head, receive);
  });

  /** Ignores a stream until it has identified itself. */
  function receive(socket: WebSocket): void {
    const refuse = () => socket.close(refusedCode, 'No call is waiting for this stream.');
    const tooLate = setTimeout(refuse, startMs);
    socket.on('error', () => socket.terminate());
    socket.on('close', () => clearTimeout(tooLate));
    socket.on('message', function identify(frame: Buffer) {
      const message = readMessage(frame);
      if (message?.event === 'connected') return;
      socket.off('message', identify);
      clearTimeout(tooLate);
      const start = message?.event === 'start' ? message.start : undefined;
      const token = start?.customParameters?.token ?? '';
      const open = waiting.get(token);
      if (!open || !message?.streamSid) return refuse();
      waiting.delete(token);
      open(openCallStream(socket, message.streamSid));
    });
  }

  server.listen(port, host);
  await once(server, 'listening');
  return {
    expect() {
      const token = randomBytes(32).toString('base64url');
      const { promise: opened, resolve } = Promise.withResolvers<CallStream>();
      waiting.set(token, resolve);
      return { token, opened, forget: () => void waiting.delete(token) };
    },
    async close() {
      for (const socket of sockets.clients) socket.terminate();
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Verifies the signature with and without a trailing slash, because Twilio may sign an address without a path either way. */
function isSigned({ headers }: IncomingMessage, { streamUrl, authToken }: ListenerOptions) {
  const given = Buffer.from(String(headers['x-twilio-signature'] ?? ''));
  const bare = streamUrl.replace(/\/$/, '');
  return [bare, `${bare}/`].some((url) => {
    const wanted = Buffer.from(createHmac('sha1', authToken).update(url).digest('base64'));
    return given.length === wanted.length && timingSafeEqual(given, wanted);
  });
}
