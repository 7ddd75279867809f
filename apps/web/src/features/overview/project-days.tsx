import type { Overview } from '@parley/contract';
import { Link } from '@tanstack/react-router';
import { Card } from '#/ui/card.tsx';
import { cx } from '#/ui/cx.ts';

const daysShown = 14;

/** Projects with their runs of the last 14 days (UTC), one bar per day. */
export function ProjectDays({ overview: { projects, at } }: { overview: Overview }) {
  const days = Array.from({ length: daysShown }, (_, index) =>
    new Date(Date.parse(at) - (daysShown - 1 - index) * 86_400_000).toISOString().slice(0, 10),
  );
  return (
    <Card isFlush title="Projects" subtitle="Last 14 days" className="overflow-hidden">
      <ul aria-label="Projects of the last 14 days">
        {projects.map(({ id, name, suites, passed, days: known }) => (
          <li key={id} className="flex items-center gap-3 border-line border-t px-5 py-2.5 text-sm">
            <Link
              to="/projects/$projectId"
              params={{ projectId: id }}
              className="min-w-0 flex-1 break-words font-medium text-ink hover:underline"
            >
              {name}
            </Link>
            <DayStrip days={days} known={known} />
            <span className="w-24 shrink-0 text-right text-ink-muted text-xs">
              {passed} of {suites} passed
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

type Day = Overview['projects'][number]['days'][number];

function DayStrip({ days, known }: { days: string[]; known: Day[] }) {
  const byDay = new Map(known.map((day) => [day.day, day]));
  const bad = known.filter(({ failed }) => failed > 0).length;
  return (
    <div
      role="img"
      aria-label={`Runs failed on ${bad} of 14 days`}
      className="flex h-5 items-end gap-px"
    >
      {days.map((day) => {
        const { passed = 0, failed = 0 } = byDay.get(day) ?? {};
        return (
          <span
            key={day}
            title={`${day}: ${passed} passed, ${failed} failed`}
            className={cx('w-1.5 rounded-[1px]', lookOf(passed, failed))}
          />
        );
      })}
    </div>
  );
}

function lookOf(passed: number, failed: number): string {
  if (failed > 0) return 'h-4 bg-failed-solid';
  return passed > 0 ? 'h-5 bg-passed-solid' : 'h-1 bg-line-control';
}
