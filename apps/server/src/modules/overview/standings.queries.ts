/** Stores the standings of suites, and knows which of them are outdated. */
import { inArray, type SQL, sql } from 'drizzle-orm';
import { runs } from '../../db/schema/runs.ts';
import {
  type StandingDetail,
  suiteStandingChanges,
  suiteStandings,
} from '../../db/schema/suite-standings.ts';
import { suites } from '../../db/schema/suites.ts';
import type { Database } from '../../platform/database/db.ts';
import { insertRows } from '../../platform/database/insert-rows.ts';
import { isoTime } from '../../platform/database/iso-time.ts';
import type { WorkScope } from '../../platform/database/scope.ts';
import { found } from '../../platform/errors/found.ts';
import { endOfRun } from './overview.queries.ts';

export type StandingRow = typeof suiteStandings.$inferSelect;

/** The columns that are needed of all suites. */
export interface StandingFacts
  extends Pick<StandingRow, 'suiteId' | 'environment' | 'deviceId' | 'state' | 'changeCount'> {
  /** When the newest run was queued, in milliseconds since 1970. */
  newestAt: number;
  /** When the newest change became visible, likewise; null without one. */
  changedAt: number | null;
}

type Row<T> = T & Record<string, unknown>;

/** Maximum number of suites whose standings are computed in one transaction. */
const suitesPerStep = 500;

/** Maximum number of noted changes that one transaction takes up. */
const changesPerStep = 5000;

/** Lists organizations with outdated standings. */
export async function listOutdatedOrganizations(db: Database): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select distinct organization_id as id from ${suiteStandingChanges}
    union
    select distinct organization_id from ${suiteStandings} where due_at <= now()`);
  return rows.map(({ id }) => id);
}

/** A state of the database: changes noted later, and standings outdated later, are not part of it. */
export interface Mark {
  lastChange: string | null;
  at: string;
}

export async function readMark({ db, organizationId }: WorkScope): Promise<Mark> {
  const { rows } = await db.execute<Row<Mark>>(sql`
    select now()::text as at, (
      select max(id) from ${suiteStandingChanges} where organization_id = ${organizationId}
    )::text as "lastChange"`);
  return found(rows[0]);
}

export async function hasOutdated(
  { db, organizationId }: WorkScope,
  { lastChange, at }: Mark,
): Promise<boolean> {
  const { rows } = await db.execute<{ isOutdated: boolean }>(sql`
    select exists (select from ${suiteStandingChanges}
        where organization_id = ${organizationId} and id <= ${lastChange}::bigint)
      or exists (select from ${suiteStandings}
        where organization_id = ${organizationId} and due_at <= ${at}::timestamptz) as "isOutdated"`);
  return rows[0]?.isOutdated === true;
}

/**
 * Takes up some of the changes that are noted, and lists the suites whose standings are outdated. The caller computes them in
 * the same transaction, with later statements, which see every run whose change is taken up here. Others who call this for the
 * same organization wait until the transaction ends, because the older of two results could otherwise be stored last.
 */
export async function takeOutdated(
  { db, organizationId }: WorkScope,
  { lastChange, at }: Mark,
): Promise<string[]> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtext(${`standings ${organizationId}`}))`);
  const { rows } = await db.execute<{ id: string }>(sql`
    with noted as (
      select id, suite_id from ${suiteStandingChanges}
      where organization_id = ${organizationId} and id <= ${lastChange}::bigint
      order by suite_id limit ${changesPerStep}
    ), chosen as (
      select distinct suite_id from noted order by suite_id limit ${suitesPerStep}
    ), taken as (
      delete from ${suiteStandingChanges}
      where id in (select id from noted where suite_id in (select suite_id from chosen))
    )
    select suite_id as id from chosen
    union
    (select distinct suite_id from ${suiteStandings}
      where organization_id = ${organizationId} and due_at <= ${at}::timestamptz
      limit ${suitesPerStep})`);
  return holdSuites(
    db,
    rows.map(({ id }) => id),
  );
}

/** Keeps suites from being deleted until the transaction ends. Leaves out those that are gone. */
async function holdSuites(db: Database, ids: string[]): Promise<string[]> {
  const held = await db
    .select({ id: suites.id })
    .from(suites)
    .where(inArray(suites.id, ids))
    .orderBy(suites.id)
    .for('key share');
  return held.map(({ id }) => id);
}

/** Replaces the standings of these suites. */
export async function replaceStandings(
  { db, organizationId }: WorkScope,
  suiteIds: string[],
  rows: Omit<StandingRow, 'organizationId'>[],
): Promise<void> {
  await db.delete(suiteStandings).where(inArray(suiteStandings.suiteId, suiteIds));
  await insertRows(
    db,
    suiteStandings,
    rows.map((row) => ({ ...row, organizationId })),
  );
}

const msOf = (at: SQL) => sql`(extract(epoch from ${at}) * 1000)::float8`;

const facts = sql`suite_id as "suiteId", environment, device_id as "deviceId", state,
  change_count as "changeCount", ${msOf(sql`newest_at`)} as "newestAt",
  ${msOf(sql`changed_at`)} as "changedAt"`;

/** Lists the standings of all suites of an organization, in no order. */
export async function listStandings({ db, organizationId }: WorkScope): Promise<StandingFacts[]> {
  const { rows } = await db.execute<Row<StandingFacts>>(
    sql`select ${facts} from ${suiteStandings} where organization_id = ${organizationId}`,
  );
  return rows;
}

/** Reads the standings of these suites with their details, those with the newest runs first. */
export async function readDetails(
  { db, organizationId }: WorkScope,
  suiteIds: string[],
): Promise<(StandingFacts & StandingDetail)[]> {
  if (suiteIds.length === 0) return [];
  const { rows } = await db.execute<Row<StandingFacts & { detail: StandingDetail }>>(sql`
    select ${facts}, detail from ${suiteStandings}
    where organization_id = ${organizationId} and suite_id = any(${sql.param(suiteIds)}::text[])
    order by newest_at desc, suite_id, place`);
  return rows.map(({ detail, ...row }) => ({ ...row, ...detail }));
}

/** The run in which a monitor last failed. */
export interface IncidentRun {
  id: string;
  environment: string | null;
  deviceId: string | null;
  at: Date;
  endedAt: Date;
}

export async function listIncidentRuns(
  { db, organizationId }: WorkScope,
  ids: string[],
): Promise<IncidentRun[]> {
  if (ids.length === 0) return [];
  const { rows } = await db.execute<
    Row<Omit<IncidentRun, 'at' | 'endedAt'> & { at: string; endedAt: string }>
  >(sql`
    select id, environment, device_id as "deviceId", ${isoTime(sql`created_at`)} as at,
      ${isoTime(endOfRun)} as "endedAt"
    from ${runs}
    where ${runs.organizationId} = ${organizationId} and ${runs.id} = any(${sql.param(ids)}::text[])`);
  return rows.map((row) => ({ ...row, at: new Date(row.at), endedAt: new Date(row.endedAt) }));
}
