/** Records every request: its duration as a metric, a debug log line, and an id in a header that identifies this line. */
import type { FastifyInstance } from 'fastify';
import { Histogram } from 'prom-client';

const durations = new Histogram({
  name: 'parley_http_request_duration_seconds',
  help: 'From the head of the request to the end of the answer, by route.',
  labelNames: ['method', 'route', 'status'] as const,
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
});

export function mountRequestRecord(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    void reply.header('x-request-id', request.id);
  });
  app.addHook('onResponse', async (request, reply) => {
    // The route's pattern, because an id in a label would create a time series per id.
    const route = request.routeOptions.url ?? 'none';
    const { method } = request;
    const { statusCode: status, elapsedTime: ms } = reply;
    durations.observe({ method, route, status }, ms / 1000);
    request.log.debug({ req: request, status, ms: Math.round(ms) }, 'Answered');
  });
}
