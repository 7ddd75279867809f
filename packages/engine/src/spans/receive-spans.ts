/** A receiver of OTLP over HTTP: accepts `POST /v1/traces` in protobuf or JSON, plain or gzip. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { SeenRequest } from './check-export.ts';
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
  /** Endpoint to configure in the exporter. */
  url: string;
  spans: SpanBook;
}

const requestMs = 30_000;
/** Keep-alive in milliseconds. It is long, because a batch is lost if the connection closes just as an exporter sends it. */
const keepAliveMs = 120_000;
const connectionsMax = 200;
/** @throws Error if the port cannot be opened */
export async function receiveSpans({
  port,
  host = '127.0.0.1',
  onRequest,
}: {
  port: number;
  host?: string | undefined;
  /** Called after each request that was answered. */
  onRequest?: (seen: SeenRequest) => void;
}): Promise<SpanReceiver> {
  const spans = createSpanBook();
  const server = createServer(
    { requestTimeout: requestMs, keepAliveTimeout: keepAliveMs },
    (request, response) => {
      take(request, response, { spans, onRequest }).catch(() => response.destroy());
    },
  );
  server.maxConnections = connectionsMax;
  server.on('clientError', (error: Error & { rawPacket?: Buffer }, socket) => {
    const isHttp2 = error.rawPacket?.subarray(0, http2Begin.length).equals(http2Begin);
    if (isHttp2) onRequest?.({ status: 0, format: 'HTTP/2', message: overGrpc, spans: [] });
    socket.destroy();
  });
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

const http2Begin = Buffer.from('PRI * HTTP/2');
const overGrpc = 'An exporter uses gRPC, but spans are only accepted over HTTP.';

async function take(
  request: IncomingMessage,
  response: ServerResponse,
  { spans, onRequest }: { spans: SpanBook; onRequest?: ((seen: SeenRequest) => void) | undefined },
): Promise<void> {
  const { 'content-type': type = 'no type', 'content-encoding': packing } = request.headers;
  const format = packing === undefined ? type : `${type}, ${packing}`;
  try {
    if (new URL(request.url ?? '', 'http://receiver').pathname !== '/v1/traces') {
      throw new SpansRefused(404, rpcCodes.unimplemented, 'Send traces to /v1/traces.');
    }
    if (request.method !== 'POST') {
      throw new SpansRefused(405, rpcCodes.unimplemented, 'Send traces with POST.');
    }
    const readAs = spanFormatOf(request.headers);
    const { spans: sent, ...rejections } = await readSpans(await bodyOf(request), readAs);
    if (!spans.take(sent)) {
      throw new SpansRefused(429, rpcCodes.exhausted, 'The receiver is full.');
    }
    if (rejections.reason !== undefined) spans.refuse(rejections.reason);
    const { reason: message } = rejections;
    onRequest?.({ status: 200, format, ...(message !== undefined && { message }), spans: sent });
    const answer = answerTaken(readAs, rejections);
    response.writeHead(200, answer.headers);
    response.end(answer.body);
  } catch (error) {
    if (!(error instanceof SpansRefused)) {
      spans.refuse('A request with spans was cut off.');
      throw error;
    }
    const { status, message } = error;
    if (status !== 404 && status !== 405) spans.refuse(message);
    onRequest?.({ status, format, message, spans: [] });
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
