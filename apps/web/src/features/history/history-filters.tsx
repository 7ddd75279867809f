import type { RunGroup, RunStatus } from '@parley/contract';
import type { FailureClass } from '@parley/suite';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useProjectStore } from '#/features/projects/project-store.ts';
import { projectOptions } from '#/features/projects/project-tree.ts';
import { triggerLabels } from '#/features/runs/trigger-label.ts';
import { suitesOfProjectQuery } from '#/features/suites/suites.queries.ts';
import { failureClassNames } from '#/lib/failure-class-names.ts';
import { idAmong } from '#/lib/id-among.ts';
import { useScope } from '#/lib/session/scope.ts';
import { Button } from '#/ui/button.tsx';
import { SearchField } from '#/ui/search-field.tsx';
import { Select } from '#/ui/select.tsx';
import { statusWord } from '#/ui/status-badge.tsx';
import { TextField } from '#/ui/text-field.tsx';
import { FilterChoice, filterClass } from './filter-choice.tsx';
import { chosenRange } from './history-range.ts';
import {
  defaultPreset,
  type HistorySearch,
  type RangePreset,
  rangePresets,
} from './history-search.ts';
import { platformLabels } from './platform-labels.ts';

/** Labels of results in the order of the select. The most useful ones come first. */
const statusLabels = {
  passed: statusWord('passed'),
  failed: statusWord('failed'),
  error: statusWord('error'),
  failing: 'Failed or error',
  ended: 'Ended',
  running: statusWord('running'),
  queued: statusWord('queued'),
  cancelled: statusWord('cancelled'),
  interrupted: statusWord('interrupted'),
} satisfies Record<RunStatus | RunGroup, string>;

interface HistoryFiltersProps {
  search: HistorySearch;
  onChange: (search: HistorySearch) => void;
  now: number;
  /** Time zone of the days. */
  zone: string;
}

/** Filters for runs. Only suites of the selected project are offered. */
export function HistoryFilters({ search, onChange, now, zone }: HistoryFiltersProps) {
  const scope = useScope();
  const projects = useProjectStore((state) => state.projects[scope.orgId]);
  const { data: suites } = useQuery({
    ...suitesOfProjectQuery(scope, search.projectId ?? ''),
    enabled: search.projectId !== undefined,
  });
  useEffect(() => void useProjectStore.getState().fetchProjects(scope), [scope]);
  const isFiltered = Object.values(search).some((value) => value !== undefined);
  const choose = (change: HistorySearch) => onChange({ ...search, ...change });

  return (
    <div className="flex flex-wrap items-end gap-2">
      <SearchField
        value={search.search ?? ''}
        onChange={(text) => choose({ search: text.trim() || undefined })}
        delayMs={300}
        placeholder="Search tests, steps and errors..."
        className="w-full sm:w-72"
      />
      <DayChoice search={search} onChange={onChange} now={now} zone={zone} />
      <FilterChoice
        label="Result"
        all="Any result"
        labels={statusLabels}
        value={search.status}
        onChange={(status) => choose({ status })}
      />
      <Select
        label="Project"
        isLabelHidden
        options={withAll('All projects', projectOptions(projects ?? []))}
        value={search.projectId === undefined ? 'all' : idAmong(projects, search.projectId)}
        placeholder={projects ? 'Unknown project' : 'Loading…'}
        onChange={(id) => choose({ projectId: id === 'all' ? undefined : id, suiteId: undefined })}
        className={filterClass}
      />
      {search.projectId !== undefined && (
        <Select
          label="Test suite"
          isLabelHidden
          options={withAll(
            'All test suites',
            (suites ?? []).map(({ id, name }) => ({ value: id, label: name })),
          )}
          value={search.suiteId === undefined ? 'all' : idAmong(suites, search.suiteId)}
          placeholder={suites ? 'Unknown test suite' : 'Loading…'}
          onChange={(id) => choose({ suiteId: id === 'all' ? undefined : id })}
          className={filterClass}
        />
      )}
      <FilterChoice
        label="Platform"
        all="Any platform"
        labels={platformLabels}
        value={search.platform}
        onChange={(platform) => choose({ platform })}
      />
      <FilterChoice
        label="Started by"
        all="Any trigger"
        labels={triggerLabels}
        value={search.trigger}
        onChange={(trigger) => choose({ trigger })}
      />
      <FilterChoice<FailureClass>
        label="Failure class"
        all="Any failure"
        labels={failureClassNames}
        value={search.failureClass}
        onChange={(failureClass) => choose({ failureClass })}
      />
      {isFiltered && (
        <Button variant="ghost" onClick={() => onChange({})}>
          Show all
        </Button>
      )}
    </div>
  );
}

/** Selects a preset or a custom range of days. */
function DayChoice({ search, onChange, now, zone }: HistoryFiltersProps) {
  const isOwn = search.from !== undefined && search.to !== undefined;
  const range = chosenRange(search, now, zone);
  const value = isOwn ? 'own' : String(search.days ?? defaultPreset);
  const setDay = (change: Partial<typeof range>) => {
    const next = { ...range, ...change };
    // A date field is empty while the user is typing.
    if (next.from && next.to) onChange({ ...search, days: undefined, ...next });
  };

  function choose(next: string) {
    if (next === 'own') onChange({ ...search, days: undefined, ...range });
    else {
      const days = Number(next) as RangePreset;
      const preset = days === defaultPreset ? undefined : days;
      onChange({ ...search, days: preset, from: undefined, to: undefined });
    }
  }

  return (
    <>
      <Select
        label="Days"
        isLabelHidden
        options={[
          ...rangePresets.map((days) => ({ value: String(days), label: `Last ${days} days` })),
          { value: 'own', label: 'Custom range' },
        ]}
        value={value}
        onChange={choose}
        className={filterClass}
      />
      {isOwn && (
        <>
          <TextField
            type="date"
            label="From"
            isLabelHidden
            value={range.from}
            onChange={({ target }) => setDay({ from: target.value })}
            className={filterClass}
          />
          <TextField
            type="date"
            label="To"
            isLabelHidden
            value={range.to}
            onChange={({ target }) => setDay({ to: target.value })}
            className={filterClass}
          />
        </>
      )}
    </>
  );
}

function withAll(label: string, options: readonly { value: string; label: string }[]) {
  return [{ value: 'all', label }, ...options];
}
