import type { UsageDay } from '@parley/contract';
import { useState } from 'react';
import { utcDayFormat } from '#/lib/format-time.ts';
import { Card } from '#/ui/card.tsx';
import { ChartOrTable } from '#/ui/chart-or-table.tsx';
import { cx } from '#/ui/cx.ts';
import { SegmentedControl } from '#/ui/segmented-control.tsx';
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '#/ui/table.tsx';
import { formatAmount } from './meter-texts.ts';

const kinds = [
  { value: 'interactions', label: 'Interactions' },
  { value: 'callMinutes', label: 'Call minutes' },
] as const;

type Kind = (typeof kinds)[number]['value'];

interface UsageChartProps {
  days: UsageDay[];
  /** Number of days in the month. Days in the future have no bars. */
  dayCount: number;
}

/** Usage of the month by day, as bars or as a table of the same figures. */
export function UsageChart({ days, dayCount }: UsageChartProps) {
  const [kind, setKind] = useState<Kind>('interactions');
  const [isTable, setIsTable] = useState(false);
  return (
    <Card
      title="By day"
      subtitle="Days begin at midnight UTC"
      isFlush={isTable}
      actions={
        <>
          {!isTable && (
            <SegmentedControl label="Chart data" value={kind} onChange={setKind} segments={kinds} />
          )}
          <ChartOrTable isTable={isTable} onChange={setIsTable} />
        </>
      }
    >
      {isTable ? <DaysTable days={days} /> : <Bars days={days} dayCount={dayCount} kind={kind} />}
    </Card>
  );
}

function Bars({ days, dayCount, kind }: UsageChartProps & { kind: Kind }) {
  const max = Math.max(1, ...days.map((day) => day[kind]));
  const total = days.reduce((sum, day) => sum + day[kind], 0);
  const name = kind === 'interactions' ? 'interactions' : 'call minutes';
  const [first] = days;
  const nameOf = utcDayFormat(days);
  const toCome = Array.from({ length: Math.max(0, dayCount - days.length) }, (_, index) => index);
  return (
    <figure className="flex flex-col gap-1.5">
      <div className="flex items-baseline justify-between text-ink-muted text-xs tabular">
        <span>{formatAmount(max)}</span>
        {total === 0 && <span>No usage this month yet</span>}
      </div>
      <div
        role="img"
        aria-label={`${formatAmount(total)} ${name} in ${days.length} days, at most ${formatAmount(total === 0 ? 0 : max)} on one day. The table has every figure.`}
        className="flex h-40 items-end gap-px border-line border-t border-b sm:gap-1"
      >
        {days.map((day, index) => (
          <div
            key={day.day}
            title={`${nameOf(day)}: ${formatAmount(day[kind])} ${name}`}
            className="flex h-full flex-1 items-end hover:bg-hover"
          >
            <div
              className={cx(
                'w-full rounded-t-xs',
                index === days.length - 1 ? 'bg-accent/60' : 'bg-accent',
              )}
              style={{ height: day[kind] === 0 ? 0 : `max(2px, ${(100 * day[kind]) / max}%)` }}
            />
          </div>
        ))}
        {toCome.map((index) => (
          <div key={index} className="flex-1" />
        ))}
      </div>
      <figcaption className="flex justify-between text-ink-muted text-xs">
        <span>{first && nameOf(first)}</span>
        <span>{first && nameOf(lastDayOf(first, dayCount))}</span>
      </figcaption>
    </figure>
  );
}

function DaysTable({ days }: { days: UsageDay[] }) {
  const nameOf = utcDayFormat(days);
  return (
    <Table label="Usage by day">
      <TableHead>
        <TableHeader>Day</TableHeader>
        <TableHeader className="text-right">Interactions</TableHeader>
        <TableHeader className="text-right">Call minutes</TableHeader>
      </TableHead>
      <TableBody>
        {days.toReversed().map((day) => (
          <TableRow key={day.day}>
            <TableCell>{nameOf(day)}</TableCell>
            <TableCell className="text-right tabular">{formatAmount(day.interactions)}</TableCell>
            <TableCell className="text-right tabular">{formatAmount(day.callMinutes)}</TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}

/** The last day of the month, at the right end of the chart. */
function lastDayOf({ day }: UsageDay, dayCount: number): Pick<UsageDay, 'day'> {
  return { day: `${day.slice(0, 8)}${dayCount}` };
}
