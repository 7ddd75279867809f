import type { RunSummary } from '@parley/contract';
import { Link } from '@tanstack/react-router';
import { Pencil, Scale, Share2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { formatDateTime, formatDuration } from '#/lib/format-time.ts';
import { Button, buttonClass } from '#/ui/button.tsx';
import { Progress } from '#/ui/progress.tsx';
import { StatusBadge } from '#/ui/status-badge.tsx';
import { useNow } from '#/ui/use-now.ts';
import { CancelButton } from './cancel-button.tsx';
import { CompareWithPrevious } from './compare-with-previous.tsx';
import { OverriddenBadge } from './override-trail.tsx';
import { QueuedNote } from './queued-note.tsx';
import { RerunButtons } from './rerun-buttons.tsx';
import { hasEnded, type RunLog } from './run-log.ts';
import { countsInWords, progressOf } from './run-progress.ts';
import { ShareDialog } from './share-dialog.tsx';
import { triggerLabel } from './trigger-label.ts';

interface RunHeaderProps {
  run: RunSummary;
  log: RunLog | undefined;
  isJudging: boolean;
  /** Re-evaluates the run with the current suite. */
  onJudgeAgain: () => void;
}

export function RunHeader({ run, log, isJudging, onJudgeAgain }: RunHeaderProps) {
  const isGoing = !hasEnded(run);
  const now = useNow(isGoing, 250);
  const [isSharing, setIsSharing] = useState(false);
  const { status, counts, done, durationMs } = progressOf(run, log, now);
  return (
    <header className="flex flex-col gap-4">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0 flex-1 basis-64">
          <p className="text-ink-muted text-xs">Test Run</p>
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <h1 className="min-w-0 break-words font-semibold text-ink text-xl">{run.suiteName}</h1>
            <StatusBadge status={status} />
            {run.overriddenAt && <OverriddenBadge />}
          </div>
          <p role="status" className="mt-1 text-ink-muted text-sm">
            {status === 'queued' ? <QueuedNote run={run} /> : countsInWords(counts, !isGoing)}
          </p>
        </div>
        <div className="flex flex-wrap items-center gap-2">
          {isGoing && <CancelButton run={run} />}
          {!isGoing && <CompareWithPrevious runId={run.id} />}
          {!isGoing && run.suiteId && (
            <Button
              icon={<Scale className="size-4" aria-hidden />}
              isLoading={isJudging}
              onClick={onJudgeAgain}
              title="Re-check this run against the current suite without contacting the bot"
            >
              Re-evaluate
            </Button>
          )}
          <Button
            icon={<Share2 className="size-4" aria-hidden />}
            onClick={() => setIsSharing(true)}
          >
            Share
          </Button>
          {run.suiteId && (
            <Link
              to="/test-suite/$testSuiteId"
              params={{ testSuiteId: run.suiteId }}
              className={buttonClass()}
            >
              <Pencil className="size-4" aria-hidden />
              Open test suite
            </Link>
          )}
          {!isGoing && run.suiteId && (
            <RerunButtons suiteId={run.suiteId} tests={log?.result.tests ?? []} />
          )}
        </div>
      </div>
      {isGoing && (
        <Progress
          label="Progress of the run"
          tone="running"
          value={counts.total === 0 ? null : done / counts.total}
          valueText={`${done} of ${counts.total} tests`}
        />
      )}
      <dl className="flex flex-wrap gap-x-8 gap-y-3 rounded-lg bg-surface px-5 py-3 shadow-card ring-1 ring-line">
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
      </dl>
      {isSharing && <ShareDialog runId={run.id} onClose={() => setIsSharing(false)} />}
    </header>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-ink-muted text-xs">{name}</dt>
      <dd className="mt-0.5 break-words text-ink text-sm tabular">{children}</dd>
    </div>
  );
}
