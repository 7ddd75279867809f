import type { Monitor, MonitorStop } from '@parley/contract';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Activity, CalendarClock, CircleOff, MoreHorizontal, Pause, Play } from 'lucide-react';
import { useState } from 'react';
import { countOf } from '#/lib/format-number.ts';
import { formatDateTime } from '#/lib/format-time.ts';
import { messageOr } from '#/lib/message-or.ts';
import { type OrganizationScope, useScope } from '#/lib/session/scope.ts';
import { Badge } from '#/ui/badge.tsx';
import { buttonClass } from '#/ui/button.tsx';
import { Card } from '#/ui/card.tsx';
import { EmptyState } from '#/ui/empty-state.tsx';
import { IconButton } from '#/ui/icon-button.tsx';
import { ListEnd } from '#/ui/list-end.tsx';
import { ListFrame } from '#/ui/list-frame.tsx';
import { Menu, MenuItem } from '#/ui/menu.tsx';
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '#/ui/table.tsx';
import { toast } from '#/ui/toast.ts';
import { monitorsQuery, pauseMonitor } from './monitoring.queries.ts';
import { PauseDialog } from './pause-dialog.tsx';
import { SlotStrip, wasLeftOut } from './slot-strip.tsx';

/** Every monitored suite: how it does, and when it runs next. */
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
  const { suiteId, suiteName, projectName, slots, schedule } = monitor;
  const next = nextText(monitor);
  const details = monitor.alertSince ? 'Show incident' : 'Details';
  return (
    <TableRow>
      <TableCell>
        <MonitorState monitor={monitor} />
      </TableCell>
      <TableCell className="w-full max-w-0 min-w-32">
        <Link
          to="/test-suite/$testSuiteId"
          params={{ testSuiteId: suiteId }}
          dir="auto"
          className="block truncate text-left font-medium text-ink hover:underline"
        >
          {suiteName}
        </Link>
        <span className="block truncate text-ink-muted text-xs">{projectName}</span>
        <Link
          to="/history/monitors/$suiteId"
          params={{ suiteId }}
          aria-label={`${details} of ${suiteName}`}
          className="block w-fit text-accent-ink text-xs hover:underline"
        >
          {details}
        </Link>
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
        <PauseMenu monitor={monitor} />
      </TableCell>
    </TableRow>
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
    <Badge tone="error">Unsteady</Badge>
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

const pauses = [
  { label: 'Pause for an hour', hours: 1 },
  { label: 'Pause for a day', hours: 24 },
  { label: 'Pause for a week', hours: 168 },
];

function PauseMenu({ monitor }: { monitor: Monitor }) {
  const { suiteId, suiteName, pausedUntil } = monitor;
  const scope = useScope();
  const [isChoosing, setIsChoosing] = useState(false);
  return (
    <>
      <Menu
        align="end"
        trigger={
          <IconButton
            size="sm"
            label={`Actions for ${suiteName}`}
            icon={<MoreHorizontal className="size-4" aria-hidden />}
          />
        }
      >
        {pausedUntil && (
          <MenuItem icon={<Play aria-hidden />} onSelect={() => void pause(scope, suiteId, null)}>
            Resume
          </MenuItem>
        )}
        {pauses.map(({ label, hours }) => (
          <MenuItem
            key={label}
            icon={<Pause aria-hidden />}
            onSelect={() => void pause(scope, suiteId, hours)}
          >
            {label}
          </MenuItem>
        ))}
        <MenuItem icon={<CalendarClock aria-hidden />} onSelect={() => setIsChoosing(true)}>
          Pause until a date
        </MenuItem>
      </Menu>
      {isChoosing && <PauseDialog monitor={monitor} onClose={() => setIsChoosing(false)} />}
    </>
  );
}

async function pause(scope: OrganizationScope, suiteId: string, hours: number | null) {
  const until = hours && new Date(Date.now() + hours * 3_600_000).toISOString();
  try {
    await pauseMonitor(scope, suiteId, until || null);
    toast({ variant: 'success', title: until ? 'Monitor paused' : 'Monitor resumed' });
  } catch (error) {
    toast({ variant: 'destructive', title: messageOr(error, 'Failed to pause the monitor') });
  }
}
