import { courseRunsMax, type TestReliability } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Pencil, ShieldCheck, ShieldOff } from 'lucide-react';
import { useId, useState } from 'react';
import { suiteQuery } from '#/features/suites/suites.queries.ts';
import { isUnknown } from '#/lib/api.ts';
import { formatDate } from '#/lib/format-time.ts';
import { messageOr } from '#/lib/message-or.ts';
import { useScope } from '#/lib/session/scope.ts';
import { Badge } from '#/ui/badge.tsx';
import { Button, buttonClass } from '#/ui/button.tsx';
import { ConfirmDialog } from '#/ui/confirm-dialog.tsx';
import { cx } from '#/ui/cx.ts';
import { DisclosureChevron } from '#/ui/disclosure-item.tsx';
import { EmptyState } from '#/ui/empty-state.tsx';
import { PageHeader } from '#/ui/page-header.tsx';
import { RetryAlert } from '#/ui/retry-alert.tsx';
import { Skeleton } from '#/ui/skeleton.tsx';
import { toast } from '#/ui/toast.ts';
import { UnknownPage } from '#/ui/unknown-page.tsx';
import { FlakeBadge } from './flake-badge.tsx';
import { endQuarantine, reliabilityQuery } from './history.queries.ts';
import { MetricCourses } from './metric-courses.tsx';
import { MetricDays } from './metric-days.tsx';
import { OutcomeStrip } from './outcome-strip.tsx';
import { QuarantineDialog } from './quarantine-dialog.tsx';
import { passedInterval } from './share-of.ts';
import { TestCourse } from './test-course.tsx';

interface ReliabilityScreenProps {
  suiteId: string;
  /** Key of the open test. */
  test: string | undefined;
  onTestChange: (test: string | undefined) => void;
}

/** The reliability of a suite's tests, least reliable first, and their quarantines. */
export function ReliabilityScreen({ suiteId, test, onTestChange }: ReliabilityScreenProps) {
  const scope = useScope();
  const suite = useQuery(suiteQuery(scope, suiteId));
  const { data, error, refetch } = useQuery(reliabilityQuery(scope, suiteId));
  const [isolating, setIsolating] = useState<TestReliability>();
  const [ending, setEnding] = useState<TestReliability>();

  async function end() {
    if (!ending?.quarantine) return false;
    try {
      await endQuarantine(scope, suiteId, ending.quarantine.id);
      toast({ title: `“${ending.name}” counts again` });
      return true;
    } catch (failure) {
      toast({ variant: 'destructive', title: messageOr(failure, 'Failed to end the quarantine') });
      return false;
    }
  }

  if (isUnknown(error)) return <UnknownPage what="test suite" to="/history" place="history" />;
  return (
    <div className="flex flex-col gap-5">
      <PageHeader
        title={suite.data ? `Reliability of ${suite.data.name}` : 'Reliability'}
        description={`Tests over the last ${courseRunsMax} runs with a result, least reliable first.`}
        actions={
          <Link
            to="/test-suite/$testSuiteId"
            params={{ testSuiteId: suiteId }}
            className={buttonClass()}
          >
            <Pencil className="size-4" aria-hidden />
            Open test suite
          </Link>
        }
      />
      {error && <RetryAlert what="the reliability" error={error} onRetry={() => void refetch()} />}
      {!data && !error && (
        <div role="status" aria-label="Loading the reliability" className="flex flex-col gap-2">
          <Skeleton className="h-14" />
          <Skeleton className="h-14" />
          <Skeleton className="h-14" />
        </div>
      )}
      {data && data.tests.length === 0 && <NeverRan suiteId={suiteId} />}
      {data && data.tests.length > 0 && (
        <ul
          aria-label="Tests"
          className="divide-y divide-line overflow-hidden rounded-lg bg-surface shadow-card ring-1 ring-line"
        >
          {data.tests.map((one) => (
            <TestRow
              key={one.key}
              suiteId={suiteId}
              runs={data.runs}
              test={one}
              isOpen={one.key === test}
              onToggle={() => onTestChange(one.key === test ? undefined : one.key)}
              onQuarantine={() => (one.quarantine ? setEnding(one) : setIsolating(one))}
            />
          ))}
        </ul>
      )}
      {data && data.metrics.length > 0 && (
        <>
          <MetricCourses runs={data.runs} metrics={data.metrics} />
          <MetricDays suiteId={suiteId} />
        </>
      )}
      <QuarantineDialog
        suiteId={suiteId}
        test={isolating}
        onClose={() => setIsolating(undefined)}
      />
      <ConfirmDialog
        isOpen={ending !== undefined}
        onOpenChange={(next) => !next && setEnding(undefined)}
        title="End the quarantine?"
        confirmLabel="End quarantine"
        onConfirm={end}
      >
        From the next run on, “{ending?.name}” can fail its run again.
      </ConfirmDialog>
    </div>
  );
}

