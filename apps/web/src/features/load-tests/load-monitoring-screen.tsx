import type { LoadTest } from '@parley/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ArrowRight } from 'lucide-react';
import { formatNumber, formatShare } from '#/lib/format-number.ts';
import { formatDuration } from '#/lib/format-time.ts';
import { useScope } from '#/lib/session/scope.ts';
import { Alert } from '#/ui/alert.tsx';
import { buttonClass } from '#/ui/button.tsx';
import { Progress } from '#/ui/progress.tsx';
import { printDuration } from './duration-text.ts';
import { LoadCharts } from './load-charts.tsx';
import { LoadFigures } from './load-figures.tsx';
import { LoadHeader } from './load-header.tsx';
import { noSeries } from './load-series.ts';
import { LoadTestPage } from './load-test-page.tsx';
import { isGoing, loadReportQuery, loadSeriesQuery } from './load-tests.queries.ts';
import { SecondsTable } from './seconds-table.tsx';
import { StopButton } from './stop-button.tsx';

/** The live page of a load test. */
export function LoadMonitoringScreen({ loadTestId }: { loadTestId: string }) {
  return (
    <LoadTestPage loadTestId={loadTestId}>{(test) => <Monitoring test={test} />}</LoadTestPage>
  );
}

function Monitoring({ test }: { test: LoadTest }) {
  const scope = useScope();
  const isOver = !isGoing(test);
  const { data: series = noSeries } = useQuery(loadSeriesQuery(scope, test.id));
  const { data: report } = useQuery({
    ...loadReportQuery(scope, test.id, isOver),
    placeholderData: keepPreviousData,
  });
  const last = series.points.at(-1);
  const results = (
    <Link
      to="/load/$loadTestId/results"
      params={{ loadTestId: test.id }}
      className={buttonClass({ variant: 'primary' })}
    >
      View results
      <ArrowRight className="size-4" aria-hidden />
    </Link>
  );
  return (
    <>
      <LoadHeader test={test} actions={isOver ? results : <StopButton test={test} />} />
      <Position test={test} second={last ? last.second + 1 : 0} />
      {report?.incidents.map(({ second, message }) => (
        <Alert key={`${second} ${message}`} tone="warning" title={`After ${printDuration(second)}`}>
          {message}
        </Alert>
      ))}
      <LoadFigures
        figures={[
          { name: 'Active conversations', value: formatNumber(isOver ? 0 : (last?.active ?? 0)) },
          { name: 'Turns per second', value: formatNumber(isOver ? 0 : (last?.turns ?? 0)) },
          { name: 'Conversations', value: formatNumber(report?.counts.started ?? 0) },
          { name: 'Error rate', value: formatShare(report?.errorRate ?? 0) },
          { name: 'p50', value: formatDuration(report?.latency.p50 ?? 0) },
          { name: 'p95', value: formatDuration(report?.latency.p95 ?? 0) },
        ]}
      />
      <LoadCharts test={test} points={series.points} />
      <SecondsTable points={series.points} />
    </>
  );
}

function Position({ test, second }: { test: LoadTest; second: number }) {
  const { durationS } = test.profile;
  const gone = Math.min(second, durationS);
  return (
    <div className="flex flex-col gap-2">
      <Progress
        label="Progress of the load test"
        tone={isGoing(test) ? 'running' : 'accent'}
        value={test.status === 'queued' ? null : gone / durationS}
        valueText={`${gone} of ${durationS} seconds`}
      />
      <p role="status" className="text-ink-muted text-sm">
        {positionInWords(test)}
      </p>
    </div>
  );
}

function positionInWords(test: LoadTest): string {
  if (test.stopRequested && isGoing(test)) return 'Stopping conversations…';
  if (test.status === 'queued') return 'Waiting for a worker';
  if (!isGoing(test)) return 'The load test has ended';
  const workers = test.workers === 1 ? '1 worker' : `${test.workers} workers`;
  return `${printDuration(test.profile.durationS)} in all, held by ${workers}`;
}
