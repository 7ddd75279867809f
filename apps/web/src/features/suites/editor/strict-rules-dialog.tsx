import type { Problem } from '@parley/suite';
import { useQuery } from '@tanstack/react-query';
import { latestRunQuery, reevaluationQuery } from '#/features/runs/runs.queries.ts';
import { useScope } from '#/lib/session/scope.ts';
import { FormDialog } from '#/ui/form-dialog.tsx';
import { RetryAlert } from '#/ui/retry-alert.tsx';
import { Skeleton } from '#/ui/skeleton.tsx';
import { StatusIcon } from '#/ui/status-badge.tsx';
import { useEditor } from './editor-context.tsx';
import { newlyBad, type StrictText, strictTextOf, type TurnedTest } from './strict-rules.ts';

interface StrictRulesDialogProps {
  onUse: () => void;
  onClose: () => void;
}

/** What would turn red with the strict rules: in the text, and in the latest run. */
export function StrictRulesDialog({ onUse, onClose }: StrictRulesDialogProps) {
  const source = useEditor((state) => state.source);
  const strict = strictTextOf(source);
  return (
    <FormDialog
      title="Strict rules"
      description="What would fail if this test suite used syntax: 2. Nothing changes until you use it."
      widthPx={640}
      submitLabel="Use strict rules"
      isBusy={false}
      onSubmit={onUse}
      onClose={onClose}
    >
      <section className="flex flex-col gap-2">
        <h3 className="font-medium text-ink text-sm">In the text</h3>
        <TextProblems problems={strict.problems} />
      </section>
      <section className="flex flex-col gap-2">
        <h3 className="font-medium text-ink text-sm">In the latest run</h3>
        {strict.isRunnable ? (
          <LatestRun source={source} strict={strict} />
        ) : (
          <p className="text-ink-muted text-sm">Correct the text first to see this.</p>
        )}
      </section>
    </FormDialog>
  );
}

function TextProblems({ problems }: { problems: Problem[] }) {
  if (problems.length === 0) {
    return <p className="text-ink-muted text-sm">Nothing in the text would become an error.</p>;
  }
  return (
    <ul className="flex flex-col gap-1 text-ink text-sm">
      {problems.map(({ line, column, message }) => (
        <li key={`${line}:${column} ${message}`} className="break-words">
          Line {line}: {message}
        </li>
      ))}
    </ul>
  );
}

function LatestRun({ source, strict }: { source: string; strict: StrictText }) {
  const scope = useScope();
  const suiteId = useEditor((state) => state.stored.id);
  const latest = useQuery(latestRunQuery(scope, suiteId));
  const run = latest.data?.finishedAt ? latest.data : undefined;
  const now = useQuery({ ...reevaluationQuery(scope, run?.id ?? '', source), enabled: !!run });
  const then = useQuery({
    ...reevaluationQuery(scope, run?.id ?? '', strict.source),
    enabled: !!run,
  });
  const failed = [latest, now, then].find(({ error }) => error !== null);
  if (failed?.error) {
    return (
      <RetryAlert what="the preview" error={failed.error} onRetry={() => void failed.refetch()} />
    );
  }
  if (latest.data === null || (latest.data && !run)) {
    return (
      <p className="text-ink-muted text-sm">
        This test suite has no finished run yet. Run it once to see what would change.
      </p>
    );
  }
  if (!now.data || !then.data) return <Skeleton className="h-10" />;
  const turned = newlyBad(now.data, then.data);
  if (turned.length === 0) {
    return (
      <p className="text-ink-muted text-sm">
        All tests of the latest run would end as they do now. The bot was not contacted.
      </p>
    );
  }
  return <TurnedTests turned={turned} />;
}

function TurnedTests({ turned }: { turned: TurnedTest[] }) {
  return (
    <ul className="flex flex-col gap-2 text-sm">
      {turned.map(({ name, outcome, reason }) => (
        <li key={name} className="flex items-start gap-2">
          <StatusIcon status={outcome} className="mt-0.5" />
          <span className="min-w-0">
            <span className="block break-words font-medium text-ink">{name}</span>
            <span className="block break-words text-ink-muted">{reason}</span>
          </span>
        </li>
      ))}
    </ul>
  );
}
