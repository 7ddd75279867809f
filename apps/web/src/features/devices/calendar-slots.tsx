import type { DeviceCalendar } from '@parley/contract';
import { Link } from '@tanstack/react-router';
import { TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { formatDateTime, formatDuration } from '#/lib/format-time.ts';
import { Badge } from '#/ui/badge.tsx';
import { Button } from '#/ui/button.tsx';
import { conversationsInWords } from './calendar-runs.tsx';

type Slot = DeviceCalendar['upcoming'][number];

const shownAtFirst = 5;

/** Due times of monitored suites. Conflicts are highlighted. */
export function CalendarSlots({ calendar, hours }: { calendar: DeviceCalendar; hours: number }) {
  const [isAll, setIsAll] = useState(false);
  const { upcoming, isCutShort } = calendar;
  const conflicts = upcoming.filter(({ behind }) => behind !== null).length;
  const shown = isAll ? upcoming : upcoming.slice(0, shownAtFirst);
  return (
    <section aria-label="Coming up" className="border-line border-t">
      <h3 className="flex flex-wrap items-center gap-x-2 gap-y-1 px-5 pt-3 pb-1 font-medium text-ink-muted text-xs">
        Coming up
        {conflicts > 0 && (
          <Badge tone="error" icon={<TriangleAlert aria-hidden />}>
            {conflicts === 1 ? '1 conflict' : `${conflicts} conflicts`}
          </Badge>
        )}
      </h3>
      {upcoming.length === 0 && (
        <p className="px-5 pb-4 text-ink-muted text-sm">
          No monitored suites due in the next {hours === 1 ? 'hour' : `${hours} hours`}.
        </p>
      )}
      <ul className="divide-y divide-line empty:hidden">
        {shown.map((slot) => (
          <li
            key={`${slot.suiteId} ${slot.dueAt}`}
            className="relative flex min-h-12 flex-wrap items-center gap-x-3 gap-y-1 px-5 py-2 transition-colors hover:bg-hover"
          >
            <time dateTime={slot.dueAt} className="w-40 shrink-0 text-ink-muted text-xs tabular">
              {formatDateTime(slot.dueAt)}
            </time>
            <Link
              to="/test-suite/$testSuiteId"
              params={{ testSuiteId: slot.suiteId }}
              className="min-w-0 flex-1 basis-40 truncate font-medium text-ink text-sm after:absolute after:inset-0"
            >
              {slot.suiteName}
            </Link>
            <span className="text-ink-muted text-xs tabular">{conversationsInWords(slot)}</span>
            {slot.behind !== null && (
              <span className="basis-full text-error text-xs">{conflictInWords(slot)}</span>
            )}
          </li>
        ))}
      </ul>
      {upcoming.length > shownAtFirst && (
        <div className="border-line border-t px-5 py-3">
          <Button size="sm" variant="ghost" onClick={() => setIsAll(!isAll)} className="-ml-2.5">
            {isAll ? 'Show fewer' : `Show all ${upcoming.length}`}
          </Button>
        </div>
      )}
      {isCutShort && (
        <p className="px-5 pb-4 text-ink-muted text-xs">Only the first ones are listed.</p>
      )}
    </section>
  );
}

function conflictInWords({ behind, dueAt, expectedStart }: Slot): string {
  if (expectedStart === null) return `Waits for “${behind}”. No estimate.`;
  const late = Date.parse(expectedStart) - Date.parse(dueAt);
  return `Waits about ${formatDuration(late)} for “${behind}”.`;
}
