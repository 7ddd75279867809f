/**
 * Decodes OTLP trace requests in protobuf, field by field. The field numbers are those of
 * opentelemetry/proto/trace/v1/trace.proto. Unknown fields are skipped.
 */
import protobuf from 'protobufjs/minimal.js';
import type { AttributeValue } from './span.ts';
import {
  attributesPerSpanMax,
  createSpanList,
  type DecodedSpans,
  MalformedSpans,
  type RawSpan,
  type SpanList,
  serviceOf,
  valueDepthMax,
} from './span-list.ts';

type Reader = protobuf.Reader;

/** @throws MalformedSpans if the bytes are not a trace request in protobuf */
export function decodeProtobuf(bytes: Uint8Array): DecodedSpans {
  const list = createSpanList();
  const resources: Uint8Array[] = [];
  try {
    eachField(protobuf.Reader.create(bytes), {
      1: (reader) => void resources.push(reader.bytes()),
    });
    for (const resource of resources) readResource(resource, list);
  } catch {
    throw new MalformedSpans('The request is not a trace request in protobuf.');
  }
  return list.end();
}

type Fields = Record<number, (reader: Reader) => void>;

/** Calls the function for each field. Skips fields without one. */
function eachField(reader: Reader, fields: Fields): void {
  while (reader.pos < reader.len) {
    const tag = reader.uint32();
    const read = fields[tag >>> 3];
    if (read) read(reader);
    else reader.skipType(tag & 7);
  }
}

/** Reads a nested message. */
const within = (reader: Reader, fields: Fields): void =>
  eachField(protobuf.Reader.create(reader.bytes()), fields);

/** Reads a resource with its spans. The attributes of the resource can come after the spans. */
function readResource(bytes: Uint8Array, list: SpanList): void {
  const resource = createAttributes();
  const scopes: Uint8Array[] = [];
  eachField(protobuf.Reader.create(bytes), {
    1: (reader) => within(reader, { 1: resource.take }),
    2: (reader) => void scopes.push(reader.bytes()),
  });
  const service = serviceOf(resource.attributes);
  for (const bytesOfScope of scopes) {
    let scope = '';
    const spans: Uint8Array[] = [];
    eachField(protobuf.Reader.create(bytesOfScope), {
      1: (reader) =>
        within(reader, {
          1: (field) => {
            scope = field.string();
          },
        }),
      2: (reader) => void spans.push(reader.bytes()),
    });
    for (const span of spans) list.add(readSpan(span), { service, scope });
  }
}

function readSpan(bytes: Uint8Array): RawSpan {
  const own = createAttributes();
  const span: RawSpan = {
    traceId: '',
    spanId: '',
    parentId: '',
    name: '',
    startMs: 0,
    endMs: 0,
    attributes: own.attributes,
    droppedAttributes: 0,
    links: [],
    flags: 0,
    isError: false,
    message: '',
    exception: undefined,
  };
  let dropped = 0;
  eachField(protobuf.Reader.create(bytes), {
    1: (reader) => {
      span.traceId = hexadecimal(reader.bytes());
    },
    2: (reader) => {
      span.spanId = hexadecimal(reader.bytes());
    },
    4: (reader) => {
      span.parentId = hexadecimal(reader.bytes());
    },
    5: (reader) => {
      span.name = reader.string();
    },
    7: (reader) => {
      span.startMs = milliseconds(reader);
    },
    8: (reader) => {
      span.endMs = milliseconds(reader);
    },
    9: own.take,
    10: (reader) => {
      dropped = reader.uint32();
    },
    11: (reader) => {
      const exception = readException(reader);
      span.exception ??= exception;
    },
    13: (reader) => void span.links.push(readLink(reader)),
    15: (reader) =>
      within(reader, {
        2: (status) => {
          span.message = status.string();
        },
        3: (status) => {
          span.isError = status.int32() === 2;
        },
      }),
    16: (reader) => {
      span.flags = reader.fixed32();
    },
  });
  span.droppedAttributes = dropped + own.unread();
  return span;
}

function readLink(reader: Reader) {
  const link = { traceId: '', spanId: '' };
  within(reader, {
    1: (field) => {
      link.traceId = hexadecimal(field.bytes());
    },
    2: (field) => {
      link.spanId = hexadecimal(field.bytes());
    },
  });
  return link;
}

function readException(reader: Reader): string | undefined {
  let name = '';
  const { attributes, take } = createAttributes();
  within(reader, {
    2: (event) => {
      name = event.string();
    },
    3: take,
  });
  const message = attributes.get('exception.message');
  return name === 'exception' && typeof message === 'string' ? message : undefined;
}

function createAttributes() {
  const attributes = new Map<string, AttributeValue>();
  let count = 0;
  return {
    attributes,
    take(reader: Reader): void {
      count += 1;
      const [key, value] = readPair(reader, valueDepthMax);
      if (count <= attributesPerSpanMax) attributes.set(key, value);
    },
    unread: () => Math.max(0, count - attributesPerSpanMax),
  };
}

function readPair(reader: Reader, levels: number): [string, AttributeValue] {
  let key = '';
  let value: AttributeValue = null;
  within(reader, {
    1: (field) => {
      key = field.string();
    },
    2: (field) => {
      value = readValue(field, levels);
    },
  });
  return [key, value];
}

function readValue(reader: Reader, levels: number): AttributeValue {
  let value: AttributeValue = null;
  if (levels === 0) {
    reader.bytes();
    return value;
  }
  within(reader, {
    1: (field) => {
      value = field.string();
    },
    2: (field) => {
      value = field.bool();
    },
    3: (field) => {
      value = Number(field.int64().toString());
    },
    4: (field) => {
      value = field.double();
    },
    5(field) {
      const items: AttributeValue[] = [];
      within(field, { 1: (item) => void items.push(readValue(item, levels - 1)) });
      value = items;
    },
    6(field) {
      const pairs: [string, AttributeValue][] = [];
      within(field, { 1: (pair) => void pairs.push(readPair(pair, levels - 1)) });
      value = Object.fromEntries(pairs);
    },
  });
  return value;
}

/** Reads a 64-bit time in nanoseconds as milliseconds. The result is exact to a thousandth of a millisecond. */
function milliseconds(reader: Reader): number {
  const low = reader.fixed32();
  const high = reader.fixed32();
  return (high * 0x1_0000_0000 + low) / 1_000_000;
}

const hexadecimal = (bytes: Uint8Array): string => {
  let text = '';
  for (const byte of bytes.subarray(0, 32)) text += byte.toString(16).padStart(2, '0');
  return text;
};
