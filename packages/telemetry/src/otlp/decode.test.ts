import { context, SpanStatusCode, trace } from '@opentelemetry/api';
import { JsonTraceSerializer, ProtobufTraceSerializer } from '@opentelemetry/otlp-transformer';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  InMemorySpanExporter,
  NodeTracerProvider,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-node';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeJson } from './decode-json.ts';
import { decodeProtobuf } from './decode-protobuf.ts';
import { encodeRefused, encodeTaken } from './encode-response.ts';
import { MalformedSpans } from './span-list.ts';

/** @returns spans that were recorded with the SDK */
function recorded() {
  const exporter = new InMemorySpanExporter();
  const provider = new NodeTracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'support-agent' }),
    spanProcessors: [new SimpleSpanProcessor(exporter)],
    spanLimits: { attributeCountLimit: 4 },
  });
  const tracer = provider.getTracer('test');
  const root = tracer.startSpan('invoke_agent', {
    links: [{ context: { traceId: 'a'.repeat(32), spanId: 'b'.repeat(16), traceFlags: 1 } }],
  });
  const inRoot = trace.setSpan(context.active(), root);
  const failed = tracer.startSpan('execute_tool refund_order', {}, inRoot);
  failed.setAttributes({ text: 'ü', yes: true, list: ['a', 'b'], half: 0.5 });
  failed.setAttributes({ fifth: 'too much' });
  failed.recordException(new Error('The order is refunded already.'));
  failed.setStatus({ code: SpanStatusCode.ERROR });
  failed.end();
  tracer
    .startSpan('numbers', {}, inRoot)
    .setAttributes({ big: 2 ** 40, minus: -7 })
    .end();
  root.end();
  return exporter.getFinishedSpans();
}

describe('a trace request of the OpenTelemetry SDK', () => {
  const spans = recorded();
  const json = decodeJson(
    Buffer.from(JsonTraceSerializer.serializeRequest(spans) ?? []).toString(),
  );
  const protobuf = decodeProtobuf(
    ProtobufTraceSerializer.serializeRequest(spans) ?? new Uint8Array(),
  );

  it('is the same in JSON and in protobuf', () => {
    const rounded = (times: typeof json) =>
      times.spans.map((span) => ({
        ...span,
        startMs: Math.round(span.startMs * 100),
        endMs: Math.round((span.endMs ?? 0) * 100),
      }));
    expect(rounded(protobuf)).toEqual(rounded(json));
    expect(json.rejected).toBe(0);
  });

  it('keeps IDs, parents, links, errors and what was dropped', () => {
    const [failed, numbers, root] = protobuf.spans;
    expect(root).toMatchObject({
      traceId: spans[2]?.spanContext().traceId,
      spanId: spans[2]?.spanContext().spanId,
      name: 'invoke_agent',
      service: 'support-agent',
      scope: 'test',
      links: [{ traceId: 'a'.repeat(32), spanId: 'b'.repeat(16) }],
      isCut: false,
      isUnsampled: false,
    });
    expect(root?.parentId).toBeUndefined();
    expect(failed).toMatchObject({
      parentId: root?.spanId,
      error: 'The order is refunded already.',
      isCut: true,
    });
    expect(Object.fromEntries(failed?.attributes ?? [])).toEqual({
      text: 'ü',
      yes: true,
      list: ['a', 'b'],
      half: 0.5,
    });
    expect(Object.fromEntries(numbers?.attributes ?? [])).toEqual({ big: 2 ** 40, minus: -7 });
    expect(Math.abs((root?.startMs ?? 0) - Date.now())).toBeLessThan(60_000);
    expect(root?.endMs).toBeGreaterThanOrEqual(root?.startMs ?? Number.POSITIVE_INFINITY);
  });
});

