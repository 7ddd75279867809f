import type { Billing } from '@parley/contract';
import { and, desc, eq, sql } from 'drizzle-orm';
import { monitorSlots } from '../../../db/schema/monitoring.ts';
import { suites } from '../../../db/schema/suites.ts';
import type { WorkScope } from '../../../platform/database/scope.ts';

const stoppedMonitorsMax = 20;

/** Lists slots of the last three days that a plan or a quota kept from running, newest first, at most `stoppedMonitorsMax`. */
export async function listStoppedMonitors(scope: WorkScope): Promise<Billing['stoppedMonitors']> {
  const rows = await scope.db
    .select({
      suiteId: monitorSlots.suiteId,
      suiteName: suites.name,
      slot: monitorSlots.slot,
      reason: monitorSlots.reason,
    })
    .from(monitorSlots)
    .innerJoin(suites, eq(suites.id, monitorSlots.suiteId))
    .where(
      and(
        eq(suites.organizationId, scope.organizationId),
        eq(monitorSlots.outcome, 'refused'),
        eq(monitorSlots.result, 'ignored'),
        sql`${monitorSlots.slot} > now() - interval '3 days'`,
      ),
    )
    .orderBy(desc(monitorSlots.slot), monitorSlots.suiteId)
    .limit(stoppedMonitorsMax);
  return rows.map((row) => ({ ...row, slot: row.slot.toISOString(), reason: row.reason ?? '' }));
}