interface TestRowProps {
  suiteId: string;
  runs: Parameters<typeof OutcomeStrip>[0]['runs'];
  test: TestReliability;
  isOpen: boolean;
  onToggle: () => void;
  onQuarantine: () => void;
}

function TestRow({ suiteId, runs, test, isOpen, onToggle, onQuarantine }: TestRowProps) {
  const id = useId();
  const { key, name, outcomes, passed, failed, flakiness, quarantine, evidence } = test;
  const interval = passedInterval(test);
  return (
    <li aria-label={name}>
      <div className="flex flex-wrap items-center gap-x-5 gap-y-2 px-5 py-3">
        <h2 className="min-w-48 flex-1">
          <button
            type="button"
            aria-expanded={isOpen}
            aria-controls={id}
            onClick={onToggle}
            className="-ml-1.5 flex min-h-7 max-w-full items-center gap-2 rounded-md py-0.5 pr-2 pl-1 text-left hover:bg-hover"
          >
            <DisclosureChevron isOpen={isOpen} />
            <span dir="auto" className="min-w-0 truncate font-medium text-ink text-sm">
              {name}
            </span>
          </button>
        </h2>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2 max-sm:pl-6">
          {quarantine && (
            <Badge tone="running">Quarantine until {formatDate(quarantine.expiresAt)}</Badge>
          )}
          <FlakeBadge flakiness={flakiness} />
          <span className="whitespace-nowrap text-ink-muted text-xs tabular sm:w-36 sm:text-right">
            {passed} of {passed + failed} passed
            {interval && (
              <span title="95% interval of the pass rate" className="block">
                {interval}
                <span className="sr-only"> (95% interval)</span>
              </span>
            )}
          </span>
          <OutcomeStrip runs={runs} outcomes={outcomes} />
          <Button
            size="sm"
            icon={
              quarantine ? (
                <ShieldCheck className="size-3.5" aria-hidden />
              ) : (
                <ShieldOff className="size-3.5" aria-hidden />
              )
            }
            onClick={onQuarantine}
          >
            {quarantine ? 'End quarantine' : 'Quarantine'}
          </Button>
        </div>
      </div>
      {quarantine && (
        <p className="px-5 pb-3 pl-11 text-ink-muted text-xs">
          {quarantine.createdBy}, {formatDate(quarantine.createdAt)}: {quarantine.reason}
        </p>
      )}
      {evidence && (
        <p
          className={cx(
            'px-5 pb-3 pl-11 text-xs',
            evidence.offer === null ? 'text-ink-muted' : 'text-ink',
          )}
        >
          {evidence.why}
          {evidence.offer === 'quarantine' && ' You can put it in quarantine until it is repaired.'}
          {evidence.offer === 'release' && ' You can end its quarantine.'}
        </p>
      )}
      <div id={id} hidden={!isOpen} className="border-line border-t">
        {isOpen && <TestCourse suiteId={suiteId} test={key} />}
      </div>
    </li>
  );
}

function NeverRan({ suiteId }: { suiteId: string }) {
  return (
    <EmptyState
      icon={<ShieldCheck aria-hidden />}
      title="No runs yet"
      action={
        <Link
          to="/test-suite/$testSuiteId"
          params={{ testSuiteId: suiteId }}
          className={buttonClass({ variant: 'primary' })}
        >
          Open test suite
        </Link>
      }
    >
      After a few runs, this page shows which tests and steps change between passing and failing.
    </EmptyState>
  );
}
