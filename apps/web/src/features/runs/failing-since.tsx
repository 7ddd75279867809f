import type { RunPoint } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { formatDateTime } from '#/lib/format-time.ts';
import { useScope } from '#/lib/session/scope.ts';
import { runFailuresQuery } from './runs.queries.ts';

interface FailingSinceProps {
  runId: string;
  /** Key of the test. */
  test: string;
  /** Number of the step, from 1. */
  step: number;
}

/** Links to the first run with the same failure, and to the last run in which the test passed. */
export function FailingSince({ runId, test, step }: FailingSinceProps) {
  const { data } = useQuery(runFailuresQuery(useScope(), runId));
  const failure = data?.find((one) => one.test === test && one.step === step);
  if (!failure) return null;
  const { since, lastGreen } = failure;
  return (
    <>
      {since && (
        <span>
          {since.runId === runId ? (
            'First failure of this kind'
          ) : (
            <>
              First failed like this <RunAt point={since} />
            </>
          )}
        </span>
      )}
      <span>
        {lastGreen ? (
          <>
            Last passed <RunAt point={lastGreen} />
          </>
        ) : (
          'Not passed in any earlier run'
        )}
      </span>
    </>
  );
}

function RunAt({ point: { runId, number, at } }: { point: RunPoint }) {
  return (
    <>
      {number === null ? 'on ' : 'in '}
      <Link
        to="/history/testruns/$runId"
        params={{ runId }}
        className="whitespace-nowrap rounded-sm underline hover:text-ink"
      >
        {number !== null && `#${number}, `}
        <time dateTime={at}>{formatDateTime(at)}</time>
      </Link>
    </>
  );
}
