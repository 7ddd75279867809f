import type { Monitor, MonitorStop } from '@parley/contract';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Activity, CircleOff, Pause } from 'lucide-react';
import { countOf } from '#/lib/format-number.ts';
import { formatDateTime } from '#/lib/format-time.ts';
import { useScope } from '#/lib/session/scope.ts';
import { Badge } from '#/ui/badge.tsx';
import { buttonClass } from '#/ui/button.tsx';
import { Card } from '#/ui/card.tsx';
import { EmptyState } from '#/ui/empty-state.tsx';
import { ListEnd } from '#/ui/list-end.tsx';
import { ListFrame } from '#/ui/list-frame.tsx';
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '#/ui/table.tsx';
import { MonitorMenu } from './monitor-menu.tsx';
import { monitorsQuery } from './monitoring.queries.ts';
import { SlotStrip, wasLeftOut } from './slot-strip.tsx';

/** All monitored suites with status and next run, failing ones first. */
export function MonitorsTab() {
  const query = useInfiniteQuery(monitorsQuery(useScope()));
  const monitors = query.data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <ListFrame query={query} what="the monitors">
      {query.isSuccess && monitors.length === 0 && <NoMonitors />}
      {monitors.length > 0 && (
        <Card isFlush className="overflow-hidden">
          <Table label="Monitors">
            <TableHead>
              <TableHeader>State</TableHeader>
              <TableHeader>Test suite</TableHeader>
              <TableHeader className="hidden @3xl:table-cell">Last runs</TableHeader>
              <TableHeader className="hidden @4xl:table-cell">Schedule</TableHeader>
              <TableHeader className="hidden @xl:table-cell">Next run</TableHeader>
              <TableHeader className="w-12">
                <span className="sr-only">Actions</span>
              </TableHeader>
            </TableHead>
            <TableBody>
              {monitors.map((monitor) => (
                <MonitorRow key={monitor.suiteId} monitor={monitor} />
              ))}
            </TableBody>
          </Table>
        </Card>
      )}
      {monitors.length > 0 && (
        <ListEnd
          text={countOf(monitors.length, 'monitor', query.hasNextPage)}
          isMore={query.hasNextPage}
          isLoading={query.isFetchingNextPage}
          onMore={() => !query.isFetchingNextPage && void query.fetchNextPage()}
        />
      )}
    </ListFrame>
  );
}

function NoMonitors() {
  return (
    <EmptyState
      icon={<Activity aria-hidden />}
      title="No monitors yet"
      action={
        <Link to="/projects" className={buttonClass({ variant: 'primary' })}>
          Go to projects
        </Link>
      }
    >
      Run test suites on a schedule and get alerts when they fail. Open the menu of a test suite and
      choose Monitoring schedule.
    </EmptyState>
  );
}

function MonitorRow({ monitor }: { monitor: Monitor }) {
  const { suiteId, suiteName, projectName, slots, schedule, incident } = monitor;
  const next = nextText(monitor);
  return (
    <TableRow>
      <TableCell>
        <MonitorState monitor={monitor} />
      </TableCell>
      <TableCell className="w-full max-w-0 min-w-32">
        <Link
          to="/history/monitors/$suiteId"
          params={{ suiteId }}
          dir="auto"
          className="block truncate text-left font-medium text-ink hover:underline"
        >
          {suiteName}
        </Link>
        <span className="block truncate text-ink-muted text-xs">{projectName}</span>
        {incident && <Failing incident={incident} suiteName={suiteName} />}
        <span className="tabular block text-ink-muted text-xs @xl:hidden">
          {!monitor.pausedUntil && !monitor.stopped && 'Next run '}
          {next}
        </span>
      </TableCell>
      <TableCell className="hidden @3xl:table-cell">
        <SlotStrip slots={slots} />
      </TableCell>
      <TableCell className="hidden max-w-56 truncate text-ink-muted @4xl:table-cell">
        {schedule}
      </TableCell>
      <TableCell className="tabular hidden whitespace-nowrap text-ink-muted @xl:table-cell">
        {next}
      </TableCell>
      <TableCell>
        <MonitorMenu monitor={monitor} />
      </TableCell>
    </TableRow>
  );
}

interface FailingProps {
  incident: NonNullable<Monitor['incident']>;
  suiteName: string;
}

/** Shows how long a monitor has been failing, whether the incident was acknowledged or snoozed, and a failed run. */
function Failing({ incident, suiteName }: FailingProps) {
  const { failingSince, runId, isAcknowledged, snoozedUntil } = incident;
  return (
    <span className="flex flex-wrap gap-x-2 text-xs">
      <span className="text-failed tabular">Failing since {formatDateTime(failingSince)}</span>
      {isAcknowledged && <span className="text-ink-muted">Acknowledged</span>}
      {snoozedUntil && (
        <span className="text-ink-muted tabular">Muted until {formatDateTime(snoozedUntil)}</span>
      )}
      {runId && (
        <Link
          to="/history/testruns/$runId"
          params={{ runId }}
          aria-label={`Open failing run of ${suiteName}`}
          className="text-accent-ink hover:underline"
        >
          Open failing run
        </Link>
      )}
    </span>
  );
}

function nextText({ nextAt, pausedUntil, stopped }: Monitor): string {
  if (pausedUntil) return `Paused until ${formatDateTime(pausedUntil)}`;
  if (stopped) return stopped.since ? `Stopped since ${formatDateTime(stopped.since)}` : 'Stopped';
  return nextAt ? formatDateTime(nextAt) : '–';
}

function MonitorState({ monitor }: { monitor: Monitor }) {
  const { pausedUntil, stopped, alertSince, slots } = monitor;
  if (pausedUntil) return <Badge icon={<Pause aria-hidden />}>Paused</Badge>;
  if (stopped) return <StoppedBadge stopped={stopped} />;
  if (alertSince) return <Badge tone="failed">Failing</Badge>;
  if (slots[0] && wasLeftOut(slots[0])) return <Badge tone="error">Not run</Badge>;
  const last = slots.find(({ result }) => result === 'passed' || result === 'failed');
  if (!last) return <Badge>{slots[0]?.outcome === 'skipped' ? 'Skipped' : 'Waiting'}</Badge>;
  return last.result === 'passed' ? (
    <Badge tone="passed">Passing</Badge>
  ) : (
    <Badge tone="error">Last run failed</Badge>
  );
}

function StoppedBadge({ stopped: { message, hint } }: { stopped: MonitorStop }) {
  return (
    <span title={`${message} ${hint}`}>
      <Badge tone="error" icon={<CircleOff aria-hidden />}>
        Stopped
      </Badge>
    </span>
  );
}
