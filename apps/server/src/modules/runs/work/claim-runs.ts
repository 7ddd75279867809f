/**
 * Decides which queued runs a worker takes. However many runs are queued or have ended, a claim reads only a few rows of each
 * organization considered: `run_queue` and `waiting_organizations` keep the queue in order.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { devices } from '../../../db/schema/devices.ts';
import { runQueue, waitingOrganizations } from '../../../db/schema/run-queue.ts';
import { runs } from '../../../db/schema/runs.ts';
import type { Database } from '../../../platform/database/db.ts';
import type { News } from '../../../platform/live/news.ts';
import { hasOtherWorker } from '../../../platform/presence.ts';
import { version } from '../../../version.ts';
import { tellRunsChanged } from '../log/run-news.ts';
import { type ClaimedRun, claimedColumns } from '../log/run-row.ts';
import { queueDeadline } from './end-overdue-runs.ts';
import { runLease } from './leases.ts';

export interface Claim {
  /** Worker that claims the runs. */
  owner: string;
  /** Maximum number of runs to claim. */
  places: number;
  /**
   * True if the last place is reserved for an organization with no active run, so that no
   * organization takes all places.
   */
  isLastShared: boolean;
  /** Equipment that the worker lacks, see Equipment of the engine. */
  lacks?: readonly string[];
}

/** Number of extra due runs to read, since other workers may be taking the first ones. */
const marginOfOthers = 32;

/** Number of organizations to read in one statement. */
const pageOfOrganizations = 50;

const attemptsMax = 4;

/** Delay in milliseconds before the next attempt, multiplied by the number of attempts. */
const waitForOthersMs = 20;

/**
 * Claims the most urgent runs one after another. The organization with the fewest active runs comes first, then the one that
 * was served longest ago; its oldest run is taken. However many runs one organization has queued, another organization waits
 * only for a free place.
 *
 * Runs with a virtual device wait in the device's queue. Only the first one is due, and only once the device has as many free
 * conversations as the run needs. Since only one run is first, two workers never take two runs of a device at the same moment.
 *
 * A worker that lacks what a run needs leaves the run to other workers that may have it. If there are none, it takes the run,
 * which then ends with an error that names what is missing instead of waiting forever.
 */
export async function claimRuns(db: Database, news: News, claim: Claim): Promise<ClaimedRun[]> {
  const taken: ClaimedRun[] = [];
  try {
    await takeDue(db, news, claim, taken, claim.places, dueOfIdle);
    await takeDue(db, news, claim, taken, claim.places - (claim.isLastShared ? 1 : 0), dueOfBusy);
  } catch (error) {
    // Runs claimed before the error belong to this worker, and no other worker would execute them.
    if (taken.length === 0) throw error;
  }
  return taken;
}

type FindDue = (db: Database, claim: Claim, limit: number) => Promise<string[]>;

/** Adds runs to `taken` until there are `places` of them or none is due. */
async function takeDue(
  db: Database,
  news: News,
  claim: Claim,
  taken: ClaimedRun[],
  places: number,
  findDue: FindDue,
): Promise<void> {
  for (let attempt = 1; attempt <= attemptsMax && taken.length < places; attempt += 1) {
    const open = places - taken.length;
    const due = await findDue(db, claim, open + marginOfOthers);
    if (due.length === 0) return;
    const got = await take(db, news, claim, due, open);
    taken.push(...got);
    if (got.length >= Math.min(open, due.length)) return;
    // Another worker is taking some of them. Once it has, later runs become due.
    await sleep(attempt * waitForOthersMs);
  }
}

/** Claims the first of the due runs that no other worker is claiming. Never waits for a locked row. */
async function take(
  db: Database,
  news: News,
  { owner }: Claim,
  due: string[],
  places: number,
): Promise<ClaimedRun[]> {
  const free = sql`(
    select free.id as free_id
    from unnest(${sql.param(due)}::text[]) with ordinality as due (id, place)
    join ${runs} free on free.id = due.id
    where free.status = 'queued'
    order by due.place limit ${places}
    for update of free skip locked
  ) free`;
  return db.transaction(async (tx) => {
    const taken = await tx
      .update(runs)
      .set({
        status: 'running',
        attempt: sql`${runs.attempt} + 1`,
        leaseOwner: owner,
        leaseExpiresAt: runLease.end,
        workerVersion: version,
        startedAt: sql`coalesce(${runs.startedAt}, now())`,
        conversationsHeld: sql`(
          select least(${runs.conversations}, device.concurrency_limit)
          from ${devices} device where device.id = ${runs.deviceId})`,
      })
      .from(free)
      .where(sql`${runs.id} = free_id`)
      .returning(claimedColumns);
    if (taken.length > 0) await tellRunsChanged(news, tx, taken);
    const places = new Map(due.map((id, place) => [id, place]));
    return taken.toSorted((a, b) => (places.get(a.id) ?? 0) - (places.get(b.id) ?? 0));
  });
}

