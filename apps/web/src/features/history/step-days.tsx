import type { StepDays as Figures, RunSummary, StepFigures } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { triggerLabel, triggerLabels } from '#/features/runs/trigger-label.ts';
import { formatNumber } from '#/lib/format-number.ts';
import { formatDuration, utcDayFormat } from '#/lib/format-time.ts';
import { useScope } from '#/lib/session/scope.ts';
import { percentileLines } from '#/ui/chart-lines.ts';
import { ChartOrTable } from '#/ui/chart-or-table.tsx';
import { cx } from '#/ui/cx.ts';
import { RetryAlert } from '#/ui/retry-alert.tsx';
import { Select } from '#/ui/select.tsx';
import { Skeleton } from '#/ui/skeleton.tsx';
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '#/ui/table.tsx';
import { TimeChart } from '#/ui/time-chart.tsx';
import { FilterChoice, filterClass } from './filter-choice.tsx';
import { stepDaysQuery } from './history.queries.ts';
import { rangeOf } from './history-range.ts';
import { type RangePreset, rangePresets } from './history-search.ts';
import { platformLabels } from './platform-labels.ts';

interface StepDaysProps {
  suiteId: string;
  test: string;
  /** Index of the step, from 0. */
  step: number;
}

const presets = rangePresets.map((days) => ({ value: String(days), label: `Last ${days} days` }));

/** Latency of a step by day, platform and trigger. */
export function StepDays({ suiteId, test, step }: StepDaysProps) {
  const scope = useScope();
  const [now] = useState(() => Date.now());
  const [days, setDays] = useState<RangePreset>(30);
  const [platform, setPlatform] = useState<RunSummary['platform']>();
  const [trigger, setTrigger] = useState<RunSummary['trigger']>();
  const [isTable, setIsTable] = useState(false);
  const wish = { test, step, platform, trigger, ...rangeOf({ days }, now, 'UTC') };
  const { data, error, refetch } = useQuery(stepDaysQuery(scope, suiteId, wish));
  return (
    <section
      aria-label={`Latency of step ${step + 1} by day`}
      className="mt-2 flex flex-col gap-3 border-line border-t pt-4"
    >
      <div className="flex flex-wrap items-center gap-2">
        <h3 className="mr-auto font-medium text-ink text-sm">Latency by day</h3>
        <Select
          label="Days"
          isLabelHidden
          options={presets}
          value={String(days)}
          onChange={(next) => setDays(Number(next) as RangePreset)}
          className={filterClass}
        />
        <FilterChoice
          label="Platform"
          all="Any platform"
          labels={platformLabels}
          value={platform}
          onChange={setPlatform}
        />
        <FilterChoice
          label="Started by"
          all="Any trigger"
          labels={triggerLabels}
          value={trigger}
          onChange={setTrigger}
        />
        <ChartOrTable isTable={isTable} onChange={setIsTable} />
      </div>
      {error && <RetryAlert error={error} what="the latencies" onRetry={() => void refetch()} />}
      {!data && !error && (
        <div role="status" aria-label="Loading the latencies">
          <Skeleton className="h-44" />
        </div>
      )}
      {data &&
        (data.total.answers === 0 ? (
          <p className="text-ink-muted text-sm">No replies to this step on these days.</p>
        ) : isTable ? (
          <Tables figures={data} />
        ) : (
          <Chart days={data.days} step={step} />
        ))}
    </section>
  );
}

function Chart({ days, step }: Pick<Figures, 'days'> & { step: number }) {
  const chart = useMemo(
    () => ({
      over: { days: days.map(utcDayFormat(days)) },
      series: percentileLines(days),
    }),
    [days],
  );
  return (
    <TimeChart
      label={`Latency percentiles of step ${step + 1} per day. The table has every figure.`}
      {...chart}
      format={formatDuration}
    />
  );
}

/** Tables of the figures. Days without replies are left out. */
function Tables({ figures: { days, platforms, triggers } }: { figures: Figures }) {
  const nameOf = utcDayFormat(days);
  const answered = days.filter(({ answers }) => answers > 0).toReversed();
  return (
    <div className="flex flex-col gap-4">
      <div className="max-h-80 overflow-y-auto">
        <LatencyTable
          label="Latency by day"
          head="Day"
          rows={answered.map((figures) => ({ name: nameOf(figures), figures }))}
        />
      </div>
      <LatencyTable
        label="Latency by platform"
        head="Platform"
        rows={platforms.map((figures) => ({ name: platformLabels[figures.platform], figures }))}
      />
      <LatencyTable
        label="Latency by trigger"
        head="Started by"
        rows={triggers.map((figures) => ({ name: triggerLabel(figures.trigger), figures }))}
      />
    </div>
  );
}

interface LatencyTableProps {
  label: string;
  /** Heading of the first column, which names the rows. */
  head: string;
  rows: readonly { name: string; figures: StepFigures }[];
}

const percentiles = ['p50', 'p90', 'p95', 'p99'] as const;

/** Class for columns that are hidden on phones. */
const wideOnly = 'hidden @lg:table-cell';

const isWideOnly = (key: (typeof percentiles)[number]) => key === 'p90' || key === 'p99';

function LatencyTable({ label, head, rows }: LatencyTableProps) {
  return (
    <Table label={label}>
      <TableHead>
        <TableHeader>{head}</TableHeader>
        <TableHeader className="text-right">Replies</TableHeader>
        {percentiles.map((key) => (
          <TableHeader key={key} className={cx('text-right', isWideOnly(key) && wideOnly)}>
            {key}
          </TableHeader>
        ))}
      </TableHead>
      <TableBody>
        {rows.map(({ name, figures }) => (
          <TableRow key={name} className="tabular [&>td]:h-9 [&>td]:py-1">
            <TableCell className="whitespace-nowrap text-ink">{name}</TableCell>
            <TableCell className="text-right">{formatNumber(figures.answers)}</TableCell>
            {percentiles.map((key) => (
              <TableCell
                key={key}
                className={cx('whitespace-nowrap text-right', isWideOnly(key) && wideOnly)}
              >
                {figures[key] === null ? '–' : formatDuration(figures[key])}
              </TableCell>
            ))}
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}
