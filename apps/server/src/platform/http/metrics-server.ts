/**
 * Serves Prometheus metrics and health checks on a separate port, which can stay private while the dashboard's port is public.
 * It is the only port of a worker, apart from the one for Twilio.
 */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { sql } from 'drizzle-orm';
import { collectDefaultMetrics, Registry, register } from 'prom-client';
import type { Platform } from '../platform.ts';
import { isSameSecret } from '../security/is-same-secret.ts';
import { listenError } from './listen-error.ts';

export interface MetricsServer {
  close(): Promise<void>;
}

/** Values that are read on request, in addition to the counters of the process. */
export interface Gauges {
  registry: Registry;
  refresh(): Promise<void>;
}

interface Answer {
  status: number;
  type?: string;
  text: string;
}

/**
 * Gauges of the library whose names end like those of counters, which `promtool check metrics` refuses. They are sums of gauges
 * without the suffix.
 */
const misnamed = [
  'nodejs_active_handles_total',
  'nodejs_active_requests_total',
  'nodejs_active_resources_total',
];

export async function startMetricsServer(
  platform: Platform,
  { port, token }: { port: number; token: string | undefined },
  gauges: Gauges,
): Promise<MetricsServer> {
  // Once per process, however many servers it starts.
  if (register.getSingleMetric('process_cpu_seconds_total') === undefined) {
    collectDefaultMetrics();
    for (const name of misnamed) register.removeSingleMetric(name);
  }

  const answers: Record<string, (request: IncomingMessage) => Promise<Answer>> = {
    '/livez': async () => ({ status: 200, text: 'ok\n' }),
    '/readyz': async () => {
      await platform.db.execute(sql`select 1`);
      return { status: 200, text: 'ok\n' };
    },
    '/metrics': async ({ headers }) => {
      if (token !== undefined && !isSameSecret(headers.authorization ?? '', `Bearer ${token}`))
        return { status: 401, text: 'Send PARLEY_METRICS_TOKEN as a bearer token.\n' };
      await gauges.refresh();
      const all = Registry.merge([register, gauges.registry]);
      return { status: 200, type: all.contentType, text: await all.metrics() };
    },
  };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url?.split('?', 1)[0] ?? '';
    const act = request.method === 'GET' && Object.hasOwn(answers, path) && answers[path];
    const missing = { status: 404, text: 'Available: /metrics, /livez and /readyz.\n' };
    const { status, type, text }: Answer = act
      ? await act(request).catch((error) => {
          platform.log.warn({ err: error, path }, 'The metrics could not be read');
          return { status: 503, text: 'Unavailable\n' };
        })
      : missing;
    response.writeHead(status, { 'content-type': type ?? 'text/plain; charset=utf-8' }).end(text);
  }

  const server = createServer({ requestTimeout: 10_000 }, (request, response) => {
    void answer(request, response);
  });
  server.listen(port, platform.config.host);
  await once(server, 'listening').catch((error) => {
    const { host } = platform.config;
    throw listenError(error, { host, port, setting: 'PARLEY_METRICS_PORT' });
  });
  platform.log.info({ port }, 'Metrics are given out');
  return {
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
