import type { SuiteStanding, SuiteState } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { FolderSearch } from 'lucide-react';
import { countOf } from '#/lib/format-number.ts';
import { formatDateTime, formatRelative } from '#/lib/format-time.ts';
import { useScope } from '#/lib/session/scope.ts';
import { Badge } from '#/ui/badge.tsx';
import { Button } from '#/ui/button.tsx';
import { Card } from '#/ui/card.tsx';
import { EmptyState } from '#/ui/empty-state.tsx';
import { linkClass } from '#/ui/link-class.ts';
import { ListFrame } from '#/ui/list-frame.tsx';
import { PageHeader } from '#/ui/page-header.tsx';
import { SearchField } from '#/ui/search-field.tsx';
import { Select } from '#/ui/select.tsx';
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '#/ui/table.tsx';
import { useNow } from '#/ui/use-now.ts';
import { monitorLabels, stateLabels, stateTones } from './fault-labels.ts';
import { suiteStandingsQuery } from './overview.queries.ts';
import { RunStrip } from './run-strip.tsx';
import { useFollowedRuns } from './use-followed-runs.ts';

/** What the address says, where anybody may have written anything. */
interface SuitesSearch {
  q?: string | undefined;
  state?: string | undefined;
  monitored?: string | undefined;
}

interface SuitesScreenProps {
  search: SuitesSearch;
  onSearchChange: (search: SuitesSearch) => void;
}

const any = 'any';

/** As the server takes it. */
const searchLengthMax = 200;

const states = ['failing', 'passed', 'doubtful', 'unknown'] as const;

const stateOptions = [
  { value: any, label: 'Any result' },
  { value: 'failing', label: 'Failing' },
  ...(['passed', 'doubtful', 'unknown'] as const satisfies SuiteState[]).map((value) => ({
    value,
    label: stateLabels[value],
  })),
];

const monitorOptions = [
  { value: any, label: 'All suites' },
  { value: 'yes', label: 'Monitored' },
  { value: 'no', label: 'Not monitored' },
];

/** Test suites of all projects, failing ones first. */
export function SuitesScreen({ search, onSearchChange }: SuitesScreenProps) {
  useFollowedRuns();
  const q = search.q?.slice(0, searchLengthMax);
  const state = states.find((one) => one === search.state);
  const monitored = (['yes', 'no'] as const).find((one) => one === search.monitored);
  const query = useQuery(
    suiteStandingsQuery(useScope(), {
      ...(q && { search: q }),
      ...(state && { state }),
      ...(monitored && { monitored }),
    }),
  );
  const items = query.data?.items ?? [];
  const change = (part: SuitesSearch) => onSearchChange({ ...search, ...part });
  return (
    <div className="flex flex-col gap-5">
      <PageHeader title="Suites" description="Test suites of all projects, failing ones first." />
      <div className="flex flex-wrap items-center gap-2">
        <SearchField
          value={q ?? ''}
          onChange={(text) => change({ q: text || undefined })}
          delayMs={300}
          placeholder="Search suites..."
          label="Search suites of all projects"
          className="w-full sm:w-72"
        />
        <Select
          label="Result"
          isLabelHidden
          className="w-36"
          options={stateOptions}
          value={state ?? any}
          onChange={(value) => change({ state: value === any ? undefined : value })}
        />
        <Select
          label="Monitor"
          isLabelHidden
          className="w-40"
          options={monitorOptions}
          value={monitored ?? any}
          onChange={(value) => change({ monitored: value === any ? undefined : value })}
        />
      </div>
      <ListFrame query={query} what="the suites">
        {query.isSuccess && items.length === 0 && (
          <EmptyState
            icon={<FolderSearch aria-hidden />}
            title={q || state || monitored ? 'No suites match' : 'No test suites yet'}
            action={
              (q || state || monitored) && (
                <Button onClick={() => onSearchChange({})}>Clear filters</Button>
              )
            }
          >
            {q || state || monitored
              ? 'Change the filters to see other suites.'
              : 'Open a project and create a test suite.'}
          </EmptyState>
        )}
        {items.length > 0 && <SuitesTable items={items} total={query.data?.total ?? 0} />}
      </ListFrame>
    </div>
  );
}

function SuitesTable({ items, total }: { items: SuiteStanding[]; total: number }) {
  const now = useNow(true, 60_000);
  return (
    <>
      <Card isFlush className="overflow-hidden">
        <Table label="Suites">
          <TableHead>
            <TableHeader>Last result</TableHeader>
            <TableHeader>Test suite</TableHeader>
            <TableHeader className="hidden @3xl:table-cell">Last runs</TableHeader>
            <TableHeader className="hidden @xl:table-cell">Last run</TableHeader>
            <TableHeader className="hidden @4xl:table-cell">Monitor</TableHeader>
          </TableHead>
          <TableBody>
            {items.map((suite) => (
              <SuiteRow key={suite.suiteId} suite={suite} now={now} />
            ))}
          </TableBody>
        </Table>
      </Card>
      <p className="text-ink-muted text-sm">
        {items.length < total
          ? `${items.length} of ${countOf(total, 'suite')}. Search to find the others.`
          : countOf(total, 'suite')}
      </p>
    </>
  );
}

function SuiteRow({ suite, now }: { suite: SuiteStanding; now: number }) {
  const { suiteId, suiteName, projectName, state, reasons, lastRun, runs, monitor } = suite;
  const [first, ...others] = reasons;
  return (
    <TableRow>
      <TableCell>
        <Badge tone={stateTones[state]}>{stateLabels[state]}</Badge>
      </TableCell>
      <TableCell>
        <Link
          to="/test-suite/$testSuiteId"
          params={{ testSuiteId: suiteId }}
          className="break-words font-medium text-ink hover:underline"
        >
          {suiteName}
        </Link>
        <span className="block break-words text-ink-muted text-xs">
          {projectName}
          {first && ` · ${first}`}
          {others.length > 0 && ` and ${others.length} more`}
        </span>
      </TableCell>
      <TableCell className="hidden @3xl:table-cell">
        {runs.length > 0 && <RunStrip runs={runs} />}
      </TableCell>
      <TableCell className="hidden @xl:table-cell whitespace-nowrap">
        {lastRun ? (
          <Link
            to="/history/testruns/$runId"
            params={{ runId: lastRun.id }}
            title={formatDateTime(lastRun.at)}
            className={linkClass}
          >
            {formatRelative(lastRun.at, now)}
          </Link>
        ) : (
          <span className="text-ink-muted">None in 14 days</span>
        )}
      </TableCell>
      <TableCell className="hidden @4xl:table-cell">
        {monitor ? (
          <Link to="/history/monitors/$suiteId" params={{ suiteId }} className={linkClass}>
            {monitorLabels[monitor]}
          </Link>
        ) : (
          <span className="text-ink-muted">Off</span>
        )}
      </TableCell>
    </TableRow>
  );
}
