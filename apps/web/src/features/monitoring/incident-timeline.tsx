import type { Incident, IncidentChange } from '@parley/contract';
import { Link } from '@tanstack/react-router';
import { formatDateTime } from '#/lib/format-time.ts';
import { Card } from '#/ui/card.tsx';
import { linkClass } from '#/ui/link-class.ts';

type Entry = Incident['timeline'][number];

/** Timeline of an incident, newest first. */
export function IncidentTimeline({ incident: { timeline } }: { incident: Incident }) {
  return (
    <Card title="Timeline">
      <ol className="flex flex-col gap-2 text-sm">
        {timeline.toReversed().map((entry) => (
          <li key={`${entry.at}${entry.change}`} className="flex flex-wrap gap-x-3">
            <time dateTime={entry.at} className="tabular text-ink-muted">
              {formatDateTime(entry.at)}
            </time>
            <span className="text-ink">{inWords(entry)}</span>
            {entry.runId && (
              <Link
                to="/history/testruns/$runId"
                params={{ runId: entry.runId }}
                className={linkClass}
              >
                Open run
              </Link>
            )}
          </li>
        ))}
      </ol>
    </Card>
  );
}

/** Texts for automatic changes. */
const byItself: Partial<Record<IncidentChange, string>> = {
  opened: 'Incident opened',
  'failed-anew': 'Failed in a new way',
  reopened: 'Failed in a new way: reopened',
  resolved: 'Resolved',
};

function inWords({ change, by, assignee, until }: Entry): string {
  const name = by?.name ?? 'A former member';
  switch (change) {
    case 'acknowledged':
      return `${name} acknowledged it`;
    case 'acknowledgement-withdrawn':
      return `${name} withdrew the acknowledgement`;
    case 'assigned':
      return `${name} assigned it to ${assignee?.name ?? 'a former member'}`;
    case 'unassigned':
      return `${name} unassigned it`;
    case 'snoozed':
      return `${name} snoozed it until ${until ? formatDateTime(until) : 'later'}`;
    case 'snooze-ended':
      return `${name} ended the snooze`;
    default:
      return byItself[change] ?? '';
  }
}
