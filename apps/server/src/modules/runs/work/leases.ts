/**
 * Leases of runs. A worker claims a run for 15 s and renews the lease while working. If the worker stops responding, another
 * attempt takes over the run once. After that, the run is given up.
 */
import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import { runQueue, waitingOrganizations } from '../../../db/schema/run-queue.ts';
import { runs } from '../../../db/schema/runs.ts';
import type { Database } from '../../../platform/database/db.ts';
import { workScope } from '../../../platform/database/scope.ts';
import { createLease } from '../../../platform/leased-work/lease.ts';
import type { News } from '../../../platform/live/news.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { FoldedRun } from '../log/fold-recorded.ts';
import { foldBeforehandIfPossible } from '../log/read-stored-run.ts';
import { tellRunsChanged } from '../log/run-news.ts';
import { type RunRow, runColumns } from '../log/run-row.ts';
import { endRun } from './run-log.ts';
import { countTakenOver } from './run-metrics.ts';

export const runLease = createLease(runs, { ms: 15_000, isHeld: eq(runs.status, 'running') });

/** Maximum number of runs per sweep; later sweeps handle the others. */
const sweepLimit = 100;

const workersLost = {
  class: 'internal',
  code: 'workers-lost',
  message: 'Two workers were lost while executing it.',
  hint: 'Run it again. If it happens again, the operator can find the cause in the workers’ logs.',
} as const;

const wasRestored = {
  class: 'internal',
  code: 'backup-restored',
  message: 'It was open in a backup that was restored.',
  hint: 'Run it again.',
} as const;

/** Number of workers that a run can lose and still be retried: a run that took down two workers is not given to a third. */
const workersLostMax = 1;

/** What sweeps need to settle runs. */
export type RunsToLookAfter = Pick<Platform, 'db' | 'news' | 'pool' | 'log'>;

export interface HeldRun {
  id: string;
  attempt: number;
  isCancelRequested: boolean;
}

/** Renews the leases that the worker still holds and returns their runs. */
export function renewLeases(db: Database, owner: string, runIds: string[]): Promise<HeldRun[]> {
  return runLease.renew(db, owner, inArray(runs.id, runIds), {
    id: runs.id,
    attempt: runs.attempt,
    isCancelRequested: sql<boolean>`${runs.cancelRequestedAt} is not null`,
  });
}

/**
 * Settles the runs whose worker stopped responding, and returns their number. A run that cannot be settled does not hold up the
 * others.
 */
export async function sweepExpired(looking: RunsToLookAfter): Promise<number> {
  const expired = await looking.db
    .select(runColumns)
    .from(runs)
    .where(runLease.hasExpired)
    .orderBy(asc(runs.leaseExpiresAt))
    .limit(sweepLimit);
  const errors: unknown[] = [];
  let settled = 0;
  for (const run of expired) {
    try {
      if (await settleIfExpired(looking, run)) settled += 1;
    } catch (error) {
      errors.push(error);
    }
  }
  countTakenOver(settled);
  if (errors.length > 0) throw new AggregateError(errors, 'Runs could not be settled');
  return settled;
}

/** Settles one run per transaction, since two sweeps that lock several runs could deadlock. */
async function settleIfExpired(looking: RunsToLookAfter, known: RunRow): Promise<boolean> {
  const { db, news } = looking;
  const { id, organizationId } = known;
  const folded = isOver(known)
    ? await foldBeforehandIfPossible(workScope(db, organizationId), looking, known)
    : undefined;
  return db.transaction(async (tx) => {
    const [run] = await tx
      .select(runColumns)
      .from(runs)
      .where(and(eq(runs.id, id), runLease.hasExpired))
      .for('update', { skipLocked: true });
    if (run !== undefined) await settleExpired(tx, news, run, folded);
    return run !== undefined;
  });
}

/** @returns true if a run whose worker was lost is ended instead of retried */
const isOver = ({ cancelRequestedAt, workersLost }: RunRow): boolean =>
  cancelRequestedAt !== null || workersLost >= workersLostMax;

async function settleExpired(
  db: Database,
  news: News,
  run: RunRow,
  folded: FoldedRun | undefined,
): Promise<void> {
  const failure = run.leaseOwner === null ? wasRestored : workersLost;
  if (run.cancelRequestedAt !== null) await endRun(db, news, run, { status: 'cancelled', folded });
  else if (isOver(run)) await endRun(db, news, run, { status: 'interrupted', failure, folded });
  else await putBack(db, news, run.id, { workersLost: run.workersLost + 1 });
}

/**
 * Releases the runs of a stopping worker so that other workers continue them immediately. Returns their number. Releases one
 * run per transaction, because each locks the queue position of its organization.
 */
export async function handOver(db: Database, news: News, owner: string): Promise<number> {
  const isHeld = runLease.isHeldBy(owner);
  const held = await db.select({ id: runs.id }).from(runs).where(isHeld);
  const errors: unknown[] = [];
  for (const { id } of held) {
    try {
      await db.transaction(async (tx) => {
        const [run] = await tx
          .select({ id: runs.id })
          .from(runs)
          .where(and(eq(runs.id, id), isHeld))
          .for('update');
        if (run !== undefined) await putBack(tx, news, id, {});
      });
    } catch (error) {
      errors.push(error);
    }
  }
  if (errors.length > 0) throw new AggregateError(errors, 'Runs could not be handed over');
  return held.length;
}

/** Expires the runs that were open before a restore, so that the first sweep interrupts them like those of lost workers. */
export async function giveUpOpenRuns(db: Database): Promise<void> {
  // Disable the trigger and clear the queue at once: removing runs from the queue one by one gets slower the more there are.
  await db.execute(sql`alter table runs disable trigger runs_follow_queue`);
  await db
    .update(runs)
    .set({
      status: 'running',
      startedAt: sql`coalesce(${runs.startedAt}, now())`,
      leaseOwner: null,
      leaseExpiresAt: sql`now()`,
      workersLost: workersLostMax,
    })
    .where(inArray(runs.status, ['queued', 'running']));
  await db.execute(sql`alter table runs enable trigger runs_follow_queue`);
  await db.delete(runQueue);
  await db.delete(waitingOrganizations);
}

async function putBack(
  db: Database,
  news: News,
  id: string,
  change: { workersLost?: number },
): Promise<void> {
  const [run] = await db
    .update(runs)
    .set({ status: 'queued', ...runLease.released, ...change })
    .where(eq(runs.id, id))
    .returning(runColumns);
  if (run !== undefined) await tellRunsChanged(news, db, [run]);
}
