/** A receiver of OTLP over HTTP: `POST /v1/traces` in protobuf or JSON, plain or in gzip. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import {
  type DecodedSpans,
  decodeJson,
  decodeProtobuf,
  encodeRefused,
  encodeTaken,
  MalformedSpans,
  type OtlpEncoding,
} from '@parley/telemetry';
import { createSpanBook, type SpanBook } from './span-book.ts';

export interface SpanReceiver extends AsyncDisposable {
  /** What an exporter takes as its endpoint. */
  url: string;
  spans: SpanBook;
}

/** Largest request, as it comes and unpacked. */
const requestBytesMax = 8 * 1024 * 1024;
const unpackedBytesMax = 32 * 1024 * 1024;
const requestMs = 30_000;
/** A connection that is closed when an exporter sends its next batch loses the batch. */
const keepAliveMs = 120_000;
const connectionsMax = 200;
/** Exporters try again after so many seconds. */
const retryAfterSeconds = 5;

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

/** Codes of google.rpc. */
const invalid = 3;
const exhausted = 8;
const unimplemented = 12;

class Refused extends Error {
  status: number;
  code: number;

  constructor(status: number, code: number, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

async function take(
  request: IncomingMessage,
  response: ServerResponse,
  spans: SpanBook,
): Promise<void> {
  const encoding = encodingOf(request);
  const answer = (status: number, body: Uint8Array | string, headers = {}) => {
    response.writeHead(status, { 'content-type': mediaTypes[encoding ?? 'json'], ...headers });
    response.end(body);
  };
  try {
    if (new URL(request.url ?? '', 'http://receiver').pathname !== '/v1/traces') {
      throw new Refused(404, unimplemented, 'Traces are taken at /v1/traces.');
    }
    if (request.method !== 'POST') {
      throw new Refused(405, unimplemented, 'Traces are taken by POST.');
    }
    if (!encoding) {
      const message = `The content type must be ${mediaTypes.protobuf} or ${mediaTypes.json}.`;
      throw new Refused(415, invalid, message);
    }
    const { spans: sent, ...rejections } = decoded(await bodyOf(request), encoding);
    if (!spans.take(sent)) throw new Refused(429, exhausted, 'The receiver is full.');
    if (rejections.reason !== undefined) spans.refuse(rejections.reason);
    answer(200, encodeTaken(encoding, rejections));
  } catch (error) {
    if (!(error instanceof Refused)) {
      spans.refuse('A request with spans broke off.');
      throw error;
    }
    const { status, code, message } = error;
    if (status !== 404 && status !== 405) spans.refuse(message);
    answer(
      status,
      encodeRefused(encoding ?? 'json', { code, message }),
      // What is left of a body is not read.
      status === 429 ? { 'retry-after': String(retryAfterSeconds) } : { connection: 'close' },
    );
  }
}

const mediaTypes: Record<OtlpEncoding, string> = {
  json: 'application/json',
  protobuf: 'application/x-protobuf',
};

function encodingOf({ headers }: IncomingMessage): OtlpEncoding | undefined {
  const type = headers['content-type']?.split(';')[0]?.trim().toLowerCase();
  if (type === mediaTypes.json) return 'json';
  return type === mediaTypes.protobuf || type === 'application/protobuf' ? 'protobuf' : undefined;
}

const unpack = promisify(gunzip);

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const packing = request.headers['content-encoding']?.trim().toLowerCase() ?? 'identity';
  if (packing !== 'identity' && packing !== 'gzip') {
    throw new Refused(415, invalid, 'The content encoding must be gzip, or none.');
  }
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > requestBytesMax) throw tooLarge();
    chunks.push(chunk);
  }
  const body = Buffer.concat(chunks, bytes);
  if (packing === 'identity') return body;
  try {
    return await unpack(body, { maxOutputLength: unpackedBytesMax });
  } catch (error) {
    const isLarge = (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE';
    throw isLarge ? tooLarge() : new Refused(400, invalid, 'The request is not gzip.');
  }
}

const tooLarge = () =>
  new Refused(
    413,
    exhausted,
    `A request with spans was larger than ${requestBytesMax / 1024 ** 2} MiB, or ${unpackedBytesMax / 1024 ** 2} MiB unpacked.`,
  );

function decoded(body: Buffer, encoding: OtlpEncoding): DecodedSpans {
  try {
    return encoding === 'json' ? decodeJson(body.toString('utf8')) : decodeProtobuf(body);
  } catch (error) {
    if (error instanceof MalformedSpans) throw new Refused(400, invalid, error.message);
    throw error;
  }
}
