/**
 * What the links of a run show. Whoever has a link may open it as often as they like, so it is made once
 * for all: when a link is first opened, and anew after an override.
 */
import { eq, sql } from 'drizzle-orm';
import { runs, sharedRunViews } from '../../../db/schema/runs.ts';
import type { Database } from '../../../platform/database/db.ts';
import { inOrganization } from '../../../platform/database/organization-database.ts';
import { type WorkScope, workScope } from '../../../platform/database/scope.ts';
import type { WorkPool } from '../../../platform/work-pool/work-pool.ts';
import { largeReads } from '../log/large-reads.ts';
import type { SharedRunView } from '../log/present-shared-run.ts';
import { readStoredRun } from '../log/read-stored-run.ts';
import type { RunRow } from '../log/run-row.ts';

export interface SharedRunViews {
  /** A `SharedRunView` in JSON. */
  read(run: RunRow): Promise<string>;
}

/** So old may be what is shown of a run that goes on. */
const goingAgeMs = 5_000;

export function openSharedRunViews(db: Database, pool: WorkPool): SharedRunViews {
  const making = new Map<string, Promise<string>>();

  function make(run: RunRow): Promise<string> {
    const known = making.get(run.id);
    if (known) return known;
    const made = makeView(workScope(db, run.organizationId), pool, run).finally(() => {
      making.delete(run.id);
    });
    making.set(run.id, made);
    return made;
  }

  async function readKept(run: RunRow) {
    const leave = await largeReads.enter(run.organizationId);
    try {
      const [kept] = await inOrganization(db, run.organizationId)
        .select({
          view: sql<string>`${sharedRunViews.view}::text`,
          lastSeq: sharedRunViews.lastSeq,
          ageMs: sql<number>`extract(epoch from now() - ${sharedRunViews.madeAt}) * 1000`.mapWith(
            Number,
          ),
        })
        .from(sharedRunViews)
        .where(eq(sharedRunViews.runId, run.id));
      return kept;
    } finally {
      leave();
    }
  }

  return {
    async read(run) {
      const kept = await readKept(run);
      const isNew =
        kept && (kept.lastSeq >= run.lastSeq || (!run.isComplete && kept.ageMs < goingAgeMs));
      return isNew ? kept.view : make(run);
    },
  };
}

async function makeView(scope: WorkScope, pool: WorkPool, run: RunRow): Promise<string> {
  const { db } = scope;
  const { id: runId, organizationId, lastSeq } = run;
  const { suiteName, platform, status, counts, startedAt, finishedAt } = run;
  const shown = { suiteName, platform, status, counts, startedAt, finishedAt };
  const view = await readStoredRun(scope, pool, run, 'share', { run: shown });
  const stored = sql<SharedRunView>`${view}::jsonb`;
  const made = { lastSeq, view: stored, madeAt: sql`now()` };
  // The run may have been deleted meanwhile.
  await db
    .insert(sharedRunViews)
    .select(
      db
        .select({
          runId: sql<string>`${runId}`.as('run_id'),
          organizationId: sql<string>`${organizationId}`.as('organization_id'),
          lastSeq: sql<number>`${lastSeq}::int`.as('last_seq'),
          madeAt: sql<Date>`now()`.as('made_at'),
          view: stored.as('view'),
        })
        .from(runs)
        .where(eq(runs.id, runId)),
    )
    .onConflictDoUpdate({ target: sharedRunViews.runId, set: made });
  return view;
}
