/**
 * OpenTelemetry traces. The packages are loaded only if OTEL_EXPORTER_OTLP_ENDPOINT is set; the exporter and the sampler read
 * it and the other OpenTelemetry variables themselves.
 */
import { hostname } from 'node:os';
import { version } from '../../version.ts';
import { newId } from '../security/ids.ts';

export interface Tracing {
  /** Exports pending spans. */
  close(): Promise<void>;
}

/** Time limit of an export in milliseconds, because the collector may be unavailable when the server stops. */
const exportTimeoutMs = 3000;

export async function startTracing(role: string): Promise<Tracing> {
  const [{ BatchSpanProcessor, NodeTracerProvider }, { OTLPTraceExporter }, resources] =
    await Promise.all([
      import('@opentelemetry/sdk-trace-node'),
      import('@opentelemetry/exporter-trace-otlp-http'),
      import('@opentelemetry/resources'),
    ]);
  const { detectResources, envDetector, resourceFromAttributes } = resources;
  const own = resourceFromAttributes({
    'service.name': 'parley',
    'service.version': version,
    'service.instance.id': newId(),
    'host.name': hostname(),
    'parley.role': role,
  });
  const exporter = new OTLPTraceExporter({ timeoutMillis: exportTimeoutMs });
  const provider = new NodeTracerProvider({
    // OTEL_SERVICE_NAME and OTEL_RESOURCE_ATTRIBUTES take precedence.
    resource: own.merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [new BatchSpanProcessor(exporter, { exportTimeoutMillis: exportTimeoutMs })],
  });
  provider.register();
  return { close: () => provider.shutdown().catch(() => undefined) };
}
