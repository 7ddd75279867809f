import { inArray, type SQL, sql } from 'drizzle-orm';
import { stepDays } from '../../db/schema/history.ts';
import { suites } from '../../db/schema/suites.ts';
import type { Database } from '../../platform/db.ts';

/** Suites of one step: of a statement that has to end in time however many rows there are. */
const suitesPerStep = 500;

/** Suites whose figures are deleted at a time. */
const gonePerStep = 25;

/** Removes the figures of steps whose suite is gone, a few suites at a time. */
export async function trimStepDays(db: Database, signal: AbortSignal): Promise<void> {
  let after: string | undefined = '';
  while (after !== undefined && !signal.aborted) {
    const measured = await measuredSuites(db, after);
    const gone = measured.filter(({ isGone }) => isGone).map(({ id }) => id);
    for (let at = 0; at < gone.length && !signal.aborted; at += gonePerStep)
      await db.delete(stepDays).where(inArray(stepDays.suiteId, gone.slice(at, at + gonePerStep)));
    after = measured.at(-1)?.id;
  }
}

/** From one to the next in the index, as each may have rows of many years. */
async function measuredSuites(
  db: Database,
  after: string,
): Promise<{ id: string; isGone: boolean }[]> {
  const next = (last: SQL) =>
    sql`select min(${stepDays.suiteId}) from ${stepDays} where ${stepDays.suiteId} > ${last}`;
  const { rows } = await db.execute<{ id: string; isGone: boolean }>(sql`
    with recursive measured(id, place) as (
      select (${next(sql`${after}`)}), 1
      union all
      select (${next(sql`measured.id`)}), place + 1 from measured
      where id is not null and place < ${suitesPerStep}
    )
    select id, not exists (select from ${suites} where ${suites.id} = measured.id) as "isGone"
    from measured where id is not null order by place`);
  return rows;
}
