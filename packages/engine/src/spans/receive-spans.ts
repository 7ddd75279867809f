/** A receiver of OTLP over HTTP: `POST /v1/traces` in protobuf or JSON, plain or in gzip. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createSpanBook, type SpanBook } from './span-book.ts';
import {
  answerRefused,
  answerTaken,
  readSpans,
  rpcCodes,
  SpansRefused,
  spanFormatOf,
  spanRequestBytesMax,
  spansTooLarge,
} from './span-request.ts';

export interface SpanReceiver extends AsyncDisposable {
  /** What an exporter takes as its endpoint. */
  url: string;
  spans: SpanBook;
}

const requestMs = 30_000;
/** A connection that is closed when an exporter sends its next batch loses the batch. */
const keepAliveMs = 120_000;
const connectionsMax = 200;
/** @throws if the port cannot be listened on */
export async function receiveSpans({
  port,
  host = '127.0.0.1',
}: {
  port: number;
  host?: string | undefined;
}): Promise<SpanReceiver> {
  const spans = createSpanBook();
  const server = createServer(
    { requestTimeout: requestMs, keepAliveTimeout: keepAliveMs },
    (request, response) => {
      take(request, response, spans).catch(() => response.destroy());
    },
  );
  server.maxConnections = connectionsMax;
  await new Promise<void>((listening, failed) => {
    server.once('error', failed);
    server.listen(port, host, listening);
  });
  const { port: bound } = server.address() as AddressInfo;
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${bound}`,
    spans,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}

async function take(
  request: IncomingMessage,
  response: ServerResponse,
  spans: SpanBook,
): Promise<void> {
  try {
    if (new URL(request.url ?? '', 'http://receiver').pathname !== '/v1/traces') {
      throw new SpansRefused(404, rpcCodes.unimplemented, 'Traces are taken at /v1/traces.');
    }
    if (request.method !== 'POST') {
      throw new SpansRefused(405, rpcCodes.unimplemented, 'Traces are taken by POST.');
    }
    const format = spanFormatOf(request.headers);
    const { spans: sent, ...rejections } = await readSpans(await bodyOf(request), format);
    if (!spans.take(sent)) {
      throw new SpansRefused(429, rpcCodes.exhausted, 'The receiver is full.');
    }
    if (rejections.reason !== undefined) spans.refuse(rejections.reason);
    const answer = answerTaken(format, rejections);
    response.writeHead(200, answer.headers);
    response.end(answer.body);
  } catch (error) {
    if (!(error instanceof SpansRefused)) {
      spans.refuse('A request with spans broke off.');
      throw error;
    }
    const { status, message } = error;
    if (status !== 404 && status !== 405) spans.refuse(message);
    const answer = answerRefused(error, request.headers);
    response.writeHead(status, answer.headers);
    response.end(answer.body);
  }
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > spanRequestBytesMax) throw spansTooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, bytes);
}
