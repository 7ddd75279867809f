import { type RunGroup, type SequencedEvent, statusesOf } from '@parley/contract';
import type { FailureClass } from '@parley/suite';
import { and, desc, eq, gte, inArray, isNull, lt, type SQL, sql } from 'drizzle-orm';
import {
  isOwnById,
  type PageShape,
  pageRange,
  pageShape,
  prepareEach,
  prepareOnce,
} from '../../../db/prepare-once.ts';
import { runNumbers, runs } from '../../../db/schema/runs.ts';
import type { Database } from '../../../platform/database/db.ts';
import type { Scope, WorkScope } from '../../../platform/database/scope.ts';
import { startOfDay } from '../../../platform/time/start-of-day.ts';
import {
  type EventBytes,
  type EventLine,
  type LargeRows,
  readEventBytes,
  readEventLines,
} from './event-rows.ts';
import { type RunRow, runColumns } from './run-row.ts';

/** `from` and `to` are days in `timeZone`, UTC by default; both are included. */
export interface RunFilter {
  suiteId?: string | undefined;
  projectId?: string | undefined;
  status?: RunRow['status'] | RunGroup | undefined;
  platform?: RunRow['platform'] | undefined;
  trigger?: RunRow['trigger'] | undefined;
  failureClass?: FailureClass | undefined;
  from?: string | undefined;
  to?: string | undefined;
  timeZone?: string | undefined;
  /** Excludes runs queued before this time. */
  since?: Date | undefined;
  /** Text to search for; only `pageRuns` and exports use it. */
  search?: string | undefined;
}

/** The last run of a page; the next page starts after it. */
export interface RunPlace {
  createdAt: Date;
  id: string;
}

export function listRuns(
  scope: Scope,
  filter: RunFilter,
  after: RunPlace | undefined,
  limit: number,
): Promise<RunRow[]> {
  const { organizationId } = scope;
  const isUsual = pageShape(limit) !== 'any' && after === undefined;
  if (isUsual && Object.values(filter).every((value) => value === undefined))
    return firstPage(scope.db, pageShape(limit)).execute({ organizationId });
  return scope.db
    .select(runColumns)
    .from(runs)
    .where(behind(scope, filter, after))
    .orderBy(desc(runs.createdAt), desc(runs.id))
    .limit(limit);
}

/** Lists the same runs as `listRuns`, but returns only their places. */
export function listPlaces(
  scope: Scope,
  filter: RunFilter,
  after: RunPlace | undefined,
  limit: number,
): Promise<RunPlace[]> {
  return scope.db
    .select({ id: runs.id, createdAt: runs.createdAt })
    .from(runs)
    .where(behind(scope, filter, after))
    .orderBy(desc(runs.createdAt), desc(runs.id))
    .limit(limit);
}

export function listRunsById(scope: Scope, ids: string[]): Promise<RunRow[]> {
  return scope.db
    .select(runColumns)
    .from(runs)
    .where(and(eq(runs.organizationId, scope.organizationId), inArray(runs.id, ids)))
    .orderBy(desc(runs.createdAt), desc(runs.id));
}

function behind(scope: Scope, filter: RunFilter, after: RunPlace | undefined): SQL | undefined {
  return and(
    eq(runs.organizationId, scope.organizationId),
    ...matching(filter),
    after && sql`(${runs.createdAt}, ${runs.id}) < (${after.createdAt.toISOString()}, ${after.id})`,
  );
}

const firstPage = prepareEach((db, shape: PageShape) =>
  db
    .select(runColumns)
    .from(runs)
    .where(eq(runs.organizationId, sql.placeholder('organizationId')))
    .orderBy(desc(runs.createdAt), desc(runs.id))
    .limit(pageRange(shape).limit)
    .prepare(`runs_${shape}`),
);

const given = <T>(value: T | undefined, condition: (value: T) => SQL) =>
  value === undefined ? undefined : condition(value);

function matching(filter: RunFilter): (SQL | undefined)[] {
  return [
    given(filter.suiteId, (id) => eq(runs.suiteId, id)),
    given(filter.projectId, (id) => eq(runs.projectId, id)),
    given(filter.status, (status) => inArray(runs.status, [...statusesOf(status)])),
    given(filter.platform, (platform) => eq(runs.platform, platform)),
    given(filter.trigger, (trigger) => eq(runs.trigger, trigger)),
    // The first condition is that of the index; the planner cannot infer it from the second.
    given(
      filter.failureClass,
      (one) => sql`${runs.failureClasses} <> '{}' and ${one} = any(${runs.failureClasses})`,
    ),
    given(filter.from, (day) => gte(runs.createdAt, startOfDay(day, filter.timeZone))),
    given(filter.to, (day) => lt(runs.createdAt, startOfDay(day, filter.timeZone, 1))),
    given(filter.since, (since) => gte(runs.createdAt, since)),
  ];
}

/** Finds the previous run of the same suite that has a result about the bot. */
export async function findPreviousRun(
  scope: Scope,
  { suiteId, createdAt, id }: RunRow,
): Promise<RunRow | undefined> {
  if (suiteId === null) return undefined;
  const [row] = await scope.db
    .select(runColumns)
    .from(runs)
    .where(
      and(
        eq(runs.organizationId, scope.organizationId),
        eq(runs.suiteId, suiteId),
        inArray(runs.status, ['passed', 'failed', 'error']),
        sql`(${runs.createdAt}, ${runs.id}) < (${createdAt.toISOString()}, ${id})`,
      ),
    )
    .orderBy(desc(runs.createdAt), desc(runs.id))
    .limit(1);
  return row;
}

