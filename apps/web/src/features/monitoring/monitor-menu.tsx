import type { Monitor } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import {
  BellOff,
  BellRing,
  CalendarClock,
  CalendarCog,
  Check,
  MoreHorizontal,
  Pause,
  Pencil,
  Play,
} from 'lucide-react';
import { useState } from 'react';
import { explainRefusal } from '#/features/runs/explain-refusal.ts';
import { startRun } from '#/features/runs/runs.queries.ts';
import { suiteQuery } from '#/features/suites/suites.queries.ts';
import { formatDateTime } from '#/lib/format-time.ts';
import { useScope } from '#/lib/session/scope.ts';
import { IconButton } from '#/ui/icon-button.tsx';
import { Menu, MenuItem, MenuLink, MenuSeparator } from '#/ui/menu.tsx';
import { useChange } from '#/ui/use-change.ts';
import { changeIncident, type IncidentWish, pauseMonitor } from './monitoring.queries.ts';
import { PauseDialog } from './pause-dialog.tsx';
import { ScheduleDialog } from './schedule-part.ts';

const hourMs = 3_600_000;

const inHours = (hours: number) => new Date(Date.now() + hours * hourMs).toISOString();

const pauses = [
  { label: 'Pause for an hour', hours: 1 },
  { label: 'Pause for a day', hours: 24 },
  { label: 'Pause for a week', hours: 168 },
];

const mutes = [
  { label: 'Mute for an hour', hours: 1 },
  { label: 'Mute for a day', hours: 24 },
];

/** Menu of a monitor: its runs and schedule, its open incident, and pausing. */
export function MonitorMenu({ monitor }: { monitor: Monitor }) {
  const { suiteId, suiteName, pausedUntil, incident } = monitor;
  const scope = useScope();
  const [open, setOpen] = useState<'pause' | 'schedule'>();
  const run = useRunNow(suiteId);
  const pause = useChange({
    run: (hours: number | null) =>
      pauseMonitor(scope, suiteId, hours === null ? null : inHours(hours)),
    failure: 'Failed to pause the monitor',
    done: (_, hours) => ({ title: hours ? 'Monitor paused' : 'Monitor resumed' }),
  });
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
        <MenuItem icon={<Play aria-hidden />} onSelect={() => void run.start()}>
          Run now
        </MenuItem>
        <MenuItem icon={<CalendarCog aria-hidden />} onSelect={() => setOpen('schedule')}>
          Schedule
        </MenuItem>
        <MenuLink
          icon={<Pencil aria-hidden />}
          render={<Link to="/test-suite/$testSuiteId" params={{ testSuiteId: suiteId }} />}
        >
          Open test suite
        </MenuLink>
        {incident && <IncidentItems suiteId={suiteId} incident={incident} />}
        <MenuSeparator />
        {pausedUntil && (
          <MenuItem
            icon={<Play aria-hidden />}
            note={`Paused until ${formatDateTime(pausedUntil)}`}
            onSelect={() => void pause.start(null)}
          >
            Resume
          </MenuItem>
        )}
        {pauses.map(({ label, hours }) => (
          <MenuItem
            key={label}
            icon={<Pause aria-hidden />}
            onSelect={() => void pause.start(hours)}
          >
            {label}
          </MenuItem>
        ))}
        <MenuItem icon={<CalendarClock aria-hidden />} onSelect={() => setOpen('pause')}>
          Pause until a date
        </MenuItem>
      </Menu>
      {open === 'pause' && <PauseDialog monitor={monitor} onClose={() => setOpen(undefined)} />}
      {open === 'schedule' && <Schedule suiteId={suiteId} onClose={() => setOpen(undefined)} />}
    </>
  );
}

interface IncidentItemsProps {
  suiteId: string;
  incident: NonNullable<Monitor['incident']>;
}

/** Actions for the open incident of a monitor. */
function IncidentItems({ suiteId, incident }: IncidentItemsProps) {
  const scope = useScope();
  const change = useChange({
    run: ({ wish }: { wish: IncidentWish; title: string }) =>
      changeIncident(scope, suiteId, incident.id, wish),
    failure: 'Failed to change the incident',
    done: (_, { title }) => ({ title }),
  });
  const mute = (hours: number) =>
    void change.start({
      wish: { snooze: { until: inHours(hours), scope: 'monitor' } },
      title: 'Monitor muted',
    });
  return (
    <>
      <MenuSeparator />
      {!incident.isAcknowledged && (
        <MenuItem
          icon={<Check aria-hidden />}
          onSelect={() =>
            void change.start({
              wish: { isAcknowledged: true },
              title: 'Incident acknowledged',
            })
          }
        >
          Acknowledge
        </MenuItem>
      )}
      {incident.snoozedUntil && (
        <MenuItem
          icon={<BellRing aria-hidden />}
          note={`Muted until ${formatDateTime(incident.snoozedUntil)}`}
          onSelect={() => void change.start({ wish: { snooze: null }, title: 'Mute ended' })}
        >
          End mute
        </MenuItem>
      )}
      {mutes.map(({ label, hours }) => (
        <MenuItem key={label} icon={<BellOff aria-hidden />} onSelect={() => mute(hours)}>
          {label}
        </MenuItem>
      ))}
    </>
  );
}

/** Runs a monitored suite outside its schedule and opens the run. */
export function useRunNow(suiteId: string) {
  const scope = useScope();
  const navigate = useNavigate();
  return useChange({
    run: () => startRun(scope, suiteId),
    failure: 'Failed to start the run',
    explain: explainRefusal,
    onDone: ({ id }) => void navigate({ to: '/history/testruns/$runId', params: { runId: id } }),
  });
}

/** Loads the suite, then opens its schedule dialog. */
function Schedule({ suiteId, onClose }: { suiteId: string; onClose: () => void }) {
  const { data: suite } = useQuery(suiteQuery(useScope(), suiteId));
  return suite ? <ScheduleDialog suite={suite} onClose={onClose} /> : null;
}