/** Lists due runs of organizations without active runs, at most one of each. */
async function dueOfIdle(db: Database, claim: Claim, limit: number): Promise<string[]> {
  const due: string[] = [];
  for (let offset = 0; due.length < limit; offset += pageOfOrganizations) {
    const { rows } = await db.execute<{ id: string | null }>(sql`
      with busy as (${atWork})
      select head.id
      from (
        select organization_id, served_at from ${waitingOrganizations}
        where organization_id not in (select organization_id from busy)
        order by served_at nulls first, since, organization_id
        limit ${pageOfOrganizations} offset ${offset}
      ) waiting
      left join lateral (${headsOf(claim, 1)}) head on true
      order by waiting.served_at nulls first, head.created_at, head.id`);
    due.push(...rows.flatMap(({ id }) => id ?? []));
    if (rows.length < pageOfOrganizations) break;
  }
  return due.slice(0, limit);
}

/**
 * Lists due runs of organizations with active runs, in the order in which they would be claimed one by one: each run counts as
 * active for the next choice.
 */
async function dueOfBusy(db: Database, claim: Claim, limit: number): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    with busy as (${atWork})
    select head.id
    from busy
    join ${waitingOrganizations} waiting on waiting.organization_id = busy.organization_id
    cross join lateral (${headsOf(claim, limit)}) head
    order by busy.count + head.rank, head.rank, waiting.served_at nulls first,
      head.created_at, head.id
    limit ${limit}`);
  return rows.map(({ id }) => id);
}

const atWork = sql`
  select organization_id, count(*) as count from ${runs} where status = 'running'
  group by organization_id`;

/** Condition that the device has room for the run. A run that needs more than the limit gets the limit. */
const fitsOnDevice = sql`
  least(queued.conversations, device.concurrency_limit) + coalesce((
    select sum(using_it.conversations_held) from ${runs} using_it
    where using_it.device_id = queued.device_id and using_it.status = 'running'
  ), 0) <= device.concurrency_limit`;

/** Selects the oldest due runs of the organization `waiting`, at most one for each virtual device. */
function headsOf({ owner, lacks = [] }: Claim, limit: number) {
  const isSuited =
    lacks.length === 0
      ? sql`true`
      : sql`(not (queued.needs && ${sql.param(lacks)}::text[])
          or not ${hasOtherWorker({ owner, needs: sql`queued.needs` })})`;
  return sql`
    select queued.run_id as id, queued.created_at,
      row_number() over (order by queued.created_at, queued.run_id) as rank
    from (${lanesOfWaiting}) lanes
    cross join lateral (
      select * from ${runQueue} in_lane
      where in_lane.organization_id = waiting.organization_id and in_lane.lane = lanes.lane
        and in_lane.created_at > ${queueDeadline}
      order by in_lane.created_at, in_lane.run_id
      limit case when lanes.lane like 'device:%' then 1 else ${limit}::int end
    ) queued
    left join ${devices} device on device.id = queued.device_id
    where ${isSuited} and (device.id is null or (${fitsOnDevice}))
    order by queued.created_at, queued.run_id
    limit ${limit}`;
}

/** Selects the lanes of an organization by jumping from one to the next in the index, without reading the runs in them. */
const lanesOfWaiting = sql`
  with recursive lanes as (
    (select lane from ${runQueue} where organization_id = waiting.organization_id
      order by lane limit 1)
    union all
    select (
      select beyond.lane from ${runQueue} beyond
      where beyond.organization_id = waiting.organization_id and beyond.lane > lanes.lane
      order by beyond.lane limit 1
    ) from lanes where lanes.lane is not null
  )
  select lane from lanes where lane is not null`;

/**
 * Removes organizations without queued runs from `waiting_organizations`. They are left over when several workers take an
 * organization's last runs at the same moment.
 */
export async function removeIdleTurns(db: Database): Promise<void> {
  await db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ id: string }>(sql`
      select organization_id as id from ${waitingOrganizations} waiting
      where not exists (
        select from ${runQueue} queued where queued.organization_id = waiting.organization_id)
      limit ${pageOfOrganizations} for update skip locked`);
    const ids = rows.map(({ id }) => id);
    if (ids.length === 0) return;
    // Check again: with the row locked, nobody can queue a run of the organization meanwhile.
    await tx.execute(sql`
      delete from ${waitingOrganizations} waiting
      where organization_id = any(${sql.param(ids)}::text[]) and not exists (
        select from ${runQueue} queued where queued.organization_id = waiting.organization_id)`);
  });
}
