import { lt, sql } from 'drizzle-orm';
import { monitorSlots } from '../../db/schema/monitor-slots.ts';
import { organizations } from '../../db/schema/organizations.ts';
import { suites } from '../../db/schema/suites.ts';
import type { Database } from '../../platform/db.ts';
import type { WorkScope } from '../../platform/scope.ts';

export interface DueMonitor {
  suiteId: string;
  organizationId: string;
  slot: Date;
}

/** What `monitoringConfig.everyMinutes` may say; anything else counts as the default. */
const everyMinutesAllowed = [5, 15, 30, 60, 360, 1440];
const everyMinutesDefault = 60;

/**
 * Monitored suites whose present slot nobody has used yet. Slots of different suites are spread over
 * the interval by the suite's id, so that an hour does not begin with a storm.
 */
export async function listDueMonitors(db: Database, limit: number): Promise<DueMonitor[]> {
  const wanted = sql`${suites.monitoringConfig} ->> 'everyMinutes'`;
  const allowed = sql.join(
    everyMinutesAllowed.map((minutes) => sql`${String(minutes)}`),
    sql`, `,
  );
  const { rows } = await db.execute<{
    suite_id: string;
    organization_id: string;
    slot: string;
  }>(sql`
    with monitors as (
      select ${suites.id} as suite_id, ${suites.organizationId} as organization_id,
        case when ${wanted} in (${allowed}) then (${wanted})::integer
          else ${everyMinutesDefault}::integer end * 60 as seconds
      from ${suites}
      join ${organizations} on ${organizations.id} = ${suites.organizationId}
      where ${suites.isMonitoring}
        and ${organizations.subscriptionStatus} in ('trial', 'enabled')
        and coalesce(${organizations.subscriptionEndsAt} > now(), true)
    ), slots as (
      select suite_id, organization_id, date_bin(
        make_interval(secs => seconds), now(),
        timestamptz 'epoch' + make_interval(secs => abs(hashtext(suite_id)) % seconds)
      ) as slot
      from monitors
    )
    select suite_id, organization_id, slot::text from slots
    where not exists (
      select from ${monitorSlots} used
      where used.suite_id = slots.suite_id and used.slot = slots.slot
    )
    order by slot limit ${limit}`);
  return rows.map((row) => ({
    suiteId: row.suite_id,
    organizationId: row.organization_id,
    slot: new Date(row.slot),
  }));
}

/** Whether the slot is the caller's: exactly one of all who ask for it gets it. */
export async function useSlot(scope: WorkScope, { suiteId, slot }: DueMonitor): Promise<boolean> {
  const used = await scope.db
    .insert(monitorSlots)
    .values({ suiteId, slot })
    .onConflictDoNothing()
    .returning({ slot: monitorSlots.slot });
  return used.length > 0;
}

/** Slots that can't be asked for again. */
export async function deleteOldSlots(db: Database): Promise<void> {
  await db.delete(monitorSlots).where(lt(monitorSlots.slot, sql`now() - interval '3 days'`));
}
