/** Receives traces as an OpenTelemetry collector does: OTLP over HTTP, as JSON. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

interface Attribute {
  key: string;
  value: Record<string, unknown>;
}

interface Resource {
  resource: { attributes: Attribute[] };
  scopeSpans: { spans: (Omit<TraceSpan, 'attributes'> & { attributes: Attribute[] })[] }[];
}

export interface TraceSpan {
  name: string;
  spanId: string;
  parentSpanId?: string;
  /** Attributes with all values as text. */
  attributes: Record<string, string>;
}

export interface TraceCollector {
  url: string;
  spans: TraceSpan[];
  resource: Record<string, string>;
  close(): Promise<void>;
}

export async function startTraceCollector(): Promise<TraceCollector> {
  const spans: TraceSpan[] = [];
  const resource: Record<string, string> = {};
  const server = createServer(async (request, response) => {
    const body = (await json(request)) as { resourceSpans: Resource[] };
    for (const part of body.resourceSpans) {
      Object.assign(resource, textOf(part.resource.attributes));
      for (const span of part.scopeSpans.flatMap((scope) => scope.spans))
        spans.push({ ...span, attributes: textOf(span.attributes) });
    }
    response.setHeader('content-type', 'application/json').end('{}');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    resource,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function textOf(attributes: Attribute[]): Record<string, string> {
  return Object.fromEntries(
    attributes.map(({ key, value }) => [key, String(Object.values(value)[0])]),
  );
}
