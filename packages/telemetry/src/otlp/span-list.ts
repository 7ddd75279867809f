/** Checks spans one by one, so that a broken one is rejected and the others are kept. */
import type { AttributeValue, Span } from './span.ts';

/** A request that holds no spans that could be read. */
export class MalformedSpans extends Error {}

export interface DecodedSpans {
  spans: Span[];
  /** Spans that are not kept, and why the first of them is not. */
  rejected: number;
  reason?: string;
}

/** A span as it stands in a request. */
export interface RawSpan {
  traceId: string;
  spanId: string;
  parentId: string;
  name: string;
  startMs: number;
  endMs: number;
  attributes: Map<string, AttributeValue>;
  droppedAttributes: number;
  links: { traceId: string; spanId: string }[];
  flags: number;
  isError: boolean;
  message: string;
  /** Message of an exception among its events. */
  exception: string | undefined;
}

/** What spans of one list have in common. */
export interface SpanOrigin {
  service: string;
  scope: string;
}

export interface SpanList {
  add(span: RawSpan, from: SpanOrigin): void;
  reject(reason: string): void;
  end(): DecodedSpans;
}

const isTraceId = (id: string) => /^(?!0+$)[0-9a-f]{32}$/.test(id);
const isSpanId = (id: string) => /^(?!0+$)[0-9a-f]{16}$/.test(id);

/** The lower eight bits of `flags` are those of the trace context. Zero stands for a sender that sets none. */
const sampledFlag = 0x01;

export function createSpanList(): SpanList {
  const spans: Span[] = [];
  let rejected = 0;
  let reason: string | undefined;

  const list: SpanList = {
    add(raw, { service, scope }) {
      const { traceId, spanId, parentId, startMs, endMs, flags } = raw;
      if (!isTraceId(traceId)) return list.reject('A span has no valid trace ID.');
      if (!isSpanId(spanId)) return list.reject('A span has no valid span ID.');
      const hasParent = parentId !== '' && !/^0+$/.test(parentId);
      if (hasParent && !isSpanId(parentId)) {
        return list.reject('A span has no valid ID of its parent.');
      }
      spans.push({
        traceId,
        spanId,
        ...(hasParent && { parentId }),
        name: raw.name,
        startMs,
        ...(endMs > 0 && endMs >= startMs && { endMs }),
        attributes: raw.attributes,
        isCut: raw.droppedAttributes > 0,
        links: raw.links.filter((link) => isTraceId(link.traceId) && isSpanId(link.spanId)),
        isUnsampled: flags !== 0 && (flags & sampledFlag) === 0,
        ...(raw.isError && { error: raw.message || raw.exception || '' }),
        service,
        scope,
      });
    },
    reject(why) {
      rejected += 1;
      reason ??= why;
    },
    end: () => ({ spans, rejected, ...(reason !== undefined && { reason }) }),
  };
  return list;
}

export const serviceOf = (attributes: ReadonlyMap<string, AttributeValue>): string => {
  const name = attributes.get('service.name');
  return typeof name === 'string' ? name : '';
};

/** Levels of a value; what lies deeper is left out. */
export const valueDepthMax = 60;
/** Attributes of a span that are read. SDKs keep 128 unless they are told otherwise. */
export const attributesPerSpanMax = 1_000;
