/** Decodes OTLP trace requests in JSON. IDs are hexadecimal, 64-bit integers are texts, and enums are numbers. */
import type { AttributeValue } from './span.ts';
import {
  attributesPerSpanMax,
  createSpanList,
  type DecodedSpans,
  MalformedSpans,
  type SpanList,
  type SpanOrigin,
  serviceOf,
  valueDepthMax,
} from './span-list.ts';

type Fields = { [key: string]: unknown };

/** @throws MalformedSpans if the text is not a trace request in JSON */
export function decodeJson(text: string): DecodedSpans {
  const list = createSpanList();
  for (const resourceSpans of listAt(parsed(text), 'resourceSpans')) {
    const resource = isFields(resourceSpans.resource) ? resourceSpans.resource : {};
    const service = serviceOf(attributesOf(resource).attributes);
    for (const scopeSpans of listAt(resourceSpans, 'scopeSpans')) {
      const scope = isFields(scopeSpans.scope) ? textOf(scopeSpans.scope.name) : '';
      for (const span of listAt(scopeSpans, 'spans')) addSpan(list, span, { service, scope });
    }
  }
  return list.end();
}

function parsed(text: string): Fields {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new MalformedSpans('The request is not JSON.');
  }
  if (!isFields(value)) throw new MalformedSpans('The request is not a JSON object.');
  return value;
}

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** @throws MalformedSpans unless the value is absent or a list of objects */
function listAt(fields: Fields, key: string): Fields[] {
  const list = fields[key] ?? [];
  if (!Array.isArray(list) || !list.every(isFields)) {
    throw new MalformedSpans(`"${key}" is not a list of objects.`);
  }
  return list;
}

function addSpan(list: SpanList, span: Fields, from: SpanOrigin): void {
  const { attributes, dropped } = attributesOf(span);
  const status = isFields(span.status) ? span.status : {};
  list.add(
    {
      traceId: idOf(span.traceId),
      spanId: idOf(span.spanId),
      parentId: idOf(span.parentSpanId),
      name: textOf(span.name),
      startMs: millisecondsOf(span.startTimeUnixNano),
      endMs: millisecondsOf(span.endTimeUnixNano),
      attributes,
      droppedAttributes: dropped,
      links: objectsOf(span.links).map((link) => ({
        traceId: idOf(link.traceId),
        spanId: idOf(link.spanId),
      })),
      flags: numberOf(span.flags),
      isError: numberOf(status.code) === 2,
      message: textOf(status.message),
      exception: exceptionOf(span.events),
    },
    from,
  );
}

const objectsOf = (list: unknown): Fields[] => (Array.isArray(list) ? list.filter(isFields) : []);
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const idOf = (value: unknown): string => textOf(value).toLowerCase();
const numberOf = (value: unknown): number => Number(value ?? 0) || 0;
const millisecondsOf = (nanoseconds: unknown): number => numberOf(nanoseconds) / 1_000_000;

function exceptionOf(events: unknown): string | undefined {
  const thrown = objectsOf(events).find(({ name }) => name === 'exception');
  const message = thrown && attributesOf(thrown).attributes.get('exception.message');
  return typeof message === 'string' ? message : undefined;
}

function attributesOf(fields: Fields) {
  const attributes = new Map<string, AttributeValue>();
  const pairs = objectsOf(fields.attributes);
  for (const { key, value } of pairs.slice(0, attributesPerSpanMax)) {
    if (typeof key === 'string') attributes.set(key, valueIn(value, valueDepthMax));
  }
  const unread = Math.max(0, pairs.length - attributesPerSpanMax);
  return { attributes, dropped: numberOf(fields.droppedAttributesCount) + unread };
}

function valueIn(value: unknown, levels: number): AttributeValue {
  if (!isFields(value) || levels === 0) return null;
  const { stringValue, boolValue, intValue, doubleValue, arrayValue, kvlistValue } = value;
  if (typeof stringValue === 'string') return stringValue;
  if (typeof boolValue === 'boolean') return boolValue;
  if (intValue !== undefined) return numberOf(intValue);
  if (doubleValue !== undefined) return numberOf(doubleValue);
  if (isFields(arrayValue)) {
    return objectsOf(arrayValue.values).map((item) => valueIn(item, levels - 1));
  }
  if (!isFields(kvlistValue)) return null;
  return Object.fromEntries(
    objectsOf(kvlistValue.values).map((pair) => [
      textOf(pair.key),
      valueIn(pair.value, levels - 1),
    ]),
  );
}
