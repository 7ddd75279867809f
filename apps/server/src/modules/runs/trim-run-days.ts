import { and, eq, inArray, sql } from 'drizzle-orm';
import { runDays } from '../../db/schema/history.ts';
import { projects } from '../../db/schema/projects.ts';
import { suites } from '../../db/schema/suites.ts';
import type { Platform } from '../../platform/platform.ts';
import { eachRetention } from '../catalogue/catalogue.ts';

/** Suites and projects of one step. */
const subjectsPerStep = 25;

/**
 * Removes the figures of suites and projects that are gone, a few at a time; nobody can ask for them
 * any more. All others stay for good, so that charts reach back further than the list of runs.
 */
export async function trimRunDays(
  platform: Pick<Platform, 'db' | 'config'>,
  signal: AbortSignal,
): Promise<void> {
  for await (const { organizationId } of eachRetention(platform, signal)) {
    while (!signal.aborted && (await removeGone(platform, organizationId)));
  }
}

/** Whether there may be more. */
async function removeGone({ db }: Pick<Platform, 'db'>, organizationId: string): Promise<boolean> {
  const { rows: gone } = await db.execute<{ id: string }>(sql`
    select id from (${subjectsOf(organizationId)}) subject
    where id <> ${organizationId}
      and not exists (select from ${suites} where ${suites.id} = subject.id)
      and not exists (select from ${projects} where ${projects.id} = subject.id)
    limit ${subjectsPerStep}`);
  const ids = gone.map(({ id }) => id);
  if (ids.length > 0)
    await db
      .delete(runDays)
      .where(and(eq(runDays.organizationId, organizationId), inArray(runDays.subject, ids)));
  return ids.length === subjectsPerStep;
}

/** From one to the next in the index, as each may have rows of many years. */
function subjectsOf(organizationId: string) {
  const least = sql`select min(${runDays.subject}) from ${runDays}
    where ${runDays.organizationId} = ${organizationId}`;
  return sql`
    with recursive subjects(id) as (
      (${least})
      union all
      select (${least} and ${runDays.subject} > subjects.id) from subjects where id is not null
    )
    select id from subjects where id is not null`;
}
