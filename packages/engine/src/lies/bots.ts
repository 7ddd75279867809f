/** The bots of the suite of lies: real local servers, described by what they say. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import type { Json } from '@parley/suite';
import { type Socket, Server as SocketIoServer } from 'socket.io';
import { createJudge } from '../judge/create-judge.ts';
import { serveDirectLine } from '../test/direct-line-service.ts';
import { listening, serveHttp, serveWebSocket } from '../test/servers.ts';
import type { Bot } from './lie.ts';

/** One answer of a bot over HTTP: JSON, or a body, status and headers that are sent unchanged. */
export type Answer = Json | RawAnswer;

interface RawAnswer {
  status?: number;
  headers?: Record<string, string>;
  body: string | Buffer;
}

const isRaw = (answer: Answer): answer is RawAnswer & { [key: string]: Json } =>
  typeof answer === 'object' && answer !== null && 'body' in answer;

function send(response: ServerResponse, answer: Answer): void {
  if (isRaw(answer)) {
    response.writeHead(answer.status ?? 200, answer.headers ?? {}).end(answer.body);
  } else {
    response.setHeader('content-type', 'application/json').end(JSON.stringify(answer));
  }
}

/** Answers requests with these answers in turn, and then repeats the last one. */
export const answers =
  (...inTurn: Answer[]): Bot =>
  async () => {
    let asked = 0;
    return serveHttp((_, response) => {
      send(response, inTurn[Math.min(asked++, inTurn.length - 1)] as Answer);
    });
  };

/** Answers requests with the result of the function. */
export const answersTo =
  (answer: (text: string, request: IncomingMessage) => Answer | Promise<Answer>): Bot =>
  () =>
    serveHttp(async (request, response) => {
      const body = request.method === 'GET' ? {} : await json(request).catch(() => ({}));
      const { text, message } = body as { text?: string; message?: string };
      send(response, await answer(text ?? message ?? '', request));
    });

/** A page or another text with this content type. */
export const page = (
  body: string | Buffer,
  contentType = 'text/html; charset=utf-8',
): RawAnswer => ({
  headers: { 'content-type': contentType },
  body,
});

/** A frame and its delay after the tester's message, in milliseconds. */
type Timed = [afterMs: number, frame: Json];

const atOnce = (frames: readonly Json[]): Timed[] => frames.map((frame) => [0, frame]);

/** Sends these frames on a WebSocket in reply to each message. */
export const frames = (...said: Json[]): Bot => framesTo(() => atOnce(said));

/** Sends on a WebSocket the frames that the function returns for the text, each at its time. */
export const framesTo =
  (say: (text: string, count: number) => Timed[], greets: Json[] = []): Bot =>
  () => {
    let count = 0;
    return serveWebSocket({
      greet: (socket) => {
        for (const frame of greets) socket.send(textOf(frame));
      },
      hear: (text, socket) => {
        count += 1;
        for (const [afterMs, frame] of say(text, count)) {
          setTimeout(() => socket.send(textOf(frame)), afterMs);
        }
      },
    });
  };

/** Receives everything and says nothing. */
export const silence: Bot = () => serveWebSocket({});

/** Closes the WebSocket instead of answering. */
export const hangsUp: Bot = () => serveWebSocket({ hear: (_, socket) => socket.close() });

/** Says one last word and closes the WebSocket. */
export const saysGoodbye: Bot = () =>
  serveWebSocket({
    hear(_, socket) {
      socket.send('Goodbye!');
      socket.close();
    },
  });

/** Begins to answer, then closes with an internal error code. */
export const crashes: Bot = () =>
  serveWebSocket({
    hear(_, socket) {
      socket.send('One moment.');
      socket.close(1011);
    },
  });

const textOf = (frame: Json) => (typeof frame === 'string' ? frame : JSON.stringify(frame));

/** One server-sent event. Without a name, it is a message. */
export type StreamEvent = [name: string | undefined, data: Json];

/** Answers each message with a stream of these events. */
export const streams =
  (...events: StreamEvent[]): Bot =>
  () =>
    serveHttp((_, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      for (const [name, data] of events) {
        response.write(`${name ? `event: ${name}\n` : ''}data: ${textOf(data)}\n\n`);
      }
      response.end();
    });

/** Emits these Socket.IO events in reply to each message. */
export const emits =
  (...events: [name: string, data: Json][]): Bot =>
  async () => {
    const http = createServer();
    new SocketIoServer(http).on('connection', (socket: Socket) => {
      socket.on('message', () => {
        for (const [name, data] of events) socket.emit(name, data);
      });
    });
    return listening(http);
  };

/** Sends these Bot Framework activities in reply to each message. */
export const activities =
  (...said: { [key: string]: Json }[]): Bot =>
  () =>
    serveDirectLine({ hasStream: true, greets: false, say: () => said });

/** Accepts messages by POST, and answers polls by GET with the result of `say` for the texts so far. */
export const pollable = (say: (texts: readonly string[]) => Answer): Bot => {
  return async () => {
    const texts: string[] = [];
    return serveHttp(async (request, response) => {
      if (request.method === 'GET') return send(response, say(texts));
      const { text } = (await json(request)) as { text: string };
      texts.push(text);
      send(response, { accepted: true });
    });
  };
};

/** A model with a chat completions API that sends these messages in turn. */
export const completes = (...messages: { [key: string]: Json }[]): Bot =>
  answers(
    ...messages.map(({ finish_reason = 'stop', ...message }) => ({
      id: 'c1',
      model: 'small-1',
      choices: [{ index: 0, message: { role: 'assistant', ...message }, finish_reason }],
      usage: { prompt_tokens: 9, completion_tokens: 3, total_tokens: 12 },
    })),
  );

/** The same answer as a stream of deltas. The first one contains the role, without which official clients read nothing. */
export const completesInPieces = (...deltas: { [key: string]: Json }[]): Bot =>
  streams(
    ...deltas.map(({ finish_reason = null, ...more }, place): StreamEvent => {
      const delta = { ...(place === 0 && { role: 'assistant' }), ...more };
      const choices = [{ index: 0, delta, finish_reason }];
      return [undefined, { id: 'c1', model: 'small-1', choices }];
    }),
    [undefined, '[DONE]'],
  );

/** A tool call as a model writes it. */
export const toolCall = (name: string, call: Json = {}): { [key: string]: Json } => ({
  id: `call-${name}`,
  type: 'function',
  function: { name, arguments: JSON.stringify(call) },
});

/** A bot and a model that judges its replies. The model returns these contents in turn; a number is a status. */
export const judgedBy =
  (bot: Bot, contents: (string | number)[], votes: { votes?: number; needed?: number } = {}): Bot =>
  async () => {
    const model = await answers(
      ...contents.map(
        (content): Answer =>
          typeof content === 'number'
            ? { status: content, body: 'no' }
            : { choices: [{ message: { role: 'assistant', content } }] },
      ),
    )();
    const running = await bot();
    const url = `http://127.0.0.1:${model.port}/v1/chat/completions`;
    return {
      port: running.port,
      options: { judge: createJudge({ url, model: 'small', timeoutMs: 1_000, ...votes }) },
      async [Symbol.asyncDispose]() {
        await Promise.all([running[Symbol.asyncDispose](), model[Symbol.asyncDispose]()]);
      },
    };
  };
