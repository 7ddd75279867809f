import type { RunSummary } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useScope } from '#/lib/session/scope.ts';
import { linkClass } from '#/ui/link-class.ts';
import { waitingQuery } from './runs.queries.ts';

/** Explains what a queued run is waiting for. */
export function QueuedNote({ run }: { run: RunSummary }) {
  const { data: waiting = run.waiting } = useQuery(waitingQuery(useScope(), run.id));
  if (!waiting) return 'Waiting for a worker';
  return (
    <>
      {waiting.message}
      {waiting.runs?.map(({ id, suiteName, status }) => (
        <span key={id}>
          {' '}
          <Link to="/history/testruns/$runId" params={{ runId: id }} className={linkClass}>
            {suiteName}
          </Link>{' '}
          {status === 'running' ? 'is running.' : 'is ahead.'}
        </span>
      ))}
    </>
  );
}
