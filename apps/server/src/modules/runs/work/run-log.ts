/**
 * The log of a run: its events, numbered 1, 2, 3 … without gaps. A writer locks the run's row until it commits, so a reader
 * that has seen number n never finds a lower one later.
 */
import {
  type Failure,
  isOverridden,
  type RunCounts,
  type RunEvent,
  type RunResult,
  spellCounts,
  type VerdictOverridden,
} from '@parley/suite';
import { and, eq, sql } from 'drizzle-orm';
import { runs } from '../../../db/schema/runs.ts';
import type { Database } from '../../../platform/database/db.ts';
import type { News } from '../../../platform/live/news.ts';
import { countUsage, type UsedAmount } from '../../billing/billing.ts';
import { insertEvents } from '../log/event-rows.ts';
import { type FoldedRun, foldOn } from '../log/fold-recorded.ts';
import { runTopic, tellRunEnded } from '../log/run-news.ts';
import { type EndState, type RunRow, runColumns } from '../log/run-row.ts';
import { refreshResults } from '../results/keep-results.ts';

/** Lease of the worker that is allowed to append, with the number of its attempt. */
export interface Lease {
  runId: string;
  organizationId: string;
  owner: string;
  attempt: number;
}

/** Thrown if this worker no longer holds the run, so that its further events are void. */
export class LeaseLostError extends Error {
  override name = 'LeaseLostError';
}

export interface Batch {
  events: RunEvent[];
  /** Counts for lists, up to and including these events. */
  counts: RunCounts;
  /** Fold of the run's brief events including these. If absent, it is read from the log when needed. */
  result?: RunResult;
  /** Number of the last event before these. */
  lastSeq: number;
  /** Usage of the tests that end with these events. */
  used?: UsedAmount;
}

/**
 * Appends a batch and returns the number of its last event. A batch whose response was lost can be repeated safely, because the
 * row shows that it was stored.
 */
export async function appendEvents(
  db: Database,
  news: News,
  lease: Lease,
  { events, counts, result, lastSeq, used }: Batch,
): Promise<number> {
  const nextSeq = lastSeq + events.length;
  const end = endOf(events);
  await db.transaction(async (tx) => {
    const written = tx
      .update(runs)
      .set({
        lastSeq: nextSeq,
        counts: spellCounts(counts),
        ...(events.some(hasEvidence) && { hasEvidence: true }),
        ...(end && endColumns(end)),
      })
      .where(and(holds(lease), eq(runs.lastSeq, lastSeq)));
    const [ended] = end ? await written.returning(runColumns) : [];
    const [run] = end ? [ended] : await written.returning({ id: runs.id });
    if (run === undefined) return refuseUnlessAppended(tx, lease, nextSeq);
    const { runId, organizationId } = lease;
    await insertEvents(tx, runId, lastSeq, events);
    if (used) await countUsage({ db: tx, organizationId }, `run:${runId}`, used);
    if (ended) {
      await refreshResults(tx, ended, result);
      await tellRunEnded(news, tx, ended);
    } else await news.publish(tx, runTopic(runId));
  });
  return nextSeq;
}

interface Ending {
  status: 'cancelled' | 'interrupted';
  failure?: Failure | undefined;
  /** Folded run, read before the transaction. If absent, all events are read inside the transaction. */
  folded?: FoldedRun | undefined;
}

/** Ends a run that no worker holds, and records the failure. Lock its row first, in the same transaction. */
export async function endRun(
  db: Database,
  news: News,
  run: RunRow,
  { status, failure, folded }: Ending,
): Promise<RunRow> {
  const event: RunEvent = {
    type: 'run.finished',
    at: Date.now(),
    status,
    ...(failure && { failure }),
  };
  const [ended] = await db
    .update(runs)
    .set({ lastSeq: run.lastSeq + 1, ...endColumns(status) })
    .where(eq(runs.id, run.id))
    .returning(runColumns);
  await insertEvents(db, run.id, run.lastSeq, [event]);
  if (ended === undefined) return run;
  await refreshResults(db, ended, folded && (await foldOn(db, run.id, folded)));
  await tellRunEnded(news, db, ended);
  return ended;
}

/**
 * Appends an override to an ended run. `after` is the fold of its brief events including the override. Lock its row first, in
 * the same transaction.
 */
export async function appendOverride(
  db: Database,
  run: RunRow,
  event: VerdictOverridden,
  after: RunResult,
): Promise<RunRow> {
  const { status, counts, tests } = after;
  const [overridden] = await db
    .update(runs)
    .set({
      lastSeq: run.lastSeq + 1,
      status: status as EndState,
      counts: spellCounts(counts),
      overriddenAt: tests.some(isOverridden) ? sql`now()` : null,
    })
    .where(eq(runs.id, run.id))
    .returning(runColumns);
  await insertEvents(db, run.id, run.lastSeq, [event]);
  if (overridden === undefined) return run;
  await refreshResults(db, overridden, after);
  return overridden;
}

function endColumns(status: EndState) {
  return {
    status,
    isComplete: true,
    finishedAt: sql`now()`,
    leaseOwner: null,
    leaseExpiresAt: null,
  };
}

function hasEvidence(event: RunEvent): boolean {
  return 'evidence' in event && event.evidence !== undefined && event.evidence.length > 0;
}

function endOf(events: RunEvent[]): EndState | undefined {
  const last = events.at(-1);
  return last?.type === 'run.finished' ? last.status : undefined;
}

function holds({ runId, owner, attempt }: Lease) {
  return and(eq(runs.id, runId), eq(runs.leaseOwner, owner), eq(runs.attempt, attempt));
}

async function refuseUnlessAppended(db: Database, lease: Lease, nextSeq: number): Promise<void> {
  const [run] = await db
    .select({ attempt: runs.attempt, lastSeq: runs.lastSeq })
    .from(runs)
    .where(eq(runs.id, lease.runId));
  // The attempt number rises with each claim, so no other worker can have written these events.
  const isAppended = run?.attempt === lease.attempt && run.lastSeq === nextSeq;
  if (!isAppended) throw new LeaseLostError(`Run ${lease.runId} has changed hands`);
}
