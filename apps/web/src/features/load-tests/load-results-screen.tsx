import type { LoadPoint, LoadReport, LoadTest } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { RotateCw } from 'lucide-react';
import { formatNumber, formatShare } from '#/lib/format-number.ts';
import { formatDuration } from '#/lib/format-time.ts';
import { useScope } from '#/lib/session/scope.ts';
import { Alert } from '#/ui/alert.tsx';
import { buttonClass } from '#/ui/button.tsx';
import { Loaded } from '#/ui/loaded.tsx';
import { Skeleton } from '#/ui/skeleton.tsx';
import { printDuration } from './duration-text.ts';
import { FailedConversations } from './failed-conversations.tsx';
import { InterruptedAlert } from './interrupted-alert.tsx';
import { LatencyCard } from './latency-card.tsx';
import { LoadCharts } from './load-charts.tsx';
import { LoadFigures } from './load-figures.tsx';
import { LoadHeader } from './load-header.tsx';
import { LoadMenu } from './load-menu.tsx';
import { noSeries } from './load-series.ts';
import { LoadTestPage } from './load-test-page.tsx';
import { isGoing, loadReportQuery, loadSeriesQuery } from './load-tests.queries.ts';
import { SecondsTable } from './seconds-table.tsx';
import { StepsCard } from './steps-card.tsx';
import { ThresholdsCard } from './thresholds-card.tsx';

interface LoadResultsScreenProps {
  loadTestId: string;
  /** Id of an earlier load test to compare with. */
  compareWith: string | undefined;
  onCompare: (loadTestId: string | undefined) => void;
}

/** Results of a load test. */
export function LoadResultsScreen({ loadTestId, ...comparison }: LoadResultsScreenProps) {
  return (
    <LoadTestPage loadTestId={loadTestId}>
      {(test) => <Results test={test} {...comparison} />}
    </LoadTestPage>
  );
}

function Results({
  test,
  compareWith,
  onCompare,
}: { test: LoadTest } & Omit<LoadResultsScreenProps, 'loadTestId'>) {
  const scope = useScope();
  const isOver = !isGoing(test);
  const report = useQuery(loadReportQuery(scope, test.id, isOver));
  const { data: series = noSeries } = useQuery(loadSeriesQuery(scope, test.id));
  return (
    <>
      <LoadHeader test={test} actions={<Actions test={test} />} />
      {!isOver && (
        <Alert
          title="The load test is still running"
          actions={
            <Link
              to="/load/$loadTestId/monitoring"
              params={{ loadTestId: test.id }}
              className={buttonClass({ size: 'sm' })}
            >
              Watch it live
            </Link>
          }
        >
          These are its figures so far.
        </Alert>
      )}
      {test.status === 'interrupted' && (
        // A restored backup can contain figures of a load test without a summary.
        <InterruptedAlert
          isMeasured={test.summary !== null || (report.data?.counts.started ?? 0) > 0}
        />
      )}
      <Loaded query={report} what="the results" skeleton={<Skeleton className="h-80 rounded-lg" />}>
        {(loaded) => (
          <Report
            test={test}
            report={loaded}
            points={series.points}
            compareWith={compareWith}
            onCompare={onCompare}
          />
        )}
      </Loaded>
    </>
  );
}

interface ReportProps extends Omit<LoadResultsScreenProps, 'loadTestId'> {
  test: LoadTest;
  report: LoadReport;
  points: readonly LoadPoint[];
}

/** The measurements of a load test. */
function Report({ test, report, points, compareWith, onCompare }: ReportProps) {
  return (
    <>
      {report.incidents.map(({ second, message }) => (
        <Alert key={`${second} ${message}`} tone="warning" title={`After ${printDuration(second)}`}>
          {message}
        </Alert>
      ))}
      {report.lagMs > 100 && (
        <Alert title="Parley was late">
          Some turns started up to {formatDuration(report.lagMs)} late, which is included in the
          latencies. Add workers to reduce this.
        </Alert>
      )}
      <LoadFigures
        figures={[
          {
            name: 'Conversations',
            value: formatNumber(report.counts.passed + report.counts.failed),
          },
          { name: 'Turns', value: formatNumber(report.counts.turns) },
          { name: 'Turns per second', value: formatNumber(report.turnsPerSecond) },
          { name: 'Error rate', value: formatShare(report.errorRate) },
          { name: 'p50', value: formatDuration(report.latency.p50) },
          { name: 'p95', value: formatDuration(report.latency.p95) },
        ]}
      />
      <ThresholdsCard thresholds={report.thresholds} />
      <LatencyCard test={test} report={report} compareWith={compareWith} onCompare={onCompare} />
      <LoadCharts test={test} points={points} />
      <StepsCard steps={report.steps} />
      <FailedConversations report={report} />
      <SecondsTable points={points} />
    </>
  );
}

function Actions({ test }: { test: LoadTest }) {
  return (
    <>
      <LoadMenu test={test} />
      {test.suiteId && (
        <Link
          to="/load/setup"
          search={{ like: test.id }}
          className={buttonClass({ variant: 'primary' })}
        >
          <RotateCw className="size-4" aria-hidden />
          Repeat
        </Link>
      )}
    </>
  );
}
