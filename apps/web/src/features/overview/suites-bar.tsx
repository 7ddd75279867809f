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

/** Actions for the selected suites, their progress and their failures. */
export function SuitesBar({ suites, selection, actions }: SuitesBarProps) {
  const role = useMyRole();
  const [asked, setAsked] = useState<Asked | null>(null);
  const mayRun = role !== undefined && roleAllows(role, 'runs.start');
  const mayWrite = role !== undefined && roleAllows(role, 'suites.write');
  const isBusy = actions.progress !== null;
  const isInert = isBusy || suites.length === 0;
  const work = useSuitesWork(suites, actions);

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
            <MonitoringMenu work={work} isBusy={isBusy} isInert={isInert} onAsk={setAsked} />
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
      <Working actions={actions} />
      <Question asked={asked} suites={suites} work={work} onClose={() => setAsked(null)} />
    </section>
  );
}

/** Starts the actions on the selected suites. */
function useSuitesWork(suites: SuiteStanding[], actions: SuitesActions) {
  const scope = useScope();
  const monitored = suites.filter(({ monitor }) => monitor !== null);
  const others = suites.filter(({ monitor }) => monitor === null);
  const start = (of: readonly SuiteStanding[], action: SuitesAction) =>
    void actions.start(of, action);

  const run = () =>
    start(suites, {
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
    start(
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
    start(isMonitoring ? others : monitored, {
      doing: isMonitoring ? 'Turning on' : 'Turning off',
      done: (count) =>
        `Monitoring turned ${isMonitoring ? 'on' : 'off'} for ${countOf(count, 'suite')}`,
      failed: 'could not be changed',
      act: ({ suiteId }) => setMonitoring(scope, suiteId, { isMonitoring }),
      explain: (error) => messageOr(error, 'Failed to change monitoring of test suite'),
    });
  const pause = (hours: number | null) =>
    start(monitored, {
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

  return { monitored, others, run, move, monitor, pause };
}

type SuitesWork = ReturnType<typeof useSuitesWork>;

interface MonitoringMenuProps {
  work: SuitesWork;
  isBusy: boolean;
  /** True if nothing is selected or an action is running. */
  isInert: boolean;
  onAsk: (what: Asked) => void;
}

function MonitoringMenu({ work, isBusy, isInert, onAsk }: MonitoringMenuProps) {
  const allowsMonitoring = catalogue.planAllowsMonitoring(
    useOrgStore((state) => state.currentOrganization?.subscription?.planId),
  );
  return (
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
        isDisabled={isBusy || work.others.length === 0 || !allowsMonitoring}
        note={allowsMonitoring ? undefined : 'Not part of your plan'}
        onSelect={() => onAsk('on')}
      >
        Turn on
      </MenuItem>
      <MenuItem isDisabled={isBusy || work.monitored.length === 0} onSelect={() => onAsk('off')}>
        Turn off
      </MenuItem>
      <MenuSeparator />
      {pauses.map(({ label, hours }) => (
        <MenuItem
          key={label}
          isDisabled={isBusy || work.monitored.length === 0}
          onSelect={() => work.pause(hours)}
        >
          {label}
        </MenuItem>
      ))}
      <MenuItem
        isDisabled={isBusy || work.monitored.length === 0}
        onSelect={() => work.pause(null)}
      >
        Resume
      </MenuItem>
    </Menu>
  );
}

/** Progress and failures of an action. */
function Working({ actions }: { actions: SuitesActions }) {
  const { progress, outcome, dismiss } = actions;
  return (
    <>
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
    </>
  );
}

interface QuestionProps {
  asked: Asked | null;
  suites: SuiteStanding[];
  work: SuitesWork;
  onClose: () => void;
}

/** Asks for confirmation of an action, or for its input. */
function Question({ asked, suites, work, onClose }: QuestionProps) {
  const testCount = suites.reduce((sum, suite) => sum + suite.testCount, 0);
  const done = (act: () => void) => {
    onClose();
    act();
  };
  return (
    <>
      <ConfirmDialog
        isOpen={asked === 'run'}
        onOpenChange={onClose}
        title={`Run ${countOf(suites.length, 'test suite')}?`}
        confirmLabel="Run"
        onConfirm={() => done(work.run)}
      >
        {`This runs ${countOf(testCount, 'test')} against their bots and counts toward your quota.`}
      </ConfirmDialog>
      <ConfirmDialog
        isOpen={asked === 'on'}
        onOpenChange={onClose}
        title={`Monitor ${countOf(work.others.length, 'test suite')}?`}
        confirmLabel="Turn on"
        onConfirm={() => done(() => work.monitor(true))}
      >
        Each runs every hour or on its own schedule, and counts toward your quota.
      </ConfirmDialog>
      <ConfirmDialog
        isOpen={asked === 'off'}
        onOpenChange={onClose}
        title={`Stop monitoring ${countOf(work.monitored.length, 'test suite')}?`}
        confirmLabel="Turn off"
        onConfirm={() => done(() => work.monitor(false))}
      >
        They no longer run on a schedule or send alerts. Their schedules are kept.
      </ConfirmDialog>
      {asked === 'move' && (
        <MoveSuitesDialog
          suites={suites}
          onMove={(id, name) => done(() => work.move(id, name))}
          onClose={onClose}
        />
      )}
    </>
  );
}
