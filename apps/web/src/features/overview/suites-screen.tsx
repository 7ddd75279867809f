import { roleAllows, type SuiteView, suiteStates, tagLengthMax } from '@parley/contract';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { FolderSearch } from 'lucide-react';
import { useEffect } from 'react';
import { useProjectStore } from '#/features/projects/project-store.ts';
import { projectOptions } from '#/features/projects/project-tree.ts';
import { countOf } from '#/lib/format-number.ts';
import { useMyRole } from '#/lib/session/my-role.ts';
import { useScope } from '#/lib/session/scope.ts';
import { Alert } from '#/ui/alert.tsx';
import { Button } from '#/ui/button.tsx';
import { EmptyState } from '#/ui/empty-state.tsx';
import { ListFrame } from '#/ui/list-frame.tsx';
import { PageHeader } from '#/ui/page-header.tsx';
import { SearchField } from '#/ui/search-field.tsx';
import { Select } from '#/ui/select.tsx';
import { useMediaQuery } from '#/ui/use-media-query.ts';
import { useNow } from '#/ui/use-now.ts';
import { stateLabels } from './fault-labels.ts';
import { suiteStandingsQuery } from './overview.queries.ts';
import { SuiteCards } from './suite-cards.tsx';
import { suiteViewsQuery } from './suite-views.queries.ts';
import { SuiteViewsMenu } from './suite-views-menu.tsx';
import { SuitesBar } from './suites-bar.tsx';
import {
  allSuites,
  isBare,
  type SuiteFilters,
  type SuitesSearch,
  searchOf,
} from './suites-search.ts';
import { SuitesTable, type SuitesViewProps } from './suites-table.tsx';
import { useFollowedRuns } from './use-followed-runs.ts';
import { useSelection } from './use-selection.ts';
import { useSuitesAction } from './use-suites-action.ts';

interface SuitesScreenProps {
  search: SuitesSearch;
  onSearchChange: (search: SuitesSearch) => void;
}

const any = 'any';

/** Maximum length of a search text on the server. */
const searchLengthMax = 200;

/** Maximum number of characters to show of an unknown filter. */
const shownLengthMax = 40;

/** Screens that are too narrow for a table with all columns next to the sidebar. */
const cardsWidth = '(max-width: 1023.98px)';

const states = ['failing', ...suiteStates] as const;

const stateOptions = [
  { value: any, label: 'Any result' },
  { value: 'failing', label: 'Failing' },
  ...suiteStates.map((value) => ({ value, label: stateLabels[value] })),
];

const monitorChoices = ['yes', 'no'] as const;

const monitorOptions = [
  { value: any, label: 'All suites' },
  { value: 'yes', label: 'Monitored' },
  { value: 'no', label: 'Not monitored' },
];

interface DefaultViewWish extends SuitesScreenProps {
  views: UseQueryResult<SuiteView[]>;
}

/**
 * Opens the default view if the URL has no filters.
 *
 * @returns true while the default view is loading or about to open
 */
function useDefaultView({ views, search, onSearchChange }: DefaultViewWish): boolean {
  const bare = isBare(search);
  const preferred = views.data?.find(({ isDefault }) => isDefault);
  useEffect(() => {
    if (bare && preferred) onSearchChange(searchOf(preferred));
  });
  return bare && (preferred !== undefined || (views.isPending && views.failureCount === 0));
}

/** Test suites of all projects, failing ones first. */
export function SuitesScreen({ search, onSearchChange }: SuitesScreenProps) {
  useFollowedRuns();
  const scope = useScope();
  const views = useQuery(suiteViewsQuery(scope));
  const isOpening = useDefaultView({ views, search, onSearchChange });
  const q = search.q?.slice(0, searchLengthMax);
  const state = states.find((one) => one === search.state);
  const monitored = monitorChoices.find((one) => one === search.monitored);
  const projects = useProjectStore(({ projects: known }) => known[scope.orgId]);
  useEffect(() => void useProjectStore.getState().fetchProjects(scope), [scope]);
  // Until the projects are loaded, the project in the URL counts as valid.
  const isKnown = !projects || projects.some(({ id }) => id === search.project);
  const project = isKnown ? search.project : undefined;
  const tag = readTag(search);
  const filters = {
    ...(q && { q }),
    ...(state && { state }),
    ...(monitored && { monitored }),
    ...(project && { project }),
    ...(tag && { tag }),
  };
  const isFiltered = Object.keys(filters).length > 0;
  const query = useQuery({
    ...suiteStandingsQuery(scope, {
      ...(q && { search: q }),
      ...(state && { state }),
      ...(monitored && { monitored }),
      ...(project && { projectId: project }),
      ...(tag && { tag }),
    }),
    enabled: !isOpening,
  });
  const items = query.data?.items ?? [];
  const role = useMyRole();
  const mayAct = role && (roleAllows(role, 'runs.start') || roleAllows(role, 'suites.write'));
  const own = useSelection(items.map(({ suiteId }) => suiteId));
  const selection = mayAct ? { ...own, shown: items.length } : undefined;
  const selected = items.filter(({ suiteId }) => selection?.has(suiteId));
  const actions = useSuitesAction(own.keep);
  const isBarShown = selected.length > 0 || actions.progress || actions.outcome;
  const all = allSuites(views.data ?? []);
  const go = (next: SuitesSearch) => onSearchChange(isBare(next) ? all : next);
  const change = (part: SuitesSearch) => go({ ...search, ...part });
  return (
    <div className="flex flex-col gap-5">
      <PageHeader title="Suites" description="Test suites of all projects, failing ones first." />
      <div className="flex flex-wrap items-center gap-2">
        <Filters filters={filters} tags={query.data?.tags} onChange={change} />
        <SuiteViewsMenu query={views} search={search} filters={filters} onSearchChange={go} />
      </div>
      <UnknownFilters search={search} {...{ state, monitored, project, tag }} onSearchChange={go} />
      {selection && isBarShown && (
        <SuitesBar suites={selected} selection={selection} actions={actions} />
      )}
      <ListFrame query={query} what="the suites">
        {query.isSuccess && items.length === 0 && (
          <EmptyState
            icon={<FolderSearch aria-hidden />}
            title={isFiltered ? 'No suites match' : 'No test suites yet'}
            action={
              isFiltered && <Button onClick={() => onSearchChange(all)}>Clear filters</Button>
            }
          >
            {isFiltered
              ? 'Change the filters to see other suites.'
              : 'Open a project and create a test suite.'}
          </EmptyState>
        )}
        {items.length > 0 && (
          <SuitesFound items={items} total={query.data?.total ?? 0} selection={selection} />
        )}
      </ListFrame>
    </div>
  );
}

