/** Creates a span for every request. If no traces are configured, this costs almost nothing. */
import {
  context,
  propagation,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Config } from '../config/config.ts';

const tracer = trace.getTracer('parley');

export function mountRequestTrace(
  app: FastifyInstance,
  { hasTraces, trustedProxies }: Config,
): void {
  if (!hasTraces) return;
  const spans = new WeakMap<FastifyRequest, Span>();
  // Uses the callback form, so that later hooks and the handler run in the span's context.
  app.addHook('onRequest', (request, _reply, done) => {
    // Continues a client's trace only behind a trusted proxy.
    const parent =
      trustedProxies.length > 0
        ? propagation.extract(context.active(), request.headers)
        : context.active();
    const route = request.routeOptions.url ?? 'none';
    const attributes = { 'http.request.method': request.method, 'http.route': route };
    const span = tracer.startSpan(
      `${request.method} ${route}`,
      { kind: SpanKind.SERVER, attributes: { ...attributes, 'parley.request_id': request.id } },
      parent,
    );
    spans.set(request, span);
    context.with(trace.setSpan(parent, span), done);
  });
  app.addHook('onResponse', async (request, { statusCode }) => {
    const span = spans.get(request);
    span?.setAttribute('http.response.status_code', statusCode);
    if (statusCode >= 500) span?.setStatus({ code: SpanStatusCode.ERROR });
    span?.end();
  });
}
