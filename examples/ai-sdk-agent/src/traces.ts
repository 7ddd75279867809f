/**
 * Traces of the agent, for `parley run --otlp-port`. Names, addresses and sampling come from the variables of
 * OpenTelemetry, such as OTEL_SERVICE_NAME and OTEL_EXPORTER_OTLP_ENDPOINT.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { OpenTelemetry } from '@ai-sdk/otel';
import { context, propagation, ROOT_CONTEXT, SpanKind, trace } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { detectResources, envDetector } from '@opentelemetry/resources';
import { BatchSpanProcessor, NodeTracerProvider } from '@opentelemetry/sdk-trace-node';
import { registerTelemetry } from 'ai';

export interface Traces {
  /** Answers a request within a span that continues the trace of its caller. */
  answerWithin(
    request: IncomingMessage,
    response: ServerResponse,
    answer: () => Promise<void>,
  ): Promise<void>;
  close(): Promise<void>;
}

export function startTraces(): Traces {
  const provider = new NodeTracerProvider({
    resource: detectResources({ detectors: [envDetector] }),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
  });
  provider.register();
  registerTelemetry(new OpenTelemetry());
  const tracer = trace.getTracer('ai-sdk-agent');
  return {
    answerWithin(request, response, answer) {
      const caller = propagation.extract(ROOT_CONTEXT, request.headers);
      const name = `${request.method} ${request.url}`;
      const span = tracer.startSpan(name, { kind: SpanKind.SERVER }, caller);
      response.once('close', () => span.end());
      return context.with(trace.setSpan(caller, span), answer);
    },
    close: () => provider.shutdown(),
  };
}
