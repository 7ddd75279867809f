import { and, asc, desc, eq, inArray, sql } from 'drizzle-orm';
import { monitors } from '../../../db/schema/monitoring.ts';
import { runs } from '../../../db/schema/runs.ts';
import { suites } from '../../../db/schema/suites.ts';
import type { Scope } from '../../../platform/database/scope.ts';

/** Number of last runs whose durations count. */
const timedRuns = 10;

export function listOpenRuns(scope: Scope, deviceId: string, limit: number) {
  return scope.db
    .select({
      id: runs.id,
      suiteId: runs.suiteId,
      suiteName: runs.suiteName,
      trigger: runs.trigger,
      startedByName: runs.startedByName,
      status: sql<'running' | 'queued'>`${runs.status}`,
      conversations: sql<number>`coalesce(case when ${runs.status} = 'running'
        then ${runs.conversationsHeld} end, ${runs.conversations}, 1)`,
      createdAt: runs.createdAt,
      startedAt: runs.startedAt,
    })
    .from(runs)
    .where(
      and(
        eq(runs.organizationId, scope.organizationId),
        eq(runs.deviceId, deviceId),
        inArray(runs.status, ['running', 'queued']),
      ),
    )
    .orderBy(desc(runs.status), asc(runs.createdAt), asc(runs.id))
    .limit(limit);
}

export function listMonitoredSuites(scope: Scope, deviceId: string, limit: number) {
  return scope.db
    .select({
      id: suites.id,
      name: suites.name,
      source: suites.source,
      monitoringConfig: suites.monitoringConfig,
      pausedUntil: monitors.pausedUntil,
    })
    .from(suites)
    .leftJoin(monitors, eq(monitors.suiteId, suites.id))
    .where(
      and(
        eq(suites.organizationId, scope.organizationId),
        eq(suites.deviceId, deviceId),
        eq(suites.isMonitoring, true),
      ),
    )
    .orderBy(asc(suites.id))
    .limit(limit);
}

/** Reads the clock of the database, which times slots and runs. */
export async function readClock(scope: Scope): Promise<Date> {
  const { rows } = await scope.db.execute<{ now: string }>(sql`select now()::text as now`);
  return new Date(rows[0]?.now ?? Date.now());
}

/** Computes the median duration of runs in milliseconds by suite. Suites without passed or failed runs are left out. */
export async function medianDurations(
  scope: Scope,
  suiteIds: readonly string[],
): Promise<Map<string, number>> {
  if (suiteIds.length === 0) return new Map();
  const ids = sql.join(
    suiteIds.map((id) => sql`(${id})`),
    sql`, `,
  );
  const { rows } = await scope.db.execute<{ suite_id: string; ms: number }>(sql`
    select wanted.suite_id, percentile_cont(0.5) within group (order by timed.ms) as ms
    from (values ${ids}) as wanted (suite_id)
    cross join lateral (
      select extract(epoch from run.finished_at - run.started_at)::float8 * 1000 as ms
      from ${runs} run
      where run.suite_id = wanted.suite_id and run.organization_id = ${scope.organizationId}
        and run.status in ('passed', 'failed') and run.started_at is not null
      order by run.created_at desc limit ${timedRuns}
    ) timed
    group by wanted.suite_id`);
  return new Map(rows.map(({ suite_id, ms }) => [suite_id, Number(ms)]));
}
