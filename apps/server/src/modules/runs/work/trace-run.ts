import { context, type Span, SpanStatusCode, trace } from '@opentelemetry/api';
import type { RunEvent } from '@parley/suite';
import type { RunRow } from '../log/run-row.ts';

const tracer = trace.getTracer('parley');

export interface RunTrace {
  /** Makes database queries part of the run's span. */
  within<T>(work: () => Promise<T>): Promise<T>;
  follow(event: RunEvent): void;
  end(): void;
}

/** Creates a span for this worker's part of a run, with a child span for each conversation. */
export function traceRun({ id, suiteId, platform, trigger, attempt }: RunRow): RunTrace {
  const run = tracer.startSpan('run', {
    root: true,
    attributes: {
      'parley.run_id': id,
      'parley.suite_id': suiteId ?? '',
      'parley.platform': platform,
      'parley.trigger': trigger,
      'parley.attempt': attempt,
    },
  });
  const inRun = trace.setSpan(context.active(), run);
  const conversations = new Map<string, Span>();
  const placeOf = ({ test, attempt }: { test: number; attempt: number }) => `${test} ${attempt}`;
  return {
    within: (work) => context.with(inRun, work),
    follow(event) {
      if (event.type === 'test.started') {
        const attributes = { 'parley.test': event.test, 'parley.attempt': event.attempt };
        const span = tracer.startSpan('conversation', { attributes }, inRun);
        conversations.set(placeOf(event), span);
      }
      if (event.type === 'test.finished') {
        endAs(conversations.get(placeOf(event)), event.outcome);
        conversations.delete(placeOf(event));
      }
      if (event.type === 'run.finished') endAs(run, event.status);
    },
    end() {
      for (const conversation of conversations.values()) conversation.end();
      // Has no effect if the run has ended; otherwise another worker continues it.
      if (run.isRecording()) run.end();
    },
  };
}

function endAs(span: Span | undefined, outcome: string): void {
  span?.setAttribute('parley.outcome', outcome);
  if (outcome === 'error') span?.setStatus({ code: SpanStatusCode.ERROR });
  span?.end();
}
