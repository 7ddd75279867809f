import type { HistoryFigures } from '@parley/contract';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useMemo, useState } from 'react';
import { formatNumber } from '#/lib/format-number.ts';
import { formatDuration, utcDayFormat } from '#/lib/format-time.ts';
import { Card } from '#/ui/card.tsx';
import { linesOver, percentileLines } from '#/ui/chart-lines.ts';
import { ChartOrTable } from '#/ui/chart-or-table.tsx';
import { TimeChart } from '#/ui/time-chart.tsx';
import { DaysTable } from './days-table.tsx';
import { countedRuns } from './history-range.ts';
import type { HistorySearch } from './history-search.ts';
import { passedShare } from './share-of.ts';

interface HistoryChartsProps {
  figures: HistoryFigures;
  /** The current filters. */
  search: HistorySearch;
  /** Why days are in UTC instead of the viewer's time zone. */
  utcBecause: HistoryFigures['utcBecause'];
}

const reasons = {
  deleted: ', because runs of this period were deleted',
  many: ', because there are more than 50,000 runs',
};

/** Runs, pass rate and latency by day. */
export function HistoryCharts({ figures, search, utcBecause }: HistoryChartsProps) {
  const [isTable, setIsTable] = useState(false);
  const { days } = figures;
  return (
    <Card
      title="By day"
      subtitle={
        <>
          Days begin at midnight {zoneName(figures.timeZone)}
          {utcBecause && reasons[utcBecause]}. Click a day to see its runs.
        </>
      }
      isFlush={isTable}
      actions={<ChartOrTable isTable={isTable} onChange={setIsTable} />}
    >
      {isTable ? <DaysTable {...{ days, search }} /> : <Charts {...{ days, search }} />}
    </Card>
  );
}

const zoneName = (zone: string) => (zone === 'UTC' ? zone : `in ${zone}`);

interface ChartsProps extends Pick<HistoryFigures, 'days'> {
  search: HistorySearch;
}

function Charts({ days, search }: ChartsProps) {
  const navigate = useNavigate();
  function showDay(place: number) {
    const day = days[place]?.day;
    if (day)
      void navigate({ to: '/history', search: countedRuns(search, { day, status: 'ended' }) });
  }
  const charts = useMemo(() => {
    const line = linesOver(days);
    return {
      over: { days: days.map(utcDayFormat(days)) },
      // The bars of all runs are behind those of the passed runs, so that the failed ones show above them.
      runs: [
        {
          ...line('Not passed', 'failed', ({ runs }) => runs),
          isBar: true,
          told: days.map(({ runs, passed }) => runs - passed),
        },
        { ...line('Passed', 'passed', ({ passed }) => passed), isBar: true },
      ],
      success: [line('Pass rate', 'accent', passedShare)],
      latency: percentileLines(days),
    };
  }, [days]);
  return (
    <div className="grid grid-cols-1 gap-x-8 gap-y-5 sm:grid-cols-2 xl:grid-cols-1">
      <Chart title="Runs">
        <TimeChart
          label="Runs per day. The table has every figure and leads to its runs."
          over={charts.over}
          series={charts.runs}
          format={formatNumber}
          onPick={showDay}
        />
      </Chart>
      <Chart title="Pass rate">
        <TimeChart
          label="Share of runs that passed, per day. The table has every figure."
          over={charts.over}
          series={charts.success}
          format={(share) => `${Math.round(share)}%`}
          max={104}
          onPick={showDay}
        />
      </Chart>
      <Chart title="Reply latency of steps">
        <TimeChart
          label="Latency percentiles per day. The table has every figure."
          over={charts.over}
          series={charts.latency}
          format={formatDuration}
          onPick={showDay}
        />
      </Chart>
    </div>
  );
}

function Chart({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <h3 className="mb-2 font-medium text-ink text-sm">{title}</h3>
      {children}
    </div>
  );
}
