import type { RunSummary } from '@parley/contract';
import { readCounts, shownStatus } from '@parley/suite';
import { useInfiniteQuery } from '@tanstack/react-query';
import { hasEnded } from '#/features/runs/run-log.ts';
import { runsQuery } from '#/features/runs/runs.queries.ts';
import { formatDateTime } from '#/lib/format-time.ts';
import { useScope } from '#/lib/session/scope.ts';
import { Select } from '#/ui/select.tsx';
import { statusWord } from '#/ui/status-badge.tsx';

interface BasePickerProps {
  base: RunSummary;
  /** The run that is compared with the base. */
  other: RunSummary;
  onChange: (runId: string) => void;
}

/** Selects the run to compare with, among the latest earlier runs of the same suite. */
export function BasePicker({ base, other, onChange }: BasePickerProps) {
  const suiteId = other.suiteId ?? undefined;
  const { data } = useInfiniteQuery({
    ...runsQuery(useScope(), { suiteId }),
    enabled: suiteId !== undefined,
  });
  const earlier = (data?.pages ?? [])
    .flatMap(({ items }) => items)
    .filter((run) => hasEnded(run) && run.createdAt < other.createdAt && run.id !== base.id);
  const offered = [base, ...earlier].toSorted((a, b) => b.createdAt.localeCompare(a.createdAt));
  if (offered.length < 2) return null;
  return (
    <Select
      label="Compare with"
      className="w-full sm:w-80"
      value={base.id}
      onChange={onChange}
      options={offered.map((run) => ({
        value: run.id,
        label: [
          run.number !== null && `#${run.number}`,
          formatDateTime(run.createdAt),
          statusWord(shownStatus(run.status, readCounts(run.counts))),
          run.label,
          run.environment,
        ]
          .filter(Boolean)
          .join(' · '),
      }))}
    />
  );
}
