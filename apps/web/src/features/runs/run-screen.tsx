import { roleAllows } from '@parley/contract';
import { readCounts } from '@parley/suite';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { AcceptedWording } from '#/features/suites/accept-wording.ts';
import { isUnknown } from '#/lib/api.ts';
import { useMyRole } from '#/lib/session/my-role.ts';
import { useScope } from '#/lib/session/scope.ts';
import { RetryAlert } from '#/ui/retry-alert.tsx';
import { Skeleton } from '#/ui/skeleton.tsx';
import { UnknownPage } from '#/ui/unknown-page.tsx';
import { AcceptWordingDialog } from './accept-wording-dialog.tsx';
import { EnvironmentCard } from './environment-card.tsx';
import { OverrideDialog, type VerdictPlace } from './override-dialog.tsx';
import { RecentChanges } from './recent-changes.tsx';
import { ReevaluationNote } from './reevaluation-note.tsx';
import { RunBanner } from './run-banner.tsx';
import { RunHeader } from './run-header.tsx';
import { hasEnded } from './run-log.ts';
import { RunPanes, type RunPlace } from './run-panes.tsx';
import { runQuery } from './runs.queries.ts';
import { sharedFailure } from './shared-failure.ts';
import { useNewFailures } from './use-new-failures.ts';
import { useReevaluation } from './use-reevaluation.ts';
import { useRunLog } from './use-run-log.ts';
import { useRunNews } from './use-run-news.ts';
import { useStoredEnvironment } from './use-stored-environment.ts';

interface RunScreenProps {
  runId: string;
  place: RunPlace;
  onPlaceChange: (place: RunPlace) => void;
}

/** A run with its messages, replies and verdicts, updated live while it is active. */
export function RunScreen({ runId, place, onPlaceChange }: RunScreenProps) {
  const scope = useScope();
  const { data: run, error, refetch } = useQuery(runQuery(scope, runId));
  const log = useRunLog(runId);
  useRunNews();
  const role = useMyRole();
  const [judging, setJudging] = useState<VerdictPlace>();
  const [accepting, setAccepting] = useState<AcceptedWording>();
  const again = useReevaluation(runId);
  const isOver = run !== undefined && hasEnded(run);
  const environment = useStoredEnvironment(run);
  const newFailures = useNewFailures(runId, log.data?.result.tests, isOver);
  if (run) {
    const tests = again.answer?.tests ?? log.data?.result.tests;
    const shared = tests && sharedFailure(tests);
    return (
      <div data-wide className="flex flex-col gap-4">
        <RunHeader run={run} log={log.data} onReevaluate={() => void again.start()} />
        {again.answer ? (
          <ReevaluationNote
            result={again.answer}
            before={readCounts(run.counts)}
            tests={log.data?.result.tests ?? []}
            isJudging={again.isPending}
            onRepeat={() => void again.start()}
            onClose={again.reset}
          />
        ) : (
          <RunBanner
            failure={log.data?.result.failure}
            shared={shared}
            leftOutByOnly={readCounts(run.counts).leftOutByOnly}
            slowed={log.data?.result.slowed}
          />
        )}
        {run.suiteId && <RecentChanges suiteId={run.suiteId} />}
        {log.error && !log.data ? (
          <LoadFailure error={log.error} onRetry={() => void log.refetch()} />
        ) : (
          <RunPanes
            key={again.answer ? 're-evaluated' : 'run'}
            runId={runId}
            suiteName={run.suiteName}
            tests={tests}
            isOver={isOver}
            isAsRun={!again.answer}
            isShared={shared !== undefined}
            newFailures={again.answer ? none : newFailures}
            onAccept={run.suiteId ? setAccepting : undefined}
            onOverride={
              isOver && !again.answer && role && roleAllows(role, 'runs.override')
                ? setJudging
                : undefined
            }
            place={place}
            onPlaceChange={onPlaceChange}
          />
        )}
        <EnvironmentCard runId={runId} />
        {accepting && run.suiteId && (
          <AcceptWordingDialog
            suiteId={run.suiteId}
            accepted={accepting}
            ofDevice={run.device?.variables}
            environment={environment}
            onClose={() => setAccepting(undefined)}
          />
        )}
        {judging && (
          <OverrideDialog runId={runId} place={judging} onClose={() => setJudging(undefined)} />
        )}
      </div>
    );
  }
  if (isUnknown(error)) return <UnknownPage what="run" to="/history" place="history" />;
  if (error) return <LoadFailure error={error} onRetry={() => void refetch()} />;
  return <LoadingRun />;
}

function LoadingRun() {
  return (
    <div role="status" aria-label="Loading the run" className="flex flex-col gap-5">
      <Skeleton className="h-20" />
      <Skeleton className="h-64 rounded-lg" />
    </div>
  );
}

const none: ReadonlySet<number> = new Set();

function LoadFailure({ error, onRetry }: { error: Error; onRetry: () => void }) {
  return <RetryAlert what="the run" error={error} onRetry={onRetry} />;
}
