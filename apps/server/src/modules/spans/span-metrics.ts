/** Metrics of this process about received spans, for /metrics. */
import { Counter } from 'prom-client';
import type { Received } from './span-logs.ts';

const spans = new Counter({
  name: 'parley_spans_received_total',
  help: 'Spans that were received, by whether they belong to a run under way.',
  labelNames: ['joined'] as const,
});

const refused = new Counter({
  name: 'parley_span_requests_refused_total',
  help: 'Requests with spans that were refused in whole or in part, by status.',
  labelNames: ['status'] as const,
});

export function countReceived({ joined, late, unjoined }: Received): void {
  spans.inc({ joined: 'yes' }, joined);
  spans.inc({ joined: 'late' }, late);
  spans.inc({ joined: 'no' }, unjoined);
}

export function countRefused(status: number): void {
  refused.inc({ status: String(status) });
}
