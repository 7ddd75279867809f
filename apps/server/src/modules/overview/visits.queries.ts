import { sql } from 'drizzle-orm';
import { overviewVisits } from '../../db/schema/overview-visits.ts';
import { inTransaction, type Scope } from '../../platform/database/scope.ts';
import type { Visits } from './after-visit.ts';
import { readClock } from './overview.queries.ts';

/** Changes the stored visits of the member, using the clock of the database. Concurrent requests wait for each other. */
export function changeVisits(
  scope: Scope,
  change: (known: Visits | undefined, now: Date) => Visits,
): Promise<Visits> {
  const { organizationId, actor } = scope;
  const key = { organizationId, userId: actor.userId };
  return inTransaction(scope, async ({ db }) => {
    await db.execute(
      sql`select pg_advisory_xact_lock(hashtext(${`visit ${organizationId} ${actor.userId}`}))`,
    );
    const [known] = await db
      .select()
      .from(overviewVisits)
      .where(
        sql`${overviewVisits.organizationId} = ${organizationId}
          and ${overviewVisits.userId} = ${actor.userId}`,
      );
    const changed = change(known, await readClock({ db }));
    await db
      .insert(overviewVisits)
      .values({ ...key, ...changed })
      .onConflictDoUpdate({
        target: [overviewVisits.organizationId, overviewVisits.userId],
        set: changed,
      });
    return changed;
  });
}
