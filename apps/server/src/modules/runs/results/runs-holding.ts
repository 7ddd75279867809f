import { sql } from 'drizzle-orm';
import { plainName } from '../../../db/name-order.ts';
import { runFailures, testResults } from '../../../db/schema/run-results.ts';
import type { Scope } from '../../../platform/database/scope.ts';

/**
 * Finds the runs that contain a text in a test name, a step or a failure. Reads only the results and failures that were stored
 * when the run ended, never the events.
 */
export async function runsHolding(
  { db, organizationId }: Scope,
  runIds: readonly string[],
  text: string,
): Promise<Set<string>> {
  const holds = (one: Parameters<typeof plainName>[0]) =>
    sql`strpos(${plainName(one)}, wanted.plain) > 0`;
  const { rows } = await db.execute<{ id: string }>(sql`
    select id from unnest(${sql.param(runIds)}::text[]) as asked (id),
      (select ${plainName(sql`${text}::text`)} as plain) as wanted
    where exists (
      select from ${testResults}
      where ${testResults.runId} = asked.id and ${testResults.organizationId} = ${organizationId}
        and (${holds(sql`coalesce(${testResults.title}, ${testResults.name})`)}
          or exists (
            select from jsonb_array_elements(${testResults.steps}) as step
            where ${holds(sql`(step ->> 'said')`)}))
    ) or exists (
      select from ${runFailures}
      where ${runFailures.runId} = asked.id and ${runFailures.organizationId} = ${organizationId}
        and (${holds(runFailures.said)} or ${holds(runFailures.expected)} or ${holds(runFailures.got)}))`);
  return new Set(rows.map(({ id }) => id));
}
