import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useScope } from '#/lib/session/scope.ts';
import { Badge } from '#/ui/badge.tsx';
import { linkClass } from '#/ui/link-class.ts';
import { BriefPlace, rememberHeight } from './brief-place.tsx';
import { faultLabels, faultTones } from './fault-labels.ts';
import { countIncidents, headlineOf } from './headline.ts';
import { overviewQuery } from './overview.queries.ts';
import { useFollowedRuns } from './use-followed-runs.ts';

const causesShown = 3;

/** Current failures of monitors, shown above the projects. Renders nothing if there are none. */
export function OverviewBrief() {
  useFollowedRuns();
  const { data, isPending } = useQuery(overviewQuery(useScope()));
  const part = useRef<HTMLElement>(null);
  useEffect(() => {
    if (data) rememberHeight(part.current);
  }, [data]);
  if (isPending) return <BriefPlace />;
  if (!data || countIncidents(data.monitors) === 0) return null;
  const causes = data.broken.filter(({ members }) => members.some(({ incident }) => incident));
  return (
    <section
      ref={part}
      aria-labelledby="overview-brief"
      className="max-h-60 overflow-hidden rounded-lg bg-surface px-5 py-3 shadow-card ring-1 ring-line"
    >
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id="overview-brief" className="font-semibold text-ink text-sm">
          {headlineOf(data)}
        </h2>
        <Link to="/overview" className={linkClass}>
          Open overview
        </Link>
      </div>
      <ul aria-label="Failing now" className="mt-1 flex flex-col gap-1">
        {causes.slice(0, causesShown).map(({ fault, members: [first], got, signature }) => (
          <li
            key={signature ?? `${first?.suiteId} ${got}`}
            className="flex min-w-0 items-center gap-2 text-sm"
          >
            <Badge tone={faultTones[fault]} className="shrink-0">
              {faultLabels[fault]}
            </Badge>
            {first?.runId ? (
              <Link
                to="/history/testruns/$runId"
                params={{ runId: first.runId }}
                className="min-w-0 shrink truncate font-medium text-ink hover:underline"
              >
                {first.suiteName}
              </Link>
            ) : (
              <span className="min-w-0 shrink truncate font-medium text-ink">
                {first?.suiteName}
              </span>
            )}
            <span dir="auto" className="hidden min-w-0 flex-1 truncate text-ink-muted sm:block">
              {got}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
