/**
 * Who carries out which run. A worker takes a run for 15 s and renews while it is at work; a run whose
 * worker fell silent is taken over once by another attempt, and given up after that.
 */
import { and, asc, eq, inArray, lt, sql } from 'drizzle-orm';
import { devices } from '../../db/schema/devices.ts';
import { runs } from '../../db/schema/runs.ts';
import type { Database } from '../../platform/db.ts';
import type { News } from '../../platform/news.ts';
import { hasOtherWorker } from '../../platform/presence.ts';
import { version } from '../../version.ts';
import { endRun } from './run-log.ts';
import { countTakenOver } from './run-metrics.ts';
import { tellRunsChanged } from './run-news.ts';
import { type ClaimedRun, claimedColumns, type RunRow, runColumns } from './run-row.ts';

export const leaseMs = 15_000;

/** Runs that one sweep takes care of; the next one follows soon. */
const sweepLimit = 100;

/** A run that took two workers down is not given to a third. */
const workersLostMax = 1;

const leaseEnd = sql`now() + make_interval(secs => ${leaseMs / 1000})`;

const isFirstInLine = sql`
  not exists (
    select from ${runs} ahead
    where ahead.device_id = queued.device_id and ahead.status = 'queued'
      and (ahead.created_at, ahead.id) < (queued.created_at, queued.id)
  )`;

/** A run that asks for more than the limit gets the limit. */
const fitsOnDevice = sql`
  least(queued.conversations, device.concurrency_limit) + coalesce((
    select sum(using_it.conversations_held) from ${runs} using_it
    where using_it.device_id = queued.device_id and using_it.status = 'running'
  ), 0) <= device.concurrency_limit`;

/**
 * Takes the run that is most due: of the organization with the fewest at work, among those of the one
 * that was served longest ago, its oldest. However many runs one organization has queued, another
 * waits for a place and not for them. With `isLastSlot` only one of an organization that has none at
 * work: nobody takes all places.
 *
 * Runs that speak as a virtual device stand in line for it. Only the first in the line is due, once
 * the device has as many conversations free as the run asks for. As there is one first, two workers
 * never take two runs of a device at the same moment, each unaware of the other.
 *
 * A worker that lacks what a run needs leaves it to one that may have it. Where there is none it takes
 * the run all the same, which then ends with what is missing instead of waiting for ever.
 */
export async function claimRun(
  db: Database,
  news: News,
  owner: string,
  isLastSlot: boolean,
  lacks: readonly string[] = [],
): Promise<ClaimedRun | undefined> {
  const busiest = isLastSlot ? sql`and busy.count is null` : sql``;
  const suited =
    lacks.length === 0
      ? sql``
      : sql`and (not (queued.needs && ${sql.param(lacks)}::text[])
          or not ${hasOtherWorker({ owner, needs: sql`queued.needs` })})`;
  const due = sql`(
    with busy as (
      select organization_id, count(*) as count from ${runs} where status = 'running'
      group by organization_id
    ), served as (
      select organization_id, (
        select max(earlier.started_at) from ${runs} earlier
        where earlier.organization_id = waiting.organization_id and earlier.started_at is not null
      ) as at
      from (select distinct organization_id from ${runs} where status = 'queued') waiting
    )
    select queued.id from ${runs} queued
    left join busy on busy.organization_id = queued.organization_id
    left join served on served.organization_id = queued.organization_id
    left join ${devices} device on device.id = queued.device_id
    where queued.status = 'queued' ${busiest} ${suited}
      and (device.id is null or (${isFirstInLine}) and (${fitsOnDevice}))
    order by coalesce(busy.count, 0), served.at nulls first, queued.created_at, queued.id
    limit 1
    for update of queued skip locked
  )`;
  return db.transaction(async (tx) => {
    const [run] = await tx
      .update(runs)
      .set({
        status: 'running',
        attempt: sql`${runs.attempt} + 1`,
        leaseOwner: owner,
        leaseExpiresAt: leaseEnd,
        workerVersion: version,
        startedAt: sql`coalesce(${runs.startedAt}, now())`,
        conversationsHeld: sql`(
          select least(${runs.conversations}, device.concurrency_limit)
          from ${devices} device where device.id = ${runs.deviceId})`,
      })
      .where(eq(runs.id, due))
      .returning(claimedColumns);
    if (run !== undefined) await tellRunsChanged(news, tx, [run]);
    return run;
  });
}

