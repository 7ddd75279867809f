import type { RunSummary } from '@parley/contract';
import { readCounts, shownStatus } from '@parley/suite';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ArrowRight, GitCompareArrows } from 'lucide-react';
import { useMemo, useState } from 'react';
import { hasEnded } from '#/features/runs/run-log.ts';
import { RunNumber } from '#/features/runs/run-name.tsx';
import { countsInWords } from '#/features/runs/run-progress.ts';
import { editedTestsQuery, runLogQuery, runQuery } from '#/features/runs/runs.queries.ts';
import { triggerLabel } from '#/features/runs/trigger-label.ts';
import { isUnknown } from '#/lib/api.ts';
import { formatDateTime } from '#/lib/format-time.ts';
import { useScope } from '#/lib/session/scope.ts';
import { Alert } from '#/ui/alert.tsx';
import { buttonClass } from '#/ui/button.tsx';
import { EmptyState } from '#/ui/empty-state.tsx';
import { PageHeader } from '#/ui/page-header.tsx';
import { RetryAlert } from '#/ui/retry-alert.tsx';
import { SegmentedControl } from '#/ui/segmented-control.tsx';
import { Skeleton } from '#/ui/skeleton.tsx';
import { StatusBadge } from '#/ui/status-badge.tsx';
import { BasePicker } from './base-picker.tsx';
import { type ComparedTest, compareRuns, type TestChange } from './compare-runs.ts';
import { ComparedTestView } from './compared-test-view.tsx';
import { GateCard } from './gate-card.tsx';
import { LatencyChange } from './latency-change.tsx';
import { MetricChanges } from './metric-changes.tsx';
import { RunDifferencesCard } from './run-differences-card.tsx';

interface CompareScreenProps {
  base?: string | undefined;
  with?: string | undefined;
  /** Called when another base is selected. */
  onBaseChange: (search: { base: string; with: string }) => void;
}

/** Compares two runs, always with the earlier run first. */
export function CompareScreen({ base = '', with: other = '', onBaseChange }: CompareScreenProps) {
  const first = useRun(base);
  const second = useRun(other);
  const error = first.error ?? second.error;
  if (isUnknown(error)) return <Unknown />;
  if (error) {
    return (
      <RetryAlert
        what="the runs"
        error={error}
        onRetry={() => {
          first.retry();
          second.retry();
        }}
      />
    );
  }
  if (!first.loaded || !second.loaded) {
    return (
      <div role="status" aria-label="Loading the runs" className="flex flex-col gap-5">
        <Skeleton className="h-24" />
        <Skeleton className="h-64" />
      </div>
    );
  }
  const [before, after] = [first.loaded, second.loaded].toSorted((a, b) =>
    a.run.createdAt.localeCompare(b.run.createdAt),
  ) as [LoadedRun, LoadedRun];
  return (
    <Compared
      before={before}
      after={after}
      onBaseChange={(next) => onBaseChange({ base: next, with: after.run.id })}
    />
  );
}

type LoadedRun = NonNullable<ReturnType<typeof useRun>['loaded']>;

function useRun(runId: string) {
  const scope = useScope();
  const run = useQuery(runQuery(scope, runId));
  const log = useQuery(runLogQuery(scope, runId));
  return {
    loaded: run.data && log.data ? { run: run.data, result: log.data.result } : undefined,
    error: run.error ?? log.error,
    retry: () => {
      if (run.isError) void run.refetch();
      if (log.isError) void log.refetch();
    },
  };
}

interface ComparedProps {
  before: LoadedRun;
  after: LoadedRun;
  onBaseChange: (runId: string) => void;
}

