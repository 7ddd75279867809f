import type { MetricDays as Days } from '@parley/contract';
import { amountText } from '@parley/suite';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useScope } from '#/lib/session/scope.ts';
import { Card } from '#/ui/card.tsx';
import { Loaded } from '#/ui/loaded.tsx';
import { SegmentedControl } from '#/ui/segmented-control.tsx';
import { Skeleton } from '#/ui/skeleton.tsx';
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '#/ui/table.tsx';
import { metricDaysQuery } from './history.queries.ts';
import { MetricLine } from './metric-line.tsx';

const ranges = { '30': '30 days', '90': '90 days', '366': '1 year' } as const;

/** The metrics of a suite by day. They go further back than the runs on the page. */
export function MetricDays({ suiteId }: { suiteId: string }) {
  const [days, setDays] = useState<keyof typeof ranges>('90');
  const query = useQuery(metricDaysQuery(useScope(), suiteId, Number(days)));
  return (
    <Card
      title="Metrics by day"
      subtitle="Mean over the tests of all runs of a day, in UTC. Missing numbers are counted apart."
      actions={
        <SegmentedControl
          label="Range"
          value={days}
          onChange={setDays}
          segments={(['30', '90', '366'] as const).map((value) => ({
            value,
            label: ranges[value],
          }))}
        />
      }
    >
      <Loaded query={query} what="the metrics" skeleton={<Skeleton className="h-24" />}>
        {({ metrics }) =>
          metrics.length === 0 ? (
            <p className="text-ink-muted text-sm">Nothing was measured in these days.</p>
          ) : (
            <ul className="flex flex-col gap-5">
              {metrics.map((metric) => (
                <li key={metric.name} className="flex flex-col gap-2">
                  <h3 className="font-medium text-ink text-sm">{metric.name}</h3>
                  <MetricLine values={metric.days.map(({ mean }) => mean)} goal={undefined} />
                  <DaysOfMetric metric={metric} />
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Card>
  );
}

const shown = (number: number | null): string => (number === null ? 'missing' : amountText(number));

function DaysOfMetric({ metric: { name, days } }: { metric: Days['metrics'][number] }) {
  return (
    <div className="max-h-80 overflow-y-auto">
      <Table label={`${name} by day, newest first`}>
        <TableHead>
          <TableHeader>Day</TableHeader>
          <TableHeader>Runs</TableHeader>
          <TableHeader>Mean</TableHeader>
          <TableHeader>Smallest</TableHeader>
          <TableHeader>Largest</TableHeader>
          <TableHeader>Conversations</TableHeader>
          <TableHeader>Missing</TableHeader>
        </TableHead>
        <TableBody>
          {days.toReversed().map(({ day, runs, mean, least, most, measured, missing }) => (
            <TableRow key={day}>
              <TableCell>{day}</TableCell>
              <TableCell>{runs}</TableCell>
              <TableCell>{shown(mean)}</TableCell>
              <TableCell>{shown(least)}</TableCell>
              <TableCell>{shown(most)}</TableCell>
              <TableCell>{measured}</TableCell>
              <TableCell>{missing}</TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </div>
  );
}
