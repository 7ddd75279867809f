import { catalogue, roleAllows, type SuiteStanding } from '@parley/contract';
import { Activity, FolderInput, Play } from 'lucide-react';
import { useState } from 'react';
import { pauseMonitor } from '#/features/monitoring/monitoring.queries.ts';
import { explainRefusal } from '#/features/runs/explain-refusal.ts';
import { startRun } from '#/features/runs/runs.queries.ts';
import { moveSuite, setMonitoring } from '#/features/suites/suites.queries.ts';
import { countOf } from '#/lib/format-number.ts';
import { messageOr } from '#/lib/message-or.ts';
import { useMyRole } from '#/lib/session/my-role.ts';
import { useOrgStore } from '#/lib/session/org-store.ts';
import { useScope } from '#/lib/session/scope.ts';
import { Alert } from '#/ui/alert.tsx';
import { Button } from '#/ui/button.tsx';
import { ConfirmDialog } from '#/ui/confirm-dialog.tsx';
import { Menu, MenuItem, MenuSeparator } from '#/ui/menu.tsx';
import { Progress } from '#/ui/progress.tsx';
import { MoveSuitesDialog } from './move-suites-dialog.tsx';
import { type SuitesSelection, selectAllId } from './select-suite.tsx';
import type { SuitesAction, SuitesActions } from './use-suites-action.ts';

interface SuitesBarProps {
  suites: SuiteStanding[];
  selection: SuitesSelection;
  actions: SuitesActions;
}

type Asked = 'run' | 'move' | 'on' | 'off';

const pauses = [
  { label: 'Pause for an hour', hours: 1 },
  { label: 'Pause for a day', hours: 24 },
  { label: 'Pause for a week', hours: 168 },
];

