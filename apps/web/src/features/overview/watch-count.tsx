import { useQuery } from '@tanstack/react-query';
import { useScope } from '#/lib/session/scope.ts';
import { countIncidents } from './headline.ts';
import { overviewQuery } from './overview.queries.ts';

/** Number of failures next to a sidebar entry. Renders nothing if there are none. */
export function WatchCount({ of }: { of: 'monitors' | 'suites' | 'all' }) {
  const { data } = useQuery(overviewQuery(useScope()));
  if (!data) return null;
  const incidents = countIncidents(data.monitors);
  const counts = { monitors: incidents, suites: data.suites.failing, all: incidents + data.recent };
  const count = counts[of];
  if (count === 0) return null;
  return (
    <span className="ml-auto rounded-full bg-failed-soft px-1.5 font-medium text-failed text-xs">
      {count}
      <span className="sr-only"> failing</span>
    </span>
  );
}
