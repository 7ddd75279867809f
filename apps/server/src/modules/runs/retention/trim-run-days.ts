import { and, eq, inArray, sql } from 'drizzle-orm';
import { projects } from '../../../db/schema/projects.ts';
import { runDays } from '../../../db/schema/run-results.ts';
import { suites } from '../../../db/schema/suites.ts';
import type { Platform } from '../../../platform/platform.ts';
import { type Ask, type CleanUp, rowsOf } from '../../../platform/queue/clean-up.ts';
import { eachRetention } from '../../catalogue/catalogue.ts';

/** Maximum number of suites and projects per part of the clean-up. */
const subjectsPerPart = 100;

/**
 * Removes the figures of deleted suites and projects, which nobody can query. All others are kept forever, so that charts reach
 * back further than the list of runs.
 */
export function runDayCleanUp({ config }: Pick<Platform, 'config'>): CleanUp {
  return {
    kind: 'run-days',
    async *parts(ask) {
      for await (const { organizationId } of eachRetention(ask, config)) {
        for (let isMore = true; isMore; ) {
          const gone = await listGone(ask, organizationId);
          if (gone.length > 0) yield daysOf(organizationId, gone);
          isMore = gone.length === subjectsPerPart;
        }
      }
    },
  };
}

function daysOf(organizationId: string, subjects: string[]) {
  const isOfThem = and(
    eq(runDays.organizationId, organizationId),
    inArray(runDays.subject, subjects),
  );
  return rowsOf(runDays, sql`select ctid from ${runDays} where ${isOfThem}`);
}

async function listGone(ask: Ask, organizationId: string): Promise<string[]> {
  const { rows } = await ask((db) =>
    db.execute<{ id: string }>(sql`
      select id from (${subjectsOf(organizationId)}) subject
      where id <> ${organizationId}
        and not exists (select from ${suites} where ${suites.id} = subject.id)
        and not exists (select from ${projects} where ${projects.id} = subject.id)
      limit ${subjectsPerPart}`),
  );
  return rows.map(({ id }) => id);
}

/** Selects distinct subjects by jumping from one to the next in the index, since each can have rows for many years. */
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
