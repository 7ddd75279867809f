/** Checks spans one by one, so that an invalid span is rejected and the others are kept. */
import type { AttributeValue, Span } from './span.ts';

/** Thrown if a request cannot be decoded. */
export class MalformedSpans extends Error {}

export interface DecodedSpans {
  spans: Span[];
  /** Number of rejected spans. `reason` explains the first one. */
  rejected: number;
  reason?: string;
}

/** A span as received. */
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
  /** Message of the first exception among its events. */
  exception: string | undefined;
}

/** What the spans of a scope have in common. */
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

/**
 * Bit of `flags` for a sampled trace. The lower eight bits are the flags of the trace context. Senders that set no flags send
 * 0.
 */
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

/** Maximum nesting depth of a value. Deeper parts become null. */
export const valueDepthMax = 60;
/** Maximum number of attributes to read per span. SDKs keep 128 by default. */
export const attributesPerSpanMax = 1_000;
