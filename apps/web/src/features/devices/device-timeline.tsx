import type { DeviceCalendar } from '@parley/contract';
import { viewerTimeZone } from '#/lib/time-zone.ts';
import { cx } from '#/ui/cx.ts';

interface Bar {
  key: string;
  start: number;
  end: number;
  look: string;
}

interface Lane {
  name: string;
  bars: Bar[];
}

const lanesMax = 8;
const hourMs = 3_600_000;

/** Timeline of the calendar. Hidden from screen readers, because the lists below contain the same information. */
export function DeviceTimeline({ calendar, hours }: { calendar: DeviceCalendar; hours: number }) {
  const lanes = lanesOf(calendar);
  if (lanes.length === 0) return null;
  const from = Date.parse(calendar.now);
  const span = hours * hourMs;
  const place = (time: number) => Math.min(100, Math.max(0, ((time - from) / span) * 100));
  return (
    <div aria-hidden className="px-5 pb-4">
      <div className="relative ml-28 h-5 text-2xs text-ink-faint tabular sm:ml-40">
        {ticksOf(from, span).map(({ at, label }, index) => (
          <span
            key={at}
            // Phones only have room for every second label.
            className={cx(
              'absolute -translate-x-1/2 whitespace-nowrap',
              index % 2 === 1 && 'max-sm:hidden',
            )}
            style={{ left: `${place(at)}%` }}
          >
            {label}
          </span>
        ))}
      </div>
      {lanes.slice(0, lanesMax).map(({ name, bars }) => (
        <div key={name} className="flex h-7 items-center">
          <span className="w-28 shrink-0 truncate pr-3 text-ink-muted text-xs sm:w-40">{name}</span>
          <div className="relative h-5 min-w-0 flex-1 overflow-hidden rounded-sm bg-sunken">
            {bars
              .filter(({ start }) => start < from + span)
              .map(({ key, start, end, look }) => (
                <span
                  key={key}
                  className={cx('absolute inset-y-0.5 min-w-1 rounded-[0.1875rem]', look)}
                  style={{ left: `${place(start)}%`, width: `${place(end) - place(start)}%` }}
                />
              ))}
          </div>
        </div>
      ))}
    </div>
  );
}

/** Groups bars into one lane per suite name, with active runs first. An item of unknown duration is drawn short. */
function lanesOf({ runs, upcoming, now }: DeviceCalendar): Lane[] {
  const lanes = new Map<string, Bar[]>();
  const draw = (
    name: string,
    key: string,
    start: string | null,
    end: string | null,
    look: string,
  ) => {
    const from = Date.parse(start ?? now);
    const bar = { key, start: from, end: end === null ? from : Date.parse(end), look };
    lanes.set(name, [...(lanes.get(name) ?? []), bar]);
  };
  for (const { runId, suiteName, status, startedAt, expectedStart, expectedEnd } of runs) {
    if (status === 'running') draw(suiteName, runId, startedAt, expectedEnd, 'bg-running-solid');
    else draw(suiteName, runId, expectedStart, expectedEnd, 'bg-line-control');
  }
  for (const { suiteId, suiteName, dueAt, expectedStart, expectedEnd, behind } of upcoming) {
    const look = behind === null ? 'bg-accent' : 'bg-error-solid';
    draw(suiteName, `${suiteId} ${dueAt}`, expectedStart ?? dueAt, expectedEnd, look);
  }
  return [...lanes].map(([name, bars]) => ({ name, bars }));
}

const ticks = 4;

function ticksOf(from: number, span: number): { at: number; label: string }[] {
  const clock = new Intl.DateTimeFormat(undefined, {
    hour: 'numeric',
    minute: '2-digit',
    timeZone: viewerTimeZone(),
  });
  return Array.from({ length: ticks }, (_, index) => {
    const at = from + (span * index) / ticks;
    return { at, label: index === 0 ? 'Now' : clock.format(at) };
  });
}
