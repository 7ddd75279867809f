import type { RunStatus } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useProjectStore } from '#/features/projects/project-store.ts';
import { suitesOfProjectQuery } from '#/features/suites/suites.queries.ts';
import { useScope } from '#/lib/session/scope.ts';
import { Button } from '#/ui/button.tsx';
import { Select } from '#/ui/select.tsx';
import type { RunFilters } from './runs.queries.ts';

const statusOptions: { value: RunStatus | 'all'; label: string }[] = [
  { value: 'all', label: 'Any result' },
  { value: 'passed', label: 'Passed' },
  { value: 'failed', label: 'Failed' },
  { value: 'error', label: 'Error' },
  { value: 'running', label: 'Running' },
  { value: 'queued', label: 'Queued' },
  { value: 'cancelled', label: 'Cancelled' },
  { value: 'interrupted', label: 'Interrupted' },
];

interface HistoryFiltersProps {
  filters: RunFilters;
  onChange: (filters: RunFilters) => void;
}

/** Which runs are listed. A suite is chosen among those of the chosen project. */
export function HistoryFilters({ filters, onChange }: HistoryFiltersProps) {
  const scope = useScope();
  const projects = useProjectStore((state) => state.projects[scope.orgId]);
  const { data: suites } = useQuery({
    ...suitesOfProjectQuery(scope, filters.projectId ?? ''),
    enabled: filters.projectId !== undefined,
  });
  useEffect(() => void useProjectStore.getState().fetchProjects(scope), [scope]);
  const isFiltered = Object.values(filters).some((value) => value !== undefined);

  return (
    <div className="flex flex-wrap items-center gap-2">
      <Select
        label="Result"
        isLabelHidden
        options={statusOptions}
        value={filters.status ?? 'all'}
        onChange={(status) =>
          onChange({ ...filters, status: status === 'all' ? undefined : status })
        }
        className="min-w-0 flex-1 basis-32 sm:w-36 sm:flex-none"
      />
      <Select
        label="Project"
        isLabelHidden
        options={withAll('All projects', projects ?? [])}
        value={filters.projectId ?? 'all'}
        onChange={(id) =>
          onChange({ ...filters, projectId: id === 'all' ? undefined : id, suiteId: undefined })
        }
        className="min-w-0 flex-1 basis-40 sm:w-48 sm:flex-none"
      />
      {filters.projectId !== undefined && (
        <Select
          label="Test suite"
          isLabelHidden
          options={withAll('All test suites', suites ?? [])}
          value={filters.suiteId ?? 'all'}
          onChange={(id) => onChange({ ...filters, suiteId: id === 'all' ? undefined : id })}
          className="min-w-0 flex-1 basis-40 sm:w-48 sm:flex-none"
        />
      )}
      {isFiltered && (
        <Button variant="ghost" onClick={() => onChange({})}>
          Show all
        </Button>
      )}
    </div>
  );
}

function withAll(label: string, items: readonly { id: string; name: string }[]) {
  return [{ value: 'all', label }, ...items.map(({ id, name }) => ({ value: id, label: name }))];
}