describe('a malformed request', () => {
  const span = { traceId: '1'.repeat(32), spanId: '2'.repeat(16), name: 'x' };
  const request = (...spans: object[]) =>
    JSON.stringify({ resourceSpans: [{ scopeSpans: [{ spans }] }] });

  it.each([
    ['{', /not JSON/],
    ['[]', /not a JSON object/],
    ['{"resourceSpans": 7}', /"resourceSpans" is not a list/],
    ['{"resourceSpans": [{"scopeSpans": [7]}]}', /"scopeSpans" is not a list of objects/],
  ])('is refused with a reason: %s', (text, reason) => {
    expect(() => decodeJson(text)).toThrow(MalformedSpans);
    expect(() => decodeJson(text)).toThrow(reason);
  });

  it.each([
    [{ ...span, traceId: 'abc' }, /no valid trace ID/],
    [{ ...span, traceId: '0'.repeat(32) }, /no valid trace ID/],
    [{ ...span, spanId: undefined }, /no valid span ID/],
    [{ ...span, parentSpanId: 'xyz' }, /no valid ID of its parent/],
  ])('loses the broken span alone: %j', (broken, reason) => {
    const { spans, rejected, reason: told } = decodeJson(request(broken, span));
    expect(spans).toHaveLength(1);
    expect(rejected).toBe(1);
    expect(told).toMatch(reason);
  });

  it('in any bytes is read or refused, and never an error of ours', () => {
    const bytes = ProtobufTraceSerializer.serializeRequest(recorded()) ?? new Uint8Array();
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(bytes.length - 1), fc.nat(255)), { maxLength: 20 }),
        fc.nat(bytes.length),
        (changes, length) => {
          const changed = bytes.slice(0, length);
          for (const [at, byte] of changes) if (at < length) changed[at] = byte;
          try {
            decodeProtobuf(changed);
          } catch (error) {
            expect(error).toBeInstanceOf(MalformedSpans);
          }
        },
      ),
    );
  });

  it('is nested no deeper than is read', () => {
    const levels = 5_000;
    const value = `${'{"arrayValue":{"values":['.repeat(levels)}{"stringValue":"deep"}${']}}'.repeat(levels)}`;
    const text = request({ ...span, attributes: [{ key: 'deep', value: 'VALUE' }] });
    const { spans } = decodeJson(text.replace('"VALUE"', value));
    const found = JSON.stringify(spans[0]?.attributes.get('deep'));
    expect(found).toBe(`${'['.repeat(60)}null${']'.repeat(60)}`);
  });

  it('with more attributes than are read lost some', () => {
    const attributes = Array.from({ length: 1_001 }, (_, at) => ({
      key: `a${at}`,
      value: { intValue: '7' },
    }));
    const [all, cut] = [attributes.slice(1), attributes].map(
      (some) => decodeJson(request({ ...span, attributes: some })).spans[0],
    );
    expect(all).toMatchObject({ isCut: false });
    expect(cut).toMatchObject({ isCut: true });
    expect(cut?.attributes.size).toBe(1_000);
  });
});

describe('an answer to an exporter', () => {
  it('tells how many spans were rejected', () => {
    const partial = { rejected: 3, reason: 'No ID.' };
    expect(JSON.parse(String(encodeTaken('json', partial)))).toEqual({
      partialSuccess: { rejectedSpans: '3', errorMessage: 'No ID.' },
    });
    const answer = encodeTaken('protobuf', partial) as Uint8Array;
    expect(ProtobufTraceSerializer.deserializeResponse(answer)).toMatchObject({
      partialSuccess: { errorMessage: 'No ID.' },
    });
    expect(encodeTaken('json', { rejected: 0 })).toBe('{}');
    expect(encodeTaken('protobuf', { rejected: 0 })).toHaveLength(0);
  });

  it('refuses in the encoding of the request', () => {
    const refused = { code: 3, message: 'No.' };
    expect(JSON.parse(String(encodeRefused('json', refused)))).toEqual(refused);
    expect([...(encodeRefused('protobuf', refused) as Uint8Array)]).toEqual([
      8, 3, 18, 3, 78, 111, 46,
    ]);
  });
});
