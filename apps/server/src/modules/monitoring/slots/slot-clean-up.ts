import { sql } from 'drizzle-orm';
import { monitorSlots } from '../../../db/schema/monitoring.ts';
import { type Ask, type CleanUp, rowsOf } from '../../../platform/queue/clean-up.ts';

/** Number of suites per statement, so that it ends in time however many slots they have. */
const suitesPerPart = 200;

/** Number of newest slots to keep of each suite for its alerts, however old they are. */
const keptPerSuite = 20;

/**
 * Deletes slots that are no longer needed, a few suites at a time, because each statement first determines the slots to keep.
 */
export const slotCleanUp: CleanUp = {
  kind: 'monitor-slots',
  async *parts(ask) {
    for (let after: string | undefined = ''; after !== undefined; ) {
      const suiteIds: string[] = await listMonitored(ask, after);
      if (suiteIds.length > 0) yield rowsOf(monitorSlots, oldSlots(suiteIds));
      after = suiteIds.at(-1);
    }
  },
};

const oldSlots = (suiteIds: string[]) => sql`
  select old.ctid from unnest(${sql.param(suiteIds)}::text[]) suite(id)
  cross join lateral (
    select kept.slot from ${monitorSlots} kept where kept.suite_id = suite.id
    order by kept.slot desc offset ${keptPerSuite - 1} limit 1
  ) oldest_kept
  join ${monitorSlots} old on old.suite_id = suite.id
    and old.slot < least(oldest_kept.slot, now() - interval '3 days')`;

/**
 * Lists the next suites with slots by jumping from one to the next in the index, since each can have slots of several years.
 */
async function listMonitored(ask: Ask, after: string): Promise<string[]> {
  const next = (last: ReturnType<typeof sql>) =>
    sql`select min(${monitorSlots.suiteId}) from ${monitorSlots} where ${monitorSlots.suiteId} > ${last}`;
  const { rows } = await ask((db) =>
    db.execute<{ id: string }>(sql`
      with recursive monitored(id, place) as (
        select (${next(sql`${after}`)}), 1
        union all
        select (${next(sql`monitored.id`)}), place + 1 from monitored
        where id is not null and place < ${suitesPerPart}
      )
      select id from monitored where id is not null order by place`),
  );
  return rows.map(({ id }) => id);
}
