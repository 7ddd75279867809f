/** Creates a span for every request, at almost no cost if no traces are configured. */
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
  // With a callback: what `done` calls, and so the handler, runs in the context of the span.
  app.addHook('onRequest', (request, _reply, done) => {
    // A trace that began elsewhere goes on here only if it comes from a proxy of ours.
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
