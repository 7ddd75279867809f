import { sql } from 'drizzle-orm';
import { runFailures, testResults } from '../../../db/schema/run-results.ts';
import { runs } from '../../../db/schema/runs.ts';
import { isoTime } from '../../../platform/database/iso-time.ts';
import type { WorkScope } from '../../../platform/database/scope.ts';
import { storableText } from '../../../platform/database/storable.ts';
import { isOfPlace, lastThrough } from './read-series.ts';

/** A failure in a recent run. */
export interface ShownFailure {
  runId: string;
  /** Key of the test; null if the run itself failed. */
  testName: string | null;
  signature: string | null;
}

/**
 * Finds when each failure became visible: the end of the first run with it since the test last passed, was in quarantine or was
 * overridden to passed. That can be later than the time at which the run was queued.
 *
 * @returns null for failures that no run has shown
 */
export async function readFirstShown(
  { db, organizationId }: WorkScope,
  failures: ShownFailure[],
): Promise<(Date | null)[]> {
  if (failures.length === 0) return [];
  const column = (values: (string | null)[]) => sql.param(values);
  const { rows } = await db.execute<{ at: string | null }>(sql`
    select seen.at from unnest(${column(failures.map(({ runId }) => runId))}::text[],
      ${column(failures.map(({ testName }) => testName && storableText(testName)))}::text[],
      ${column(failures.map(({ signature }) => signature))}::text[]) with ordinality
      as series (run_id, test_name, signature, place)
    left join ${runs} shown on shown.id = series.run_id
      and shown.organization_id = ${organizationId}
    left join lateral (
      select test.at from ${testResults} test
      join ${runs} run on run.id = test.run_id
      where test.suite_id = shown.suite_id and test.name = series.test_name
        and test.at < shown.created_at
        and (test.outcome = 'passed' or (test.is_quarantined and test.outcome <> 'skipped'))
        and ${isOfPlace} and run.status <> 'cancelled'
      order by test.at desc limit 1
    ) quiet on series.test_name is not null
    left join lateral ${lastThrough} went on series.test_name is null
    left join lateral (
      select ${isoTime(endOf)} as at
      from ${runFailures} failure
      join ${runs} run on run.id = failure.run_id
      where failure.suite_id = shown.suite_id and failure.signature = series.signature
        and failure.test_name is not distinct from series.test_name
        and failure.at > coalesce(quiet.at, went.at, '-infinity')
        and failure.at <= shown.created_at
        and ${isOfPlace} and run.status <> 'cancelled' and not run.is_repeated
      order by failure.at limit 1
    ) seen on true
    order by series.place`);
  return rows.map(({ at }) => (at === null ? null : new Date(at)));
}

/** When the result of a run, or its last override, became visible. */
const endOf = sql`coalesce(greatest(run.finished_at, run.overridden_at), run.created_at)`;

/** A test whose verdict or text differs between two runs. */
export interface ChangedTest {
  /** ID of the earlier run. */
  before: string;
  /** ID of the later run. */
  after: string;
  testName: string;
}

/**
 * Finds when each change became visible: the end of the first run after `before` from which on the test has had the same
 * verdict and text as in `after`.
 */
export async function readFirstChanged(
  { db, organizationId }: WorkScope,
  changes: ChangedTest[],
): Promise<(Date | null)[]> {
  if (changes.length === 0) return [];
  const column = (values: string[]) => sql.param(values);
  const { rows } = await db.execute<{ at: string | null }>(sql`
    select seen.at from unnest(${column(changes.map(({ before }) => before))}::text[],
      ${column(changes.map(({ after }) => after))}::text[],
      ${column(changes.map(({ testName }) => storableText(testName)))}::text[]) with ordinality
      as change (before_id, after_id, test_name, place)
    left join ${runs} earlier on earlier.id = change.before_id
      and earlier.organization_id = ${organizationId}
    left join ${runs} shown on shown.id = change.after_id
      and shown.organization_id = ${organizationId}
    left join lateral (
      select test.outcome, test.fingerprint from ${testResults} test
      where test.run_id = shown.id and test.name = change.test_name limit 1
    ) current on true
    left join lateral (
      select test.at from ${testResults} test
      join ${runs} run on run.id = test.run_id
      where ${isOfChange}
        and ((test.outcome = 'passed') <> (current.outcome = 'passed')
          or test.fingerprint is distinct from current.fingerprint)
      order by test.at desc limit 1
    ) other on true
    left join lateral (
      select ${isoTime(endOf)} as at from ${testResults} test
      join ${runs} run on run.id = test.run_id
      where ${isOfChange} and test.at > coalesce(other.at, '-infinity')
      order by test.at limit 1
    ) seen on true
    order by change.place`);
  return rows.map(({ at }) => (at === null ? null : new Date(at)));
}

const isOfChange = sql`test.suite_id = shown.suite_id and test.name = change.test_name
  and test.at > earlier.created_at and test.at <= shown.created_at
  and test.outcome not in ('unsure', 'skipped') and not test.is_quarantined
  and ${isOfPlace} and run.status <> 'cancelled' and not run.is_repeated`;