export interface HeldRun {
  id: string;
  attempt: number;
  isCancelRequested: boolean;
}

/** Renews those of these that the worker still holds, and says which they are. */
export async function renewLeases(
  db: Database,
  owner: string,
  runIds: string[],
): Promise<HeldRun[]> {
  return db
    .update(runs)
    .set({ leaseExpiresAt: leaseEnd })
    .where(and(inArray(runs.id, runIds), eq(runs.status, 'running'), eq(runs.leaseOwner, owner)))
    .returning({
      id: runs.id,
      attempt: runs.attempt,
      isCancelRequested: sql<boolean>`${runs.cancelRequestedAt} is not null`,
    });
}

const hasExpired = and(eq(runs.status, 'running'), lt(runs.leaseExpiresAt, sql`now()`));

/** Takes care of the runs whose worker fell silent. One that can't be settled keeps back no other. */
export async function sweepExpired(db: Database, news: News): Promise<void> {
  const expired = await db
    .select({ id: runs.id })
    .from(runs)
    .where(hasExpired)
    .orderBy(asc(runs.leaseExpiresAt))
    .limit(sweepLimit);
  const errors: unknown[] = [];
  for (const { id } of expired) {
    try {
      if (await settleIfExpired(db, news, id)) countTakenOver(1);
    } catch (error) {
      errors.push(error);
    }
  }
  if (errors.length > 0) throw new AggregateError(errors, 'Runs could not be settled');
}

/**
 * One at a time: whoever ends a run holds what its day adds up to, and two sweeps that hold those of
 * several runs would wait for each other.
 */
function settleIfExpired(db: Database, news: News, id: string): Promise<boolean> {
  return db.transaction(async (tx) => {
    const [run] = await tx
      .select(runColumns)
      .from(runs)
      .where(and(eq(runs.id, id), hasExpired))
      .for('update', { skipLocked: true });
    if (run !== undefined) await settleExpired(tx, news, run);
    return run !== undefined;
  });
}

async function settleExpired(db: Database, news: News, run: RunRow): Promise<void> {
  if (run.cancelRequestedAt !== null) await endRun(db, news, run, 'cancelled');
  else if (run.workersLost >= workersLostMax) await endRun(db, news, run, 'interrupted');
  else await putBack(db, news, run.id, { workersLost: run.workersLost + 1 });
}

/** Hands over what a worker that stops still holds; another one goes on with it at once. */
export async function handOver(db: Database, news: News, owner: string): Promise<void> {
  await db.transaction(async (tx) => {
    const held = await tx
      .select({ id: runs.id })
      .from(runs)
      .where(and(eq(runs.status, 'running'), eq(runs.leaseOwner, owner)))
      .for('update');
    for (const { id } of held) await putBack(tx, news, id, {});
  });
}

/**
 * For the start on an embedded database, which one process alone can use: whoever held a lease is
 * gone, so nobody has to wait for it to run out.
 */
export async function expireAllLeases(db: Database): Promise<void> {
  await db.update(runs).set({ leaseExpiresAt: sql`now()` }).where(eq(runs.status, 'running'));
}

/**
 * After a restore: runs that were open then are over. Nobody goes on with them; the first sweep ends
 * them as interrupted, as it does with those of lost workers.
 */
export async function giveUpOpenRuns(db: Database): Promise<void> {
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
}

async function putBack(
  db: Database,
  news: News,
  id: string,
  change: { workersLost?: number },
): Promise<void> {
  const [run] = await db
    .update(runs)
    .set({ status: 'queued', leaseOwner: null, leaseExpiresAt: null, ...change })
    .where(eq(runs.id, id))
    .returning(runColumns);
  if (run !== undefined) await tellRunsChanged(news, db, [run]);
}
