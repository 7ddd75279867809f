import type { SuiteEnvironment, Values } from '@parley/suite';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type AcceptedWording, planAcceptance } from '#/features/suites/accept-wording.ts';
import { type ChangedLine, changedLines } from '#/features/suites/changed-lines.ts';
import { suiteQuery } from '#/features/suites/suites.queries.ts';
import { useScope } from '#/lib/session/scope.ts';
import { Alert } from '#/ui/alert.tsx';
import { cx } from '#/ui/cx.ts';
import { FormDialog } from '#/ui/form-dialog.tsx';
import { RetryAlert } from '#/ui/retry-alert.tsx';
import { Skeleton } from '#/ui/skeleton.tsx';
import { useAcceptWording } from './use-accept-wording.ts';

interface AcceptWordingDialogProps {
  suiteId: string;
  accepted: AcceptedWording;
  /** Template values of the run's virtual device. */
  ofDevice: Values | undefined;
  /** Environment of the run. */
  environment: SuiteEnvironment | undefined;
  onClose: () => void;
}

/** Shows how accepting a wording changes the suite, before the change is saved. */
export function AcceptWordingDialog(props: AcceptWordingDialogProps) {
  const { suiteId, accepted, ofDevice, environment, onClose } = props;
  const suite = useQuery({ ...suiteQuery(useScope(), suiteId), refetchOnMount: 'always' });
  // The cached suite can be outdated, and the change is planned for one version.
  const stored = suite.isFetching ? undefined : suite.data;
  const plan = useMemo(
    () => stored && planAcceptance(stored.source, { ...accepted, ofDevice, environment }),
    [stored, accepted, ofDevice, environment],
  );
  const accept = useAcceptWording({ onDone: onClose, onFailed: () => void suite.refetch() });
  const lines = plan ? changedLines(plan.before, plan.after) : [];
  return (
    <FormDialog
      title="Accept this wording?"
      description={`Step ${accepted.step + 1} of “${accepted.test}” will also pass with this reply.`}
      widthPx={640}
      submitLabel="Accept"
      problem={accept.problem}
      isBusy={accept.isPending}
      isDirty={false}
      isBlocked={lines.length === 0}
      onSubmit={() => stored && plan && void accept.start({ suite: stored, accepted, plan })}
      onClose={onClose}
    >
      {suite.isError && !suite.isFetching ? (
        <RetryAlert
          what="the test suite"
          error={suite.error}
          onRetry={() => void suite.refetch()}
        />
      ) : !stored ? (
        <Skeleton className="h-24" />
      ) : !plan ? (
        <Alert tone="warning" title="This step has changed since the run">
          Add the wording in the test suite.
        </Alert>
      ) : lines.length === 0 ? (
        <Alert tone="info" title="The test suite already has this wording">
          “Re-evaluate” shows whether the step passes now.
        </Alert>
      ) : (
        <Lines lines={lines} />
      )}
    </FormDialog>
  );
}

const looks: Record<ChangedLine['change'], { sign: string; name: string; className: string }> = {
  added: { sign: '+', name: 'Added: ', className: 'bg-passed-soft text-ink' },
  removed: { sign: '−', name: 'Removed: ', className: 'bg-failed-soft text-ink' },
  same: { sign: ' ', name: '', className: 'text-ink-muted' },
};

function Lines({ lines }: { lines: ChangedLine[] }) {
  return (
    <ul
      aria-label="Change of the test suite"
      className="overflow-hidden rounded-md font-mono text-xs ring-1 ring-line"
    >
      {lines.map(({ change, text }, index) => {
        const { sign, name, className } = looks[change];
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines keep their place
          <li key={index} className={cx('flex gap-2 px-2 py-0.5', className)}>
            <span aria-hidden className="w-2 shrink-0 select-none">
              {sign}
            </span>
            <span className="wrap-anywhere min-w-0 whitespace-pre-wrap">
              {name && <span className="sr-only">{name}</span>}
              {text}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
