/** Reads OTLP requests with spans over HTTP, in protobuf or JSON, plain or gzip. Used by all receivers. */
import type { IncomingHttpHeaders } from 'node:http';
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

/** Maximum bytes of a request as received. `unpackedBytesMax` is the limit after decompression. */
export const spanRequestBytesMax = 8 * 1024 * 1024;
const unpackedBytesMax = 32 * 1024 * 1024;

/** Delay after which exporters try again. */
const retryAfterSeconds = 5;

/** Status codes of google.rpc. */
export const rpcCodes = {
  invalid: 3,
  denied: 7,
  exhausted: 8,
  unimplemented: 12,
  internal: 13,
  unavailable: 14,
  unauthenticated: 16,
};

/** Thrown for a request that is refused, with the status and code of its answer. */
export class SpansRefused extends Error {
  status: number;
  code: number;

  constructor(status: number, code: number, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

export const spansTooLarge = () =>
  new SpansRefused(
    413,
    rpcCodes.exhausted,
    `A request with spans was larger than ${spanRequestBytesMax / 1024 ** 2} MiB, or ${unpackedBytesMax / 1024 ** 2} MiB unpacked.`,
  );

/** Makes the answer to a request that was accepted in whole or in part. */
export function answerTaken(
  { encoding }: SpanFormat,
  rejections: { rejected: number; reason?: string },
) {
  return {
    body: encodeTaken(encoding, rejections),
    headers: { 'content-type': spanMediaTypes[encoding] },
  };
}

/** Makes the answer to a request that was refused. */
export function answerRefused(
  { status, code, message }: SpansRefused,
  headers: IncomingHttpHeaders,
) {
  const encoding = encodingOf(headers) ?? 'json';
  const isTemporary = status === 429 || status === 503;
  return {
    body: encodeRefused(encoding, { code, message }),
    headers: {
      'content-type': spanMediaTypes[encoding],
      // The connection is closed, because the rest of the body is not read.
      ...(isTemporary ? { 'retry-after': String(retryAfterSeconds) } : { connection: 'close' }),
    },
  };
}

const spanMediaTypes: Record<OtlpEncoding, string> = {
  json: 'application/json',
  protobuf: 'application/x-protobuf',
};

function encodingOf(headers: IncomingHttpHeaders): OtlpEncoding | undefined {
  const type = headers['content-type']?.split(';')[0]?.trim().toLowerCase();
  if (type === spanMediaTypes.json) return 'json';
  return type === spanMediaTypes.protobuf || type === 'application/protobuf'
    ? 'protobuf'
    : undefined;
}

/** Format of a request body. */
export interface SpanFormat {
  encoding: OtlpEncoding;
  isPacked: boolean;
}

/** @throws SpansRefused for other content types and encodings */
export function spanFormatOf(headers: IncomingHttpHeaders): SpanFormat {
  const encoding = encodingOf(headers);
  if (!encoding) {
    const message = `The content type must be ${spanMediaTypes.protobuf} or ${spanMediaTypes.json}.`;
    throw new SpansRefused(415, rpcCodes.invalid, message);
  }
  const packing = headers['content-encoding']?.trim().toLowerCase() ?? 'identity';
  if (packing !== 'identity' && packing !== 'gzip') {
    throw new SpansRefused(415, rpcCodes.invalid, 'The content encoding must be gzip, or none.');
  }
  return { encoding, isPacked: packing === 'gzip' };
}

const unpack = promisify(gunzip);

/** @throws SpansRefused if the body is malformed or too large */
export async function readSpans(body: Buffer, format: SpanFormat): Promise<DecodedSpans> {
  return decodeSpans(await unpackedSpans(body, format), format.encoding);
}

/** @throws SpansRefused if the spans are malformed */
export function decodeSpans(plain: Buffer, encoding: OtlpEncoding): DecodedSpans {
  try {
    return encoding === 'json' ? decodeJson(plain.toString('utf8')) : decodeProtobuf(plain);
  } catch (error) {
    if (error instanceof MalformedSpans) {
      throw new SpansRefused(400, rpcCodes.invalid, error.message);
    }
    throw error;
  }
}

/**
 * Unpacks a gzip body; returns other bodies unchanged.
 *
 * @throws SpansRefused if it is not gzip or too large
 */
export async function unpackedSpans(body: Buffer, { isPacked }: SpanFormat): Promise<Buffer> {
  if (!isPacked) return body;
  try {
    return await unpack(body, { maxOutputLength: unpackedBytesMax });
  } catch (error) {
    const isLarge = (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE';
    throw isLarge
      ? spansTooLarge()
      : new SpansRefused(400, rpcCodes.invalid, 'The request is not gzip-compressed.');
  }
}
