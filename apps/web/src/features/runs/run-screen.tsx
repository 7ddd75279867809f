import { roleAllows } from '@parley/contract';
import { type RunCounts, readCounts } from '@parley/suite';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { isUnknown } from '#/lib/api.ts';
import { useMyRole } from '#/lib/session/my-role.ts';
import { useScope } from '#/lib/session/scope.ts';
import { Alert } from '#/ui/alert.tsx';
import { RetryAlert } from '#/ui/retry-alert.tsx';
import { Skeleton } from '#/ui/skeleton.tsx';
import { UnknownPage } from '#/ui/unknown-page.tsx';
import { EnvironmentCard } from './environment-card.tsx';
import { FailureNote } from './failure-note.tsx';
import { JudgedAgain } from './judged-again.tsx';
import { OverrideDialog, type VerdictPlace } from './override-dialog.tsx';
import { RunHeader } from './run-header.tsx';
import { hasEnded } from './run-log.ts';
import type { OutcomeFilter } from './run-outcomes.ts';
import { RunTests } from './run-tests.tsx';
import { runQuery } from './runs.queries.ts';
import { SlowedNote } from './slowed-note.tsx';
import { useAcceptWording } from './use-accept-wording.ts';
import { useJudgeAgain } from './use-judge-again.ts';
import { useRunLog } from './use-run-log.ts';
import { useRunNews } from './use-run-news.ts';

interface RunScreenProps {
  runId: string;
  outcome: OutcomeFilter;
  onOutcomeChange: (outcome: OutcomeFilter) => void;
}

/** One run: messages, replies and verdicts; live while it is active. */
export function RunScreen({ runId, outcome, onOutcomeChange }: RunScreenProps) {
  const scope = useScope();
  const { data: run, error, refetch } = useQuery(runQuery(scope, runId));
  const log = useRunLog(runId);
  useRunNews();
  const role = useMyRole();
  const [judging, setJudging] = useState<VerdictPlace>();
  const accept = useAcceptWording(run?.suiteId ?? '', run?.device?.variables);
  const again = useJudgeAgain(runId);
  if (run) {
    return (
      <div className="flex flex-col gap-5">
        <RunHeader
          run={run}
          log={log.data}
          isJudging={again.isPending}
          onJudgeAgain={() => void again.start()}
        />
        {again.answer && (
          <JudgedAgain
            result={again.answer}
            before={readCounts(run.counts)}
            tests={log.data?.result.tests ?? []}
            isJudging={again.isPending}
            onRepeat={() => void again.start()}
            onClose={again.reset}
          />
        )}
        {log.data?.result.failure && (
          <Alert
            tone="danger"
            title={
              log.data.result.failure.code === 'nothing-tested'
                ? 'This run proves nothing'
                : 'The run could not be completed'
            }
          >
            <FailureNote failure={log.data.result.failure} />
          </Alert>
        )}
        <LeftOutNote {...readCounts(run.counts)} />
        <SlowedNote slowed={log.data?.result.slowed} />
        {log.error && !log.data ? (
          <LoadFailure error={log.error} onRetry={() => void log.refetch()} />
        ) : (
          <RunTests
            runId={runId}
            tests={again.answer?.tests ?? log.data?.result.tests}
            isOver={hasEnded(run)}
            onAccept={run.suiteId ? (accepted) => void accept.start(accepted) : undefined}
            onOverride={
              hasEnded(run) && !again.answer && role && roleAllows(role, 'runs.override')
                ? setJudging
                : undefined
            }
            outcome={outcome}
            onOutcomeChange={onOutcomeChange}
          />
        )}
        <EnvironmentCard runId={runId} />
        {judging && (
          <OverrideDialog runId={runId} place={judging} onClose={() => setJudging(undefined)} />
        )}
      </div>
    );
  }
  if (isUnknown(error)) return <UnknownPage what="run" to="/history" place="history" />;
  if (error) return <LoadFailure error={error} onRetry={() => void refetch()} />;
  return (
    <div role="status" aria-label="Loading the run" className="flex flex-col gap-5">
      <Skeleton className="h-20" />
      <Skeleton className="h-64 rounded-lg" />
    </div>
  );
}

/** A forgotten `only` leaves a run green that tested next to nothing. */
function LeftOutNote({ leftOutByOnly = 0 }: Pick<RunCounts, 'leftOutByOnly'>) {
  if (leftOutByOnly === 0) return null;
  const tests = leftOutByOnly === 1 ? '1 test' : `${leftOutByOnly} tests`;
  return (
    <Alert tone="warning" title={`${tests} did not run because another test is marked only`}>
      <p>Remove “only” in the test suite to run all of them.</p>
    </Alert>
  );
}

function LoadFailure({ error, onRetry }: { error: Error; onRetry: () => void }) {
  return <RetryAlert what="the run" error={error} onRetry={onRetry} />;
}
