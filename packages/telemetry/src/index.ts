export { conversationNames } from './conventions/conventions.ts';
export { readSpan, type SpanCall, type SpanFacts } from './conventions/read-span.ts';
export { decodeJson } from './otlp/decode-json.ts';
export { decodeProtobuf } from './otlp/decode-protobuf.ts';
export { encodeRefused, encodeTaken, type OtlpEncoding } from './otlp/encode-response.ts';
export type { AttributeValue, Span } from './otlp/span.ts';
export { type DecodedSpans, MalformedSpans } from './otlp/span-list.ts';
