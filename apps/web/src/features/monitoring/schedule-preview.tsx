import type { ScheduledTime } from '@parley/contract';
import { countOf, formatNumber } from '#/lib/format-number.ts';
import { formatScheduled } from '#/lib/format-time.ts';
import { Alert } from '#/ui/alert.tsx';
import { Badge } from '#/ui/badge.tsx';
import { Skeleton } from '#/ui/skeleton.tsx';

interface SchedulePreviewProps {
  preview:
    | {
        times: ScheduledTime[];
        timeZone: string | null;
        forecast: { runs: number; interactions: number };
        quota: { interactions: number | null; used: number };
      }
    | undefined;
  isLoading: boolean;
}

const clockChanges = { forward: 'Clocks go forward', back: 'Clocks go back' } as const;

/** The next run times, including excluded ones, and the forecast of the monthly usage. */
export function SchedulePreview({ preview, isLoading }: SchedulePreviewProps) {
  return (
    <section aria-labelledby="schedule-preview" className="flex flex-col gap-2">
      <h3 id="schedule-preview" className="font-medium text-ink text-sm">
        Next times
      </h3>
      {isLoading && <Skeleton className="h-40" />}
      {preview && (
        <>
          <p role="status" className="tabular text-ink-muted text-sm">
            In 30 days: {countOf(preview.forecast.runs, 'run')},{' '}
            {countOf(preview.forecast.interactions, 'interaction')}
            {preview.quota.interactions !== null &&
              `, ${shareInWords(preview.forecast.interactions, preview.quota.interactions)} of the plan’s ${formatNumber(preview.quota.interactions)} a month`}
          </p>
          <QuotaWarning forecast={preview.forecast.interactions} quota={preview.quota} />
          <ol
            // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached by keyboard
            tabIndex={0}
            aria-label="The next 20 times"
            className="max-h-52 divide-y divide-line overflow-y-auto rounded-md ring-1 ring-line ring-inset"
          >
            {preview.times.map((time) => (
              <TimeRow key={time.at} time={time} timeZone={preview.timeZone} />
            ))}
          </ol>
        </>
      )}
    </section>
  );
}

/** Warns if the schedule would use up the quota before the month ends. */
function QuotaWarning({
  forecast,
  quota: { interactions: quota, used },
}: {
  forecast: number;
  quota: { interactions: number | null; used: number };
}) {
  if (quota === null || used + forecast <= quota) return null;
  return (
    <Alert tone="warning" title="Not enough quota">
      {forecast > quota
        ? 'This schedule alone needs more interactions than the plan includes.'
        : `${formatNumber(used)} interactions are already used this month.`}{' '}
      When they are used up, monitoring stops until next month.
    </Alert>
  );
}

function shareInWords(part: number, of: number): string {
  if (of === 0) return 'over 100%';
  const percent = (100 * part) / of;
  return percent > 0 && percent < 1 ? 'under 1%' : `${formatNumber(Math.round(percent))}%`;
}

interface TimeRowProps {
  time: ScheduledTime;
  timeZone: string | null;
}

function TimeRow({ time: { at, clockChange, excludedBy }, timeZone }: TimeRowProps) {
  return (
    <li className="flex min-h-8 flex-wrap items-center gap-x-3 gap-y-1 px-3 py-1 text-sm">
      <time
        dateTime={at}
        className={excludedBy ? 'tabular text-ink-muted line-through' : 'tabular text-ink'}
      >
        {formatScheduled(at, timeZone)}
      </time>
      {clockChange && <Badge tone="accent">{clockChanges[clockChange]}</Badge>}
      {excludedBy && <Badge>Skipped · {excludedBy}</Badge>}
    </li>
  );
}
