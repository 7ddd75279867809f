import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { hasEnded } from '#/features/runs/run-log.ts';
import { runName } from '#/features/runs/run-name.tsx';
import { runLogQuery, runsQuery } from '#/features/runs/runs.queries.ts';
import { formatRelative } from '#/lib/format-time.ts';
import { useScope } from '#/lib/session/scope.ts';
import { Select } from '#/ui/select.tsx';

interface RunChoiceProps {
  /** The suite whose runs can be selected; null for the runs of all suites. */
  suiteId: string | null;
  value: string | null;
  onChange: (runId: string | null) => void;
}

const none = 'none';

/** Selects a run to overlay on the map. */
export function RunChoice({ suiteId, value, onChange }: RunChoiceProps) {
  const { data } = useInfiniteQuery({
    ...runsQuery(useScope(), suiteId === null ? {} : { suiteId }),
    staleTime: 0,
  });
  const runs = data?.pages[0]?.items.filter(hasEnded).slice(0, 20) ?? [];
  if (runs.length === 0) return null;
  const now = Date.now();
  return (
    <Select
      label="Compare with a run"
      isLabelHidden
      size="sm"
      options={[
        { value: none, label: 'No comparison' },
        ...runs.map((run) => ({
          value: run.id,
          label: runName(run),
          description: `${run.status}, ${formatRelative(run.createdAt, now)}`,
        })),
      ]}
      value={value ?? none}
      onChange={(chosen) => onChange(chosen === none ? null : chosen)}
      className="w-40"
    />
  );
}

/** Result of the selected run; undefined until loaded or if none is selected. */
export function useChosenRun(runId: string | null) {
  return useQuery({ ...runLogQuery(useScope(), runId ?? ''), enabled: runId !== null }).data
    ?.result;
}
