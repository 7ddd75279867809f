/**
 * Builds the views of share links. A link can be opened any number of times, so a view is stored: it is built when a link is
 * first opened, and again once the run has new events.
 */
import { eq, sql } from 'drizzle-orm';
import { runs, sharedRunViews } from '../../../db/schema/runs.ts';
import { createPieceCache } from '../../../platform/cache/piece-cache.ts';
import type { Database } from '../../../platform/database/db.ts';
import { inOrganization } from '../../../platform/database/organization-database.ts';
import { readInParts } from '../../../platform/database/read-in-parts.ts';
import { type WorkScope, workScope } from '../../../platform/database/scope.ts';
import type { WorkPool } from '../../../platform/work-pool/work-pool.ts';
import { largeReads } from '../log/large-reads.ts';
import type { SharedRunView } from '../log/present-shared-run.ts';
import { readStoredRun } from '../log/read-stored-run.ts';
import type { RunRow } from '../log/run-row.ts';

export interface SharedRunViews {
  /** Returns a `SharedRunView` as JSON. */
  read(run: RunRow): Promise<readonly Buffer[]>;
}

/** Maximum age of the view of an active run, in milliseconds. */
const goingAgeMs = 5_000;

const cacheBytes = 16_000_000;

export function openSharedRunViews(db: Database, pool: WorkPool): SharedRunViews {
  const making = new Map<string, Promise<Buffer[]>>();
  const cache = createPieceCache(cacheBytes);

  function make(run: RunRow): Promise<Buffer[]> {
    const known = making.get(run.id);
    if (known) return known;
    const made = makeView(workScope(db, run.organizationId), pool, run)
      .then((view) => [Buffer.from(view)])
      .finally(() => making.delete(run.id));
    making.set(run.id, made);
    return made;
  }

  async function findKept(run: RunRow) {
    const [kept] = await inOrganization(db, run.organizationId)
      .select({
        lastSeq: sharedRunViews.lastSeq,
        madeAt: sql<string>`${sharedRunViews.madeAt}::text`,
        ageMs: sql<number>`extract(epoch from now() - ${sharedRunViews.madeAt}) * 1000`.mapWith(
          Number,
        ),
      })
      .from(sharedRunViews)
      .where(eq(sharedRunViews.runId, run.id));
    return kept;
  }

  async function readKept(run: RunRow, madeAt: string): Promise<Buffer[] | undefined> {
    const leave = await largeReads.enter(run.organizationId);
    try {
      const text = sql`select view::text as text from ${sharedRunViews}
        where run_id = ${run.id} and made_at = ${madeAt}::timestamptz`;
      return await readInParts(inOrganization(db, run.organizationId), text);
    } finally {
      leave();
    }
  }

  return {
    async read(run) {
      const kept = await findKept(run);
      const isNew =
        kept && (kept.lastSeq >= run.lastSeq || (!run.isComplete && kept.ageMs < goingAgeMs));
      if (!isNew) return make(run);
      const key = `${run.id} ${kept.madeAt}`;
      const known = cache.get(key);
      if (known) return known;
      // Another process may have rebuilt the view in the meantime.
      const view = (await readKept(run, kept.madeAt)) ?? (await make(run));
      cache.set(key, view);
      return view;
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
  // The select inserts nothing if the run was deleted in the meantime.
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
