import { inArray, type SQL, sql } from 'drizzle-orm';
import { stepDays } from '../../../db/schema/run-results.ts';
import { suites } from '../../../db/schema/suites.ts';
import { type Ask, type CleanUp, rowsOf } from '../../../platform/queue/clean-up.ts';

/** Number of suites per part, which limits the statement's duration however many rows there are. */
const suitesPerPart = 500;

/** Removes step figures of deleted suites. */
export const stepDayCleanUp: CleanUp = {
  kind: 'step-days',
  async *parts(ask) {
    for (let after: string | undefined = ''; after !== undefined; ) {
      const measured: MeasuredSuite[] = await listMeasured(ask, after);
      const gone = measured.filter(({ isGone }) => isGone).map(({ id }) => id);
      if (gone.length > 0)
        yield rowsOf(
          stepDays,
          sql`select ctid from ${stepDays} where ${inArray(stepDays.suiteId, gone)}`,
        );
      after = measured.at(-1)?.id;
    }
  },
};

interface MeasuredSuite extends Record<string, unknown> {
  id: string;
  isGone: boolean;
}

/** Lists suites by jumping from one to the next in the index, since each can have rows for many years. */
async function listMeasured(ask: Ask, after: string): Promise<MeasuredSuite[]> {
  const next = (last: SQL) =>
    sql`select min(${stepDays.suiteId}) from ${stepDays} where ${stepDays.suiteId} > ${last}`;
  const { rows } = await ask((db) =>
    db.execute<MeasuredSuite>(sql`
      with recursive measured(id, place) as (
        select (${next(sql`${after}`)}), 1
        union all
        select (${next(sql`measured.id`)}), place + 1 from measured
        where id is not null and place < ${suitesPerPart}
      )
      select id, not exists (select from ${suites} where ${suites.id} = measured.id) as "isGone"
      from measured where id is not null order by place`),
  );
  return rows;
}
