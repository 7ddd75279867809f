import type { RunSummary } from '@parley/contract';
import {
  costOfRun,
  counted,
  metricFigures,
  metricInWords,
  repeatInWords,
  runCostInWords,
  shownStatus,
} from '@parley/suite';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useMemo } from 'react';
import { formatDateTime, formatDuration } from '#/lib/format-time.ts';
import { Progress } from '#/ui/progress.tsx';
import { StatusBadge } from '#/ui/status-badge.tsx';
import { useNow } from '#/ui/use-now.ts';
import { OverriddenBadge } from './override-trail.tsx';
import { QueuedNote } from './queued-note.tsx';
import { RunActions } from './run-actions.tsx';
import { hasEnded, type RunLog } from './run-log.ts';
import { RunNumber } from './run-name.tsx';
import { countsInWords, progressOf } from './run-progress.ts';
import { triggerLabel } from './trigger-label.ts';

interface RunHeaderProps {
  run: RunSummary;
  log: RunLog | undefined;
  /** Re-evaluates the run with the current suite. */
  onReevaluate: () => void;
}

export function RunHeader({ run, log, onReevaluate }: RunHeaderProps) {
  const isGoing = !hasEnded(run);
  const now = useNow(isGoing, 250);
  const { status, counts, done, durationMs } = progressOf(run, log, now);
  return (
    <header className="flex flex-col gap-3">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0 flex-1 basis-64">
          <p className="text-ink-muted text-xs">Test Run</p>
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <h1 className="min-w-0 break-words font-semibold text-ink text-xl">
              {run.suiteName}
              <RunNumber number={run.number} />
            </h1>
            <StatusBadge status={shownStatus(status, counts)} />
            {run.overriddenAt && <OverriddenBadge />}
          </div>
          <p role="status" className="mt-1 text-ink-muted text-sm">
            {status === 'queued' ? <QueuedNote run={run} /> : countsInWords(counts, !isGoing)}
          </p>
        </div>
        <RunActions run={run} tests={log?.result.tests} onReevaluate={onReevaluate} />
      </div>
      {isGoing && (
        <Progress
          label="Progress of the run"
          tone="running"
          value={counts.total === 0 ? null : done / counts.total}
          valueText={`${done} of ${counted(counts.total, 'test')}`}
        />
      )}
      <RunFacts run={run} log={log} counts={counts} durationMs={durationMs} />
    </header>
  );
}

interface RunFactsProps
  extends Pick<RunHeaderProps, 'run' | 'log'>,
    Pick<ReturnType<typeof progressOf>, 'counts' | 'durationMs'> {}

function RunFacts({ run, log, counts, durationMs }: RunFactsProps) {
  const metrics = useMemo(() => log && metricFigures(log.result.tests), [log]);
  const cost = useMemo(() => log && costOfRun(log.result), [log]);
  return (
    <dl className="flex flex-wrap gap-x-5 gap-y-1 text-sm">
      <Fact name="Duration">{durationMs === undefined ? '–' : formatDuration(durationMs)}</Fact>
      <Fact name="Started">
        <time dateTime={run.createdAt}>{formatDateTime(run.createdAt)}</time>
      </Fact>
      <Fact name="Trigger">
        {run.startedBy
          ? `${triggerLabel(run.trigger)}, ${run.startedBy}`
          : triggerLabel(run.trigger)}
      </Fact>
      <Fact name="Project">
        {run.projectId ? (
          <Link
            to="/projects/$projectId"
            params={{ projectId: run.projectId }}
            className="rounded-sm text-accent-ink hover:underline"
          >
            {run.projectName}
          </Link>
        ) : (
          run.projectName
        )}
      </Fact>
      {run.label && <Fact name="Label">{run.label}</Fact>}
      {run.environment && <Fact name="Environment">{environmentInWords(run)}</Fact>}
      {run.repeat && <Fact name="Tries">{repeatInWords(run.repeat)}</Fact>}
      {run.device && (
        <Fact name="Speaks as">
          {run.device.id ? (
            <Link
              to="/devices/$deviceId"
              params={{ deviceId: run.device.id }}
              className="rounded-sm text-accent-ink hover:underline"
            >
              {run.device.name}
            </Link>
          ) : (
            run.device.name
          )}
        </Fact>
      )}
      <Fact name="Tests">
        {counts.passed} of {counts.total} passed
      </Fact>
      {metrics?.map((metric) => (
        <Fact key={metric.name} name={`Metric ${metric.name}`}>
          {metricInWords(metric)}
        </Fact>
      ))}
      {cost && <Fact name="Cost of models">{runCostInWords(cost)}</Fact>}
    </dl>
  );
}

const environmentInWords = ({ environment, environmentVersion }: RunSummary) =>
  environmentVersion === null ? environment : `${environment} (version ${environmentVersion})`;

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex min-w-0 gap-1.5">
      <dt className="shrink-0 text-ink-muted">{name}</dt>
      <dd className="min-w-0 break-words text-ink tabular">{children}</dd>
    </div>
  );
}
