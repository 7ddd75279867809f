/**
 * Moves the rows that ended runs added to `run_day_changes` into the rows of their days, which servers of the previous release
 * update directly. The statement that moves a change also deletes it, so that it counts exactly once at any time.
 */
import { type SQL, sql } from 'drizzle-orm';
import { runDayChanges, runDays } from '../../../db/schema/run-results.ts';
import type { Database } from '../../../platform/database/db.ts';
import { holdOrganizationIfFree } from '../../organizations/organizations.ts';
import { addedTo } from './added-to.ts';

const changesPerStep = 1000;

/** The key columns of a row of `run_days`. */
type Key = Pick<
  typeof runDays.$inferSelect,
  'organizationId' | 'subject' | 'day' | 'platform' | 'trigger' | 'outcome' | 'failureClasses'
>;

const keyColumns = sql.raw(
  'organization_id, subject, day, platform, trigger, outcome, failure_classes',
);

const keyOf = (key: Key): SQL => sql`
  (${key.organizationId}, ${key.subject}, ${key.day}::date, ${key.platform}, ${key.trigger},
    ${key.outcome}, ${sql.param(key.failureClasses)}::text[])`;

/** Moves changes until none are left, or other processes have locked the rest. */
export async function foldRunDays(db: Database, signal: AbortSignal): Promise<void> {
  for (let key = await nextKey(db); key !== undefined && !signal.aborted; ) {
    while (!signal.aborted && (await foldSome(db, key)) === changesPerStep);
    key = await nextKey(db, key);
  }
}

/** Finds the next key in the index, without reading all changes of a key. */
async function nextKey(db: Database, after?: Key): Promise<Key | undefined> {
  const { organizationId, subject, day, platform, trigger, outcome, failureClasses } =
    runDayChanges;
  const columns = [organizationId, subject, day, platform, trigger, outcome, failureClasses];
  const [next] = await db
    .select({ organizationId, subject, day, platform, trigger, outcome, failureClasses })
    .from(runDayChanges)
    .where(after && sql`(${keyColumns}) > ${keyOf(after)}`)
    .orderBy(...columns)
    .limit(1);
  return next;
}

/**
 * Moves changes of a single row of a day per transaction, because servers of the previous release lock several rows in another
 * order.
 *
 * @returns the number of changes moved
 */
async function foldSome(db: Database, key: Key): Promise<number> {
  return db.transaction(async (tx) => {
    // The deletion of an organization also deletes its changes. Waiting for it while holding locks on them would deadlock.
    if (!(await holdOrganizationIfFree(tx, key.organizationId))) return 0;
    const { rows } = await tx.execute<{ moved: number }>(sql`
      with chosen as (
        select id from ${runDayChanges} where (${keyColumns}) = ${keyOf(key)}
        limit ${changesPerStep} for update skip locked
      ), moved as (
        delete from ${runDayChanges} where id in (select id from chosen) returning *
      ), answers as (
        select coalesce(array_agg(count order by place), '{}') as latencies from (
          select place, sum(count)::int as count
          from moved, unnest(moved.latencies) with ordinality as bucket(count, place)
          group by place) bucket
      ), folded as (
        insert into ${runDays} (${keyColumns}, runs, repeated, tests_passed, tests_failed, duration_ms, latencies)
        select ${keyColumns}, sum(runs), sum(repeated), sum(tests_passed), sum(tests_failed),
          sum(duration_ms), (select latencies from answers)
        from moved group by ${keyColumns}
        on conflict on constraint run_days_key do update set
          runs = ${runDays.runs} + excluded.runs,
          repeated = ${runDays.repeated} + excluded.repeated,
          tests_passed = ${runDays.testsPassed} + excluded.tests_passed,
          tests_failed = ${runDays.testsFailed} + excluded.tests_failed,
          duration_ms = ${runDays.durationMs} + excluded.duration_ms,
          latencies = ${addedTo(runDays.latencies)}
      )
      select count(*)::int as moved from moved`);
    return rows[0]?.moved ?? 0;
  });
}