/** Finds the last earlier run of the whole suite that passed without an override, with the same device and environment. */
export const findGreenRun = (scope: WorkScope, run: RunRow): Promise<RunRow | undefined> =>
  findRunBefore(scope, run, [eq(runs.status, 'passed'), isNull(runs.overriddenAt)]);

/** Finds the last earlier run of the whole suite with this label that passed or failed, with the same device and environment. */
export const findLabelledRun = (
  scope: WorkScope,
  run: RunRow,
  label: string,
): Promise<RunRow | undefined> =>
  findRunBefore(scope, run, [eq(runs.label, label), inArray(runs.status, ['passed', 'failed'])]);

async function findRunBefore(
  scope: WorkScope,
  run: RunRow,
  conditions: SQL[],
): Promise<RunRow | undefined> {
  if (run.suiteId === null) return undefined;
  const [row] = await scope.db
    .select(runColumns)
    .from(runs)
    .where(
      and(
        eq(runs.organizationId, scope.organizationId),
        eq(runs.suiteId, run.suiteId),
        ...conditions,
        isNull(runs.selectedTests),
        // Uses a `case` for the reason given in read-series.ts.
        sql`case when ${runs.deviceId} is not distinct from ${run.deviceId}
          and ${runs.environment} is not distinct from ${run.environment} then true else false end`,
        sql`(${runs.createdAt}, ${runs.id}) < (${run.createdAt.toISOString()}, ${run.id})`,
      ),
    )
    .orderBy(desc(runs.createdAt), desc(runs.id))
    .limit(1);
  return row;
}

const runById = prepareOnce((db) =>
  db.select(runColumns).from(runs).where(isOwnById(runs)).prepare('run_by_id'),
);

export async function findRun(
  { db, organizationId }: WorkScope,
  id: string,
): Promise<RunRow | undefined> {
  const [row] = await runById(db).execute({ organizationId, id });
  return row;
}

/** Reads the suite text that the run executes; empty if there is no such run. */
export async function findRunSource(scope: WorkScope, id: string): Promise<string> {
  const [row] = await scope.db.select({ source: runs.source }).from(runs).where(inScope(scope, id));
  return row?.source ?? '';
}

/** Locks the run until the transaction ends. */
export async function lockRun(scope: WorkScope, id: string): Promise<RunRow | undefined> {
  const [row] = await scope.db
    .select(runColumns)
    .from(runs)
    .where(inScope(scope, id))
    .for('update');
  return row;
}

export type RunInsert = typeof runs.$inferInsert;

/** Inserts runs, of one organization or, for a worker that starts due runs, of several. */
export async function insertRuns(db: Database, drafted: RunInsert[]): Promise<RunRow[]> {
  if (drafted.length === 0) return [];
  return db
    .insert(runs)
    .values(await numbered(db, drafted))
    .returning(runColumns);
}

/**
 * Gives each run the next number in its suite. Counters are locked in the order of suite IDs, so that transactions cannot
 * deadlock.
 */
async function numbered(db: Database, drafted: RunInsert[]): Promise<RunInsert[]> {
  const added = new Map<string, typeof runNumbers.$inferInsert>();
  for (const { suiteId, organizationId } of drafted) {
    if (!suiteId) continue;
    const newest = (added.get(suiteId)?.newest ?? 0) + 1;
    added.set(suiteId, { suiteId, organizationId, newest });
  }
  if (added.size === 0) return drafted;
  const rows = await db
    .insert(runNumbers)
    .values([...added.values()].toSorted((a, b) => (a.suiteId < b.suiteId ? -1 : 1)))
    .onConflictDoUpdate({
      target: runNumbers.suiteId,
      set: { newest: sql`${runNumbers.newest} + excluded.newest` },
    })
    .returning({ suiteId: runNumbers.suiteId, newest: runNumbers.newest });
  const next = new Map(
    rows.map(({ suiteId, newest }) => [suiteId, newest - (added.get(suiteId)?.newest ?? 0)]),
  );
  return drafted.map((run) => {
    const before = run.suiteId ? next.get(run.suiteId) : undefined;
    if (!run.suiteId || before === undefined) return run;
    next.set(run.suiteId, before + 1);
    return { ...run, number: before + 1 };
  });
}

export async function requestCancel(scope: Scope, id: string): Promise<RunRow | undefined> {
  const [row] = await scope.db
    .update(runs)
    .set({ cancelRequestedAt: sql`coalesce(${runs.cancelRequestedAt}, now())` })
    .where(inScope(scope, id))
    .returning(runColumns);
  return row;
}

const pageBytesMax = 1_000_000;

/**
 * Lists the events after a position, in order. A page is limited in number and size, and holds at least one event if there is
 * one. An empty page means that there are no events after `after` yet.
 */
export async function listEvents(
  db: Database,
  runId: string,
  after: number,
  limit: number,
): Promise<SequencedEvent[]> {
  const lines = await listEventLines(db, runId, after, limit);
  return lines.map(({ seq, line }) => ({ seq, event: JSON.parse(line) }));
}

/** Like `listEvents`, with the events as stored JSON. */
export async function listEventLines(
  db: Database,
  runId: string,
  after: number,
  limit: number,
  large?: LargeRows,
): Promise<EventLine[]> {
  const place = { runId, after };
  const max = { events: limit, bytes: pageBytesMax };
  const behind = await readEventLines(db, [place], max, large);
  return behind(place);
}

/** Like `listEvents`, with the events in the form in which they are sent. */
export function listEventBytes(
  db: Database,
  runId: string,
  after: number,
  limit: number,
  large: LargeRows,
): Promise<EventBytes[]> {
  return readEventBytes(db, { runId, after }, { events: limit, bytes: pageBytesMax }, large);
}

function inScope(scope: WorkScope, id: string) {
  return and(eq(runs.organizationId, scope.organizationId), eq(runs.id, id));
}