/** What can be done with the selected suites, how far it is, and what failed. */
export function SuitesBar({ suites, selection, actions }: SuitesBarProps) {
  const scope = useScope();
  const role = useMyRole();
  const [asked, setAsked] = useState<Asked | null>(null);
  const { progress, outcome, dismiss, start } = actions;
  const allowsMonitoring = catalogue.planAllowsMonitoring(
    useOrgStore((state) => state.currentOrganization?.subscription?.planId),
  );
  const mayRun = role !== undefined && roleAllows(role, 'runs.start');
  const mayWrite = role !== undefined && roleAllows(role, 'suites.write');
  const isBusy = progress !== null;
  const isInert = isBusy || suites.length === 0;
  const monitored = suites.filter(({ monitor }) => monitor !== null);
  const others = suites.filter(({ monitor }) => monitor === null);
  const testCount = suites.reduce((sum, suite) => sum + suite.testCount, 0);
  const close = () => setAsked(null);
  const begin = (of: readonly SuiteStanding[], action: SuitesAction) => {
    close();
    void start(of, action);
  };

  const run = () =>
    begin(suites, {
      doing: 'Starting',
      done: (count) => `${countOf(count, 'run')} started`,
      failed: 'could not be started',
      act: ({ suiteId }) => startRun(scope, suiteId),
      explain: (error) => {
        const { title, description } = explainRefusal(error);
        return description ? `${title} ${description}` : title;
      },
    });
  const move = (projectId: string, projectName: string) =>
    begin(
      suites.filter((suite) => suite.projectId !== projectId),
      {
        doing: 'Moving',
        done: (count) => `${countOf(count, 'suite')} moved to ${projectName}`,
        failed: 'could not be moved',
        act: ({ suiteId }) => moveSuite(scope, suiteId, projectId),
        explain: (error) => messageOr(error, 'Failed to move test suite'),
        undo: ({ suiteId, projectId: before }) => moveSuite(scope, suiteId, before),
      },
    );
  const monitor = (isMonitoring: boolean) =>
    begin(isMonitoring ? others : monitored, {
      doing: isMonitoring ? 'Turning on' : 'Turning off',
      done: (count) =>
        `Monitoring turned ${isMonitoring ? 'on' : 'off'} for ${countOf(count, 'suite')}`,
      failed: 'could not be changed',
      act: ({ suiteId }) => setMonitoring(scope, suiteId, { isMonitoring }),
      explain: (error) => messageOr(error, 'Failed to change monitoring of test suite'),
    });
  const pause = (hours: number | null) =>
    begin(monitored, {
      doing: hours === null ? 'Resuming' : 'Pausing',
      done: (count) => `${countOf(count, 'monitor')} ${hours === null ? 'resumed' : 'paused'}`,
      failed: 'could not be changed',
      act: ({ suiteId }) =>
        pauseMonitor(
          scope,
          suiteId,
          hours === null ? null : new Date(Date.now() + hours * 3_600_000).toISOString(),
        ),
      explain: (error) => messageOr(error, 'Failed to pause the monitor'),
    });

  return (
    <section
      aria-label="Selected suites"
      className="sticky top-14 z-10 flex flex-col gap-3 rounded-lg bg-raised px-4 py-3 shadow-popup ring-1 ring-line"
    >
      <div className="flex flex-wrap items-center gap-2">
        <p role="status" className="mr-auto font-medium text-ink text-sm">
          {countOf(suites.length, 'suite')} selected
        </p>
        {mayRun && (
          <Button
            size="sm"
            aria-disabled={isInert}
            icon={<Play className="size-4" aria-hidden />}
            onClick={() => setAsked('run')}
          >
            Run
          </Button>
        )}
        {mayWrite && (
          <>
            <Button
              size="sm"
              aria-disabled={isInert}
              icon={<FolderInput className="size-4" aria-hidden />}
              onClick={() => setAsked('move')}
            >
              Move to project
            </Button>
            <Menu
              align="end"
              trigger={
                <Button
                  size="sm"
                  aria-disabled={isInert}
                  icon={<Activity className="size-4" aria-hidden />}
                >
                  Monitoring
                </Button>
              }
            >
              <MenuItem
                isDisabled={isBusy || others.length === 0 || !allowsMonitoring}
                note={allowsMonitoring ? undefined : 'Not part of your plan'}
                onSelect={() => setAsked('on')}
              >
                Turn on
              </MenuItem>
              <MenuItem
                isDisabled={isBusy || monitored.length === 0}
                onSelect={() => setAsked('off')}
              >
                Turn off
              </MenuItem>
              <MenuSeparator />
              {pauses.map(({ label, hours }) => (
                <MenuItem
                  key={label}
                  isDisabled={isBusy || monitored.length === 0}
                  onSelect={() => pause(hours)}
                >
                  {label}
                </MenuItem>
              ))}
              <MenuItem isDisabled={isBusy || monitored.length === 0} onSelect={() => pause(null)}>
                Resume
              </MenuItem>
            </Menu>
          </>
        )}
        <Button
          size="sm"
          variant="ghost"
          aria-disabled={isBusy}
          onClick={() => {
            selection.setAll(false);
            document.getElementById(selectAllId)?.focus();
          }}
        >
          Clear selection
        </Button>
      </div>
      {progress && (
        <div className="flex items-center gap-3 text-ink-muted text-sm">
          <span className="shrink-0">
            {progress.doing} {progress.done} of {progress.total}
          </span>
          <Progress
            label={progress.doing}
            value={progress.done / progress.total}
            valueText={`${progress.done} of ${progress.total}`}
          />
        </div>
      )}
      {outcome && (
        <Alert
          tone="warning"
          title={outcome.title}
          className="max-h-60 overflow-y-auto"
          actions={
            <Button size="sm" onClick={dismiss}>
              Dismiss
            </Button>
          }
        >
          <ul>
            {outcome.failed.map(({ suite, reason }) => (
              <li key={suite.suiteId} className="break-words">
                {suite.suiteName}: {reason}
              </li>
            ))}
          </ul>
        </Alert>
      )}
      <ConfirmDialog
        isOpen={asked === 'run'}
        onOpenChange={close}
        title={`Run ${countOf(suites.length, 'test suite')}?`}
        confirmLabel="Run"
        onConfirm={run}
      >
        {`This runs ${countOf(testCount, 'test')} against their bots and counts toward your quota.`}
      </ConfirmDialog>
      <ConfirmDialog
        isOpen={asked === 'on'}
        onOpenChange={close}
        title={`Monitor ${countOf(others.length, 'test suite')}?`}
        confirmLabel="Turn on"
        onConfirm={() => monitor(true)}
      >
        Each runs every hour or on its own schedule, and counts toward your quota.
      </ConfirmDialog>
      <ConfirmDialog
        isOpen={asked === 'off'}
        onOpenChange={close}
        title={`Stop monitoring ${countOf(monitored.length, 'test suite')}?`}
        confirmLabel="Turn off"
        onConfirm={() => monitor(false)}
      >
        They no longer run on a schedule or send alerts. Their schedules are kept.
      </ConfirmDialog>
      {asked === 'move' && <MoveSuitesDialog suites={suites} onMove={move} onClose={close} />}
    </section>
  );
}
