/** Adds a span for each database query inside another span. */
import { SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import type { ClientBase, Pool } from 'pg';

const tracer = trace.getTracer('parley');

const textLengthMax = 500;

type Ask = (...question: unknown[]) => unknown;

export function traceQueries(pool: Pool): void {
  pool.query = traced(pool.query.bind(pool) as Ask) as Pool['query'];
  pool.on('connect', (client: ClientBase) => {
    client.query = traced(client.query.bind(client) as Ask) as ClientBase['query'];
  });
}

/**
 * Wraps a query function with a span. Queries with a callback get none: they come from the pool, which has already created the
 * span.
 */
function traced(ask: Ask): Ask {
  return (...question) => {
    const isOurs = trace.getActiveSpan() !== undefined && typeof question.at(-1) !== 'function';
    if (!isOurs) return ask(...question);
    const text = textOf(question[0]);
    const span = tracer.startSpan(text.split(/\s/, 1)[0]?.toLowerCase() || 'query', {
      kind: SpanKind.CLIENT,
      // Contains placeholders instead of values, so that users' texts do not leave the database in traces.
      attributes: { 'db.system.name': 'postgresql', 'db.query.text': text },
    });
    const answer = ask(...question);
    if (!(answer instanceof Promise)) {
      span.end();
      return answer;
    }
    answer.then(
      () => span.end(),
      (error: Error) => {
        span.recordException(error);
        span.setStatus({ code: SpanStatusCode.ERROR });
        span.end();
      },
    );
    return answer;
  };
}

function textOf(question: unknown): string {
  const text =
    typeof question === 'string' ? question : ((question as { text?: string } | null)?.text ?? '');
  return text.trim().slice(0, textLengthMax);
}
