/** Runs the same bot script in each protocol in which a bot can send several frames per turn. */
import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import { Server as SocketIoServer } from 'socket.io';
import { type WebSocket, WebSocketServer } from 'ws';
import { listening, serveHttp, type TestServer } from './servers.ts';

export interface Frame {
  /** Name of the event, for protocols with named events. */
  name?: string;
  data: object;
}

/** Behavior of a bot: receives a text, sends frames, and waits between them. */
export type Script = (text: string, send: (...frames: Frame[]) => void) => unknown;

export interface BotProtocol {
  serve(script: Script): Promise<TestServer>;
  channel(port: number): object;
}

const quiet = { quietMs: 40 };

const serverSent = ({ name, data }: Frame) =>
  `${name ? `event: ${name}\n` : ''}data: ${JSON.stringify(data)}\n\n`;

export const botProtocols: Record<string, BotProtocol> = {
  websocket: {
    async serve(script) {
      const server = createServer();
      new WebSocketServer({ server }).on('connection', (socket) =>
        socket.on('message', (frame) =>
          script(JSON.parse(String(frame)).text, (...frames) => {
            for (const { data } of frames) socket.send(JSON.stringify(data));
          }),
        ),
      );
      return listening(server);
    },
    channel: (port) => ({ kind: 'websocket', url: `ws://127.0.0.1:${port}/`, ...quiet }),
  },
  socketio: {
    async serve(script) {
      const server = createServer();
      new SocketIoServer(server).on('connection', (socket) =>
        socket.on('message', ({ text }) =>
          script(text, (...frames) => {
            for (const { name = 'message', data } of frames) socket.emit(name, data);
          }),
        ),
      );
      return listening(server);
    },
    channel: (port) => ({ kind: 'socketio', url: `http://127.0.0.1:${port}/`, ...quiet }),
  },
  'sse, a stream for each answer': {
    serve: (script) =>
      serveHttp(async (request, response) => {
        const { text } = (await json(request)) as { text: string };
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        await script(text, (...frames) => response.write(frames.map(serverSent).join('')));
        response.end();
      }),
    channel: (port) => ({ kind: 'sse', url: `http://127.0.0.1:${port}/`, event: 'message' }),
  },
  'sse, one stream': {
    serve(script) {
      let send: (...frames: Frame[]) => void = () => {};
      return serveHttp(async (request, response) => {
        if (request.method === 'GET') {
          response.writeHead(200, { 'content-type': 'text/event-stream' }).write(': hello\n\n');
          send = (...frames) => response.write(frames.map(serverSent).join(''));
          return;
        }
        const { text } = (await json(request)) as { text: string };
        response.writeHead(204).end();
        await script(text, send);
      });
    },
    channel(port) {
      const url = `http://127.0.0.1:${port}/`;
      return { kind: 'sse', url, stream: url, event: 'message', ...quiet };
    },
  },
  'http that is asked': {
    serve(script) {
      const answers: object[] = [];
      return serveHttp(async (request, response) => {
        if (request.method === 'GET') {
          response.end(JSON.stringify(answers.shift() ?? { messages: [] }));
          return;
        }
        const { text } = (await json(request)) as { text: string };
        response.writeHead(202).end('{"accepted": true}');
        await script(text, (...frames) => answers.push(...frames.map(answerOf)));
      });
    },
    channel(port) {
      const url = `http://127.0.0.1:${port}/`;
      return { kind: 'http', url, poll: url, pollMs: 100, quietMs: 250 };
    },
  },
  directline: {
    async serve(script) {
      let stream: WebSocket | undefined;
      const server = createServer(async (request, response) => {
        if (request.url === '/conversations') {
          const streamUrl = `ws://127.0.0.1:${request.socket.localPort}/`;
          response.end(JSON.stringify({ conversationId: 'c1', streamUrl }));
          return;
        }
        const { text } = (await json(request)) as { text: string };
        response.end('{"id": "1"}');
        await script(text, (...frames) =>
          stream?.send(JSON.stringify({ activities: frames.map(activityOf) })),
        );
      });
      new WebSocketServer({ server }).on('connection', (socket) => {
        stream = socket;
      });
      return listening(server);
    },
    channel(port) {
      return { kind: 'directline', url: `http://127.0.0.1:${port}`, secret: 's', ...quiet };
    },
  },
};

/** Builds an answer with the fields in which messages would appear, even if there are none. */
function answerOf({ data }: Frame): object {
  const { text, ...rest } = data as { text?: string };
  return { messages: text === undefined ? [] : [text], ...rest };
}

function activityOf({ name, data }: Frame): object {
  const from = { id: 'bot' };
  const { text } = data as { text?: string };
  if (text !== undefined) return { type: 'message', from, text };
  return { type: 'event', from, ...(name && { name }), value: data };
}
