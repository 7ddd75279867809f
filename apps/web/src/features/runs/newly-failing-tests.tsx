import { useQuery } from '@tanstack/react-query';
import { useScope } from '#/lib/session/scope.ts';
import { RetryAlert } from '#/ui/retry-alert.tsx';
import { Skeleton } from '#/ui/skeleton.tsx';
import { StatusIcon } from '#/ui/status-badge.tsx';
import { newlyBad, type TurnedTest } from './newly-bad.ts';
import { latestRunQuery, reevaluationQuery } from './runs.queries.ts';

interface NewlyFailingTestsProps {
  suiteId: string;
  /** The current text of the suite; `changed` is the new one. */
  source: string;
  changed: string;
}

/** Lists the tests of a suite's latest run that would no longer pass with the changed text. */
export function NewlyFailingTests({ suiteId, source, changed }: NewlyFailingTestsProps) {
  const scope = useScope();
  const latest = useQuery(latestRunQuery(scope, suiteId));
  const run = latest.data?.finishedAt ? latest.data : undefined;
  const now = useQuery({ ...reevaluationQuery(scope, run?.id ?? '', source), enabled: !!run });
  const then = useQuery({
    ...reevaluationQuery(scope, run?.id ?? '', changed),
    enabled: !!run,
  });
  const failed = [latest, now, then].find(({ error }) => error !== null);
  if (failed?.error) {
    return (
      <RetryAlert what="the preview" error={failed.error} onRetry={() => void failed.refetch()} />
    );
  }
  if (latest.data === null || (latest.data && !run)) {
    return (
      <p className="text-ink-muted text-sm">
        No finished run yet. Run this test suite once to see what would change.
      </p>
    );
  }
  if (!now.data || !then.data) return <Skeleton className="h-10" />;
  const turned = newlyBad(now.data, then.data);
  if (turned.length === 0) {
    return (
      <p className="text-ink-muted text-sm">
        All tests of the latest run would have the same result. The bot was not contacted.
      </p>
    );
  }
  return <TurnedTests turned={turned} />;
}

function TurnedTests({ turned }: { turned: TurnedTest[] }) {
  return (
    <ul className="flex flex-col gap-2 text-sm">
      {turned.map(({ name, outcome, reason }) => (
        <li key={name} className="flex items-start gap-2">
          <StatusIcon status={outcome} className="mt-0.5" />
          <span className="min-w-0">
            <span className="block break-words font-medium text-ink">{name}</span>
            <span className="block break-words text-ink-muted">{reason}</span>
          </span>
        </li>
      ))}
    </ul>
  );
}
