import type { DeviceCalendar } from '@parley/contract';
import { Link } from '@tanstack/react-router';
import { formatDuration } from '#/lib/format-time.ts';
import { StatusBadge } from '#/ui/status-badge.tsx';

/** Active and queued runs, in order. */
export function CalendarRuns({ calendar }: { calendar: DeviceCalendar }) {
  const { runs, now } = calendar;
  return (
    <section aria-label="Now" className="border-line border-t">
      <h3 className="px-5 pt-3 pb-1 font-medium text-ink-muted text-xs">Now</h3>
      {runs.length === 0 && (
        <p className="px-5 pb-3 text-ink-muted text-sm">No active or queued runs.</p>
      )}
      <ul className="divide-y divide-line empty:hidden">
        {runs.map((run) => (
          <li
            key={run.runId}
            className="relative flex min-h-12 flex-wrap items-center gap-x-3 gap-y-1 px-5 py-2 transition-colors hover:bg-hover"
          >
            <StatusBadge status={run.status} />
            <Link
              to="/history/testruns/$runId"
              params={{ runId: run.runId }}
              className="min-w-0 flex-1 basis-40 truncate font-medium text-ink text-sm after:absolute after:inset-0"
            >
              {run.suiteName}
            </Link>
            <span className="text-ink-muted text-xs tabular">{conversationsInWords(run)}</span>
            <span className="text-ink-muted text-xs tabular">{expectationOf(run, now)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

export function conversationsInWords({ conversations }: { conversations: number }): string {
  return conversations === 1 ? '1 conversation' : `${conversations} conversations`;
}

function expectationOf(
  { status, expectedStart, expectedEnd }: DeviceCalendar['runs'][number],
  now: string,
): string {
  if (status === 'running') {
    if (expectedEnd === null) return 'no estimate: it has not run before';
    const left = Date.parse(expectedEnd) - Date.parse(now);
    return left > 0 ? `about ${formatDuration(left)} remaining` : 'takes longer than usual';
  }
  if (expectedStart === null) return 'waits; a run ahead of it was never timed';
  const wait = Date.parse(expectedStart) - Date.parse(now);
  return wait > 0 ? `starts in about ${formatDuration(wait)}` : 'starts with the next free worker';
}