interface FiltersProps {
  filters: SuiteFilters;
  /** Undefined until loaded. */
  tags: readonly string[] | undefined;
  onChange: (part: SuitesSearch) => void;
}

function Filters({ filters, tags, onChange }: FiltersProps) {
  const { q, state, monitored, project, tag } = filters;
  const { orgId } = useScope();
  const projects = useProjectStore(({ projects: known }) => known[orgId]);
  return (
    <>
      <SearchField
        value={q ?? ''}
        onChange={(text) => onChange({ q: text || undefined })}
        delayMs={300}
        placeholder="Search suites..."
        label="Search suites of all projects"
        className="w-full sm:w-72"
      />
      <Select
        label="Result"
        isLabelHidden
        className="w-40"
        options={stateOptions}
        value={state ?? any}
        onChange={(value) => onChange({ state: value === any ? undefined : value })}
      />
      <Select
        label="Monitor"
        isLabelHidden
        className="w-40"
        options={monitorOptions}
        value={monitored ?? any}
        onChange={(value) => onChange({ monitored: value === any ? undefined : value })}
      />
      <Select
        label="Project"
        isLabelHidden
        className="w-48"
        options={[{ value: any, label: 'All projects' }, ...projectOptions(projects ?? [])]}
        value={projects && project ? project : any}
        onChange={(value) => onChange({ project: value === any ? undefined : value })}
      />
      <TagFilter
        tags={tags}
        tag={tag}
        onChange={(value) => onChange({ tag: value || undefined })}
      />
    </>
  );
}

const readTag = ({ tag }: SuitesSearch): string | undefined =>
  tag && tag.length <= tagLengthMax ? tag : undefined;

interface TagFilterProps {
  /** Undefined until loaded. */
  tags: readonly string[] | undefined;
  tag: string | undefined;
  /** Called with the selected tag; empty for all tags. */
  onChange: (tag: string) => void;
}

/** Filters by tag. The tag in the URL is always offered, even if no test has it. Renders nothing if there are no tags. */
function TagFilter({ tags = [], tag, onChange }: TagFilterProps) {
  const offered = tag && !tags.includes(tag) ? [tag, ...tags] : tags;
  if (offered.length === 0) return null;
  return (
    <Select
      label="Tag"
      isLabelHidden
      className="w-40"
      options={[
        { value: '', label: 'All tags' },
        ...offered.map((value) => ({ value, label: value })),
      ]}
      value={tag ?? ''}
      onChange={onChange}
    />
  );
}

interface UnknownFiltersProps extends SuitesScreenProps {
  state: string | undefined;
  monitored: string | undefined;
  project: string | undefined;
  tag: string | undefined;
}

/** Shows the invalid filters of the URL, so that the list does not seem to be filtered by them. */
function UnknownFilters({
  search,
  state,
  monitored,
  project,
  tag,
  onSearchChange,
}: UnknownFiltersProps) {
  const unknown = [
    search.state !== undefined && !state && `state=${search.state.slice(0, shownLengthMax)}`,
    search.monitored !== undefined &&
      !monitored &&
      `monitored=${search.monitored.slice(0, shownLengthMax)}`,
    search.project !== undefined &&
      !project &&
      `project=${search.project.slice(0, shownLengthMax)}`,
    search.tag !== undefined && !tag && `tag=${search.tag.slice(0, shownLengthMax)}`,
  ].filter((part) => part !== false);
  if (unknown.length === 0) return null;
  return (
    <Alert
      tone="warning"
      title={unknown.length === 1 ? 'Unknown filter ignored' : 'Unknown filters ignored'}
      actions={
        <Button
          size="sm"
          onClick={() => onSearchChange({ ...search, state, monitored, project, tag })}
        >
          Remove from address
        </Button>
      }
    >
      No suite is filtered by {unknown.map((part) => `“${part}”`).join(' and ')}.
    </Alert>
  );
}

interface SuitesFoundProps extends Pick<SuitesViewProps, 'items' | 'selection'> {
  total: number;
}

function SuitesFound({ items, total, selection }: SuitesFoundProps) {
  const now = useNow(true, 60_000);
  const isNarrow = useMediaQuery(cardsWidth);
  const View = isNarrow ? SuiteCards : SuitesTable;
  return (
    <>
      <View items={items} now={now} selection={selection} />
      <p className="text-ink-muted text-sm">
        {items.length < total
          ? `${items.length} of ${countOf(total, 'suite')}. Search to find the others.`
          : countOf(total, 'suite')}
      </p>
    </>
  );
}
