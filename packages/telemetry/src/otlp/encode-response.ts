/** Encodes the responses of an OTLP receiver, in the encoding of the request. */
import protobuf from 'protobufjs/minimal.js';

export type OtlpEncoding = 'json' | 'protobuf';

/**
 * Encodes the response to a request that was accepted. `rejected` is the number of spans that were not; the client should not
 * send them again.
 */
export function encodeTaken(
  encoding: OtlpEncoding,
  { rejected, reason = '' }: { rejected: number; reason?: string },
): Uint8Array | string {
  if (encoding === 'json') {
    const partialSuccess = { rejectedSpans: String(rejected), errorMessage: reason };
    return JSON.stringify(rejected > 0 ? { partialSuccess } : {});
  }
  const writer = protobuf.Writer.create();
  if (rejected === 0) return writer.finish();
  return writer
    .uint32(10)
    .fork()
    .uint32(8)
    .int64(rejected)
    .uint32(18)
    .string(reason)
    .ldelim()
    .finish();
}

/** Encodes the response to a request that was refused, as `google.rpc.Status`. */
export function encodeRefused(
  encoding: OtlpEncoding,
  { code, message }: { code: number; message: string },
): Uint8Array | string {
  if (encoding === 'json') return JSON.stringify({ code, message });
  return protobuf.Writer.create().uint32(8).int32(code).uint32(18).string(message).finish();
}