function Compared({ before, after, onBaseChange }: ComparedProps) {
  // Until the server has responded, edits are only detected in the steps.
  const { data: edits } = useQuery(editedTestsQuery(useScope(), before.run.id, after.run.id));
  const comparison = useMemo(
    () => compareRuns(before.result, after.result, edits),
    [before.result, after.result, edits],
  );
  const { tests } = comparison;
  const different = tests.filter(({ change }) => change !== 'same');
  const [shows, setShows] = useState<'changes' | 'all'>('changes');
  const shown = shows === 'all' ? tests : different;
  const areEnded = hasEnded(before.run) && hasEnded(after.run);
  const isOtherSuite = before.run.suiteId !== after.run.suiteId;
  return (
    <div className="flex flex-col gap-5">
      <PageHeader
        title="Compare two runs"
        description="Changes from the earlier to the later run."
      />
      <BasePicker base={before.run} other={after.run} onChange={onBaseChange} />
      <div className="grid grid-cols-1 items-center gap-3 lg:grid-cols-[minmax(0,1fr)_auto_minmax(0,1fr)]">
        <RunCard title="Before" run={before.run} />
        <ArrowRight className="hidden size-5 text-ink-faint lg:block" aria-hidden />
        <RunCard title="After" run={after.run} />
      </div>
      {isOtherSuite && (
        <Alert tone="info" title="These runs belong to different test suites">
          Tests are matched by name, also after a rename.
        </Alert>
      )}
      <RunDifferencesCard before={before} after={after} />
      {areEnded && isRepeated(before) && isRepeated(after) && (
        <GateCard before={before.run} after={after.run} />
      )}
      {!areEnded && (
        <Alert tone="info" title="A run is still in progress">
          Tests that have not finished count as different.
        </Alert>
      )}
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
          <p role="status" className="font-medium text-ink text-sm">
            {inWords(tests)}
          </p>
          <LatencyChange before={comparison.beforeMs} after={comparison.afterMs} />
          <MetricChanges before={before.result} after={after.result} />
        </div>
        <SegmentedControl
          label="Which tests"
          value={shows}
          onChange={setShows}
          segments={[
            { value: 'changes', label: `Changes ${different.length}` },
            { value: 'all', label: `All ${tests.length}` },
          ]}
        />
      </div>
      {shown.length === 0 ? (
        <EmptyState icon={<GitCompareArrows aria-hidden />} title="Nothing changed">
          All verdicts and replies are the same.
        </EmptyState>
      ) : (
        <ul aria-label="Tests" className="flex flex-col gap-2">
          {shown.map((test) => (
            <ComparedTestView key={test.key} test={test} />
          ))}
        </ul>
      )}
    </div>
  );
}

const isRepeated = ({ result }: LoadedRun): boolean => result.tests.some(({ repeat }) => repeat);

function RunCard({ title, run }: { title: string; run: RunSummary }) {
  return (
    <section
      aria-label={title}
      className="min-w-0 rounded-lg bg-surface px-5 py-3.5 shadow-card ring-1 ring-line"
    >
      <p className="text-ink-muted text-xs">{title}</p>
      <div className="mt-0.5 flex flex-wrap items-center gap-x-3 gap-y-1">
        <Link
          to="/history/testruns/$runId"
          params={{ runId: run.id }}
          className="flex min-w-0 rounded-sm font-medium text-base text-ink hover:underline"
        >
          <span dir="auto" className="truncate">
            {run.suiteName}
          </span>
          <RunNumber number={run.number} />
        </Link>
        <StatusBadge status={shownStatus(run.status, readCounts(run.counts))} />
      </div>
      <p className="mt-1 text-ink-muted text-xs">
        <time dateTime={run.createdAt}>{formatDateTime(run.createdAt)}</time>
        {' · '}
        {run.startedBy ?? triggerLabel(run.trigger)}
        {' · '}
        {countsInWords(readCounts(run.counts), true)}
      </p>
    </section>
  );
}

const words: [change: TestChange, word: string][] = [
  ['broken', 'broken'],
  ['edited-and-broken', 'edited and now failing'],
  ['edited', 'edited'],
  ['mended', 'fixed'],
  ['changed', 'changed'],
  ['added', 'new'],
  ['removed', 'no longer there'],
];

/** Summarizes the changes as "1 broken, 2 changed". */
function inWords(tests: readonly ComparedTest[]): string {
  const parts = words
    .map(([change, word]) => [tests.filter((test) => test.change === change).length, word] as const)
    .filter(([count]) => count > 0)
    .map(([count, word]) => `${count} ${word}`);
  return parts.join(', ') || 'Nothing changed';
}

function Unknown() {
  return (
    <EmptyState
      headingLevel={1}
      icon={<GitCompareArrows aria-hidden />}
      title="There is nothing to compare"
      action={
        <Link to="/history" className={buttonClass({ variant: 'primary' })}>
          Go to history
        </Link>
      }
    >
      One of these runs was deleted. Select two other runs in the history.
    </EmptyState>
  );
}
