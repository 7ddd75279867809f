/** Exports runs or their steps as a file, page by page, so that an export is never completely in memory. */
import type { history, Query } from '@parley/contract';
import { readCounts } from '@parley/suite';
import type { Scope } from '../../platform/database/scope.ts';
import { csvLine } from '../../platform/exports/csv-line.ts';
import type { ReadPage } from '../../platform/exports/exports.ts';
import { type Cell, workbookOf } from '../../platform/exports/workbook-of.ts';
import { listRuns, type RunFilter, type RunPlace, type RunRow, runsHolding } from '../runs/runs.ts';
import { listStepsOf, type StepRow } from './course.queries.ts';

type Wish = RunFilter & Pick<Query<typeof history.exportRuns>, 'format' | 'rows'>;

const mediaTypes = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  json: 'application/json; charset=utf-8',
};

export function fileOf({ format, rows }: Wish): { name: string; mediaType: string } {
  return { name: `${rows}.${format}`, mediaType: mediaTypes[format] };
}

export function exportRuns(
  scope: Scope,
  { format, rows, ...filter }: Wish,
  readPage: ReadPage,
): AsyncIterable<string | Uint8Array> {
  const columns = Object.keys(rows === 'runs' ? runColumns : stepColumns);
  const pages = pagesOf(scope, filter, rows, readPage);
  const table = rows === 'runs' ? runTable(pages) : stepTable(scope, pages, readPage);
  if (format === 'csv') return toCsv(columns, table);
  if (format === 'json') return toJson(columns, table);
  return workbookOf(rows === 'runs' ? 'Runs' : 'Steps', columns, table);
}

type Columns<T> = Record<string, (row: T) => Cell>;

const runColumns: Columns<RunRow> = {
  run: ({ id }) => id,
  queued_at: ({ createdAt }) => createdAt,
  started_at: ({ startedAt }) => startedAt,
  finished_at: ({ finishedAt }) => finishedAt,
  duration_ms: ({ startedAt, finishedAt }) =>
    startedAt && finishedAt ? finishedAt.getTime() - startedAt.getTime() : null,
  project: ({ projectName }) => projectName,
  suite: ({ suiteName }) => suiteName,
  platform: ({ platform }) => platform,
  device: ({ device }) => device?.name ?? null,
  trigger: ({ trigger }) => trigger,
  started_by: ({ startedByName }) => startedByName,
  result: ({ status }) => status,
  failure_classes: ({ failureClasses }) => failureClasses.join(' '),
  tests: ({ counts }) => counts.total,
  tests_passed: ({ counts }) => counts.passed,
  tests_failed: ({ counts }) => counts.failed,
  tests_error: ({ counts }) => counts.error,
  tests_unsure: ({ counts }) => readCounts(counts).undecided,
  tests_quarantined: ({ counts }) => counts.quarantined ?? 0,
  tests_skipped: ({ counts }) => counts.skipped,
  run_number: ({ number }) => number,
};

interface StepOfRun {
  run: RunRow;
  step: StepRow;
}

const stepColumns: Columns<StepOfRun> = {
  run: ({ run }) => run.id,
  queued_at: ({ run }) => run.createdAt,
  project: ({ run }) => run.projectName,
  suite: ({ run }) => run.suiteName,
  trigger: ({ run }) => run.trigger,
  test: ({ step }) => step.testName,
  step: ({ step }) => step.step + 1,
  result: ({ step }) => step.outcome,
  failure_class: ({ step }) => step.failureClass,
  latency_ms: ({ step }) => step.latencyMs,
  said: ({ step }) => step.said,
  reply: ({ step }) => step.reply,
  run_number: ({ run }) => run.number,
};

/** Number of runs per page. Pages are small because other requests wait while one is read; a run can have a thousand steps. */
const runsPerPage = { runs: 100, steps: 20 };

async function* runTable(pages: AsyncIterable<RunRow[]>): AsyncGenerator<Cell[][]> {
  for await (const page of pages) {
    yield page.map((run) => Object.values(runColumns).map((of) => of(run)));
  }
}

async function* stepTable(
  scope: Scope,
  pages: AsyncIterable<RunRow[]>,
  readPage: ReadPage,
): AsyncGenerator<Cell[][]> {
  for await (const page of pages) {
    const ids = page.map(({ id }) => id);
    const steps = await readPage(() => listStepsOf(scope, ids));
    const byRun = Map.groupBy(steps, ({ runId }) => runId);
    yield page.flatMap((run) =>
      (byRun.get(run.id) ?? []).map((step) =>
        Object.values(stepColumns).map((of) => of({ run, step })),
      ),
    );
  }
}

async function* pagesOf(
  scope: Scope,
  filter: RunFilter,
  rows: Wish['rows'],
  readPage: ReadPage,
): AsyncGenerator<RunRow[]> {
  const limit = runsPerPage[rows];
  let after: RunPlace | undefined;
  for (;;) {
    const page = await readPage(() => listRuns(scope, filter, after, limit));
    const kept = filter.search?.trim() ? await holding(scope, page, filter.search, readPage) : page;
    if (kept.length > 0) yield kept;
    after = page.at(-1);
    if (page.length < limit) return;
  }
}

async function holding(
  scope: Scope,
  page: RunRow[],
  search: string,
  readPage: ReadPage,
): Promise<RunRow[]> {
  const ids = page.map(({ id }) => id);
  const found = await readPage(() => runsHolding(scope, ids, search.trim()));
  return page.filter(({ id }) => found.has(id));
}

type Table = AsyncIterable<Cell[][]>;

async function* toCsv(columns: string[], table: Table): AsyncGenerator<string> {
  yield csvLine(columns);
  for await (const rows of table) {
    yield rows.map((row) => csvLine(row.map(textOf))).join('');
  }
}

const textOf = (cell: Cell): string =>
  cell instanceof Date ? cell.toISOString() : String(cell ?? '');

/** Writes the table as a JSON array of objects. */
async function* toJson(columns: string[], table: Table): AsyncGenerator<string> {
  let separator = '[\n';
  for await (const rows of table) {
    const objects = rows.map((row) =>
      JSON.stringify(Object.fromEntries(columns.map((name, index) => [name, row[index]]))),
    );
    if (objects.length === 0) continue;
    yield separator + objects.join(',\n');
    separator = ',\n';
  }
  yield separator === '[\n' ? '[]\n' : '\n]\n';
}
