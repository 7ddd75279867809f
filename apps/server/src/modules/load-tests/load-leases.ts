/**
 * Leases of load test shares. A share is the part of a test's virtual users that one worker runs. A worker claims a share for a
 * few seconds and renews its lease. If the worker is lost, another one continues the share at the current second of the test;
 * the report shows the gap.
 */
import type { FailedConversation, LoadSample, LoadTotals } from '@parley/suite';
import { and, asc, eq, inArray, isNotNull, or, sql } from 'drizzle-orm';
import {
  type LoadIncident,
  loadResults,
  loadSamples,
  loadShares,
  loadTests,
} from '../../db/schema/load-tests.ts';
import type { Database } from '../../platform/database/db.ts';
import { createLease } from '../../platform/leased-work/lease.ts';
import type { News } from '../../platform/live/news.ts';
import { countUsage } from '../billing/billing.ts';
import { queuedSharesTopic } from './load-news.ts';
import type { LoadTestRow } from './load-test-row.ts';
import { settleLoadTest } from './settle-load-test.ts';

export const shareLease = createLease(loadShares, {
  ms: 8000,
  isHeld: eq(loadShares.status, 'running'),
});

/** Time from the first claim to second 0, in which the other workers claim their shares. */
const leadMs = 2000;

/** Number of lost workers after which a share is given up. */
const workersLostMax = 3;

const sweepLimit = 100;

export interface ShareKey {
  loadTestId: string;
  share: number;
  attempt: number;
}

export interface ClaimedShare extends ShareKey {
  test: LoadTestRow;
  /** Milliseconds until second 0 by the clock of the database; negative once second 0 has passed. */
  startInMs: number;
}

/** A worker's report about a share that it holds. */
export interface ShareNews extends ShareKey {
  samples: LoadSample[];
  result?: { totals: LoadTotals; failures: readonly FailedConversation[] };
  isDone: boolean;
  /** Why the share could not be run, as a sentence. The share then counts as lost. */
  whyLost?: string;
}

const endsAt = sql`${loadTests.startsAt} + make_interval(secs => (${loadTests.profile} ->> 'durationS')::double precision)`;
const isOver = sql`coalesce(${endsAt} <= now(), false)`;

export async function claimShare(db: Database, owner: string): Promise<ClaimedShare | undefined> {
  return db.transaction(async (tx) => {
    const [due] = await tx
      .select({ loadTestId: loadShares.loadTestId, share: loadShares.share })
      .from(loadShares)
      .innerJoin(loadTests, eq(loadTests.id, loadShares.loadTestId))
      .where(
        and(
          eq(loadShares.status, 'queued'),
          inArray(loadTests.status, ['queued', 'running']),
          sql`not ${isOver}`,
        ),
      )
      .orderBy(asc(loadTests.createdAt), asc(loadTests.id), asc(loadShares.share))
      .limit(1)
      .for('update', { of: loadShares, skipLocked: true });
    if (due === undefined) return undefined;
    const [claimed] = await tx
      .update(loadShares)
      .set({
        status: 'running',
        attempt: sql`${loadShares.attempt} + 1`,
        leaseOwner: owner,
        leaseExpiresAt: shareLease.end,
      })
      .where(is(due))
      .returning();
    const [test] = await tx
      .update(loadTests)
      .set({
        status: 'running',
        startsAt: sql`coalesce(${loadTests.startsAt}, now() + make_interval(secs => ${leadMs / 1000}))`,
      })
      .where(eq(loadTests.id, due.loadTestId))
      .returning();
    const [clock] = await tx
      .select({
        startInMs: sql<number>`(extract(epoch from ${loadTests.startsAt} - clock_timestamp()) * 1000)::double precision`,
      })
      .from(loadTests)
      .where(eq(loadTests.id, due.loadTestId));
    if (claimed === undefined || test === undefined) return undefined;
    return { ...due, attempt: claimed.attempt, test, startInMs: Number(clock?.startInMs ?? 0) };
  });
}

/**
 * Renews the shares that the worker reports and stores its measurements, in one transaction. Measurements of lost shares are
 * dropped. Returns the shares that the worker still holds.
 */
export async function renewAndReport(
  db: Database,
  owner: string,
  news: readonly ShareNews[],
): Promise<ShareKey[]> {
  if (news.length === 0) return [];
  return db.transaction(async (tx) => {
    const held = await shareLease.renew(tx, owner, or(...news.map(isAttempt)), {
      loadTestId: loadShares.loadTestId,
      share: loadShares.share,
      attempt: loadShares.attempt,
    });
    const isHeld = (of: ShareKey) => held.some((mine) => isSame(mine, of));
    const valid = news.filter(isHeld);
    await insertSamples(tx, valid);
    await keepResults(tx, valid);
    const done = valid.filter((of) => of.isDone);
    for (const share of done)
      await tx
        .update(loadShares)
        .set({ status: share.whyLost === undefined ? 'done' : 'lost', ...shareLease.released })
        .where(is(share));
    for (const [id, shares] of Map.groupBy(done, ({ loadTestId }) => loadTestId))
      for (const message of new Set(shares.flatMap(({ whyLost }) => whyLost ?? [])))
        await noteIncident(tx, id, { message });
    for (const id of new Set(done.map(({ loadTestId }) => loadTestId)))
      await settleLoadTest(tx, id);
    return held.filter((of) => !done.some((other) => isSame(other, of)));
  });
}

export const isSame = (a: ShareKey, b: ShareKey) =>
  a.loadTestId === b.loadTestId && a.share === b.share && a.attempt === b.attempt;

async function insertSamples(db: Database, news: readonly ShareNews[]): Promise<void> {
  const rows = news.flatMap(({ loadTestId, share, attempt, samples }) =>
    samples.map((sample) => ({ loadTestId, share, attempt, second: sample.second, sample })),
  );
  if (rows.length === 0) return;
  // A worker reports a second again if the connection broke. The content is the same.
  const written = await db
    .insert(loadSamples)
    .values(rows)
    .onConflictDoNothing()
    .returning({
      loadTestId: loadSamples.loadTestId,
      share: loadSamples.share,
      turns: sql`(${loadSamples.sample} ->> 'turns')::int`.mapWith(Number),
    });
  await countTurns(db, written);
}

/** Counts usage by share. Only one worker holds a share, so workers never wait for each other to count. */
async function countTurns(
  db: Database,
  written: readonly { loadTestId: string; share: number; turns: number }[],
): Promise<void> {
  const byShare = Map.groupBy(written, ({ loadTestId, share }) => `${loadTestId}:${share}`);
  for (const [key, seconds] of byShare) {
    const [test] = await db
      .select({ organizationId: loadTests.organizationId })
      .from(loadTests)
      .where(eq(loadTests.id, seconds[0]?.loadTestId ?? ''));
    if (test === undefined) continue;
    const interactions = seconds.reduce((sum, { turns }) => sum + turns, 0);
    await countUsage({ db, ...test }, `load-test:${key}`, { interactions, callSeconds: 0 });
  }
}

async function keepResults(db: Database, news: readonly ShareNews[]): Promise<void> {
  const rows = news.flatMap(({ loadTestId, share, attempt, result }) =>
    result
      ? [
          {
            loadTestId,
            share,
            attempt,
            totals: result.totals,
            failures: [...result.failures],
          },
        ]
      : [],
  );
  if (rows.length === 0) return;
  await db
    .insert(loadResults)
    .values(rows)
    .onConflictDoUpdate({
      target: [loadResults.loadTestId, loadResults.share, loadResults.attempt],
      set: { totals: sql`excluded.totals`, failures: sql`excluded.failures` },
    });
}

/** Returns the IDs of those load tests that have a stop request. */
export async function listStopped(db: Database, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .select({ id: loadTests.id })
    .from(loadTests)
    .where(and(inArray(loadTests.id, [...ids]), isNotNull(loadTests.stopRequestedAt)));
  return rows.map(({ id }) => id);
}

/**
 * Requeues or gives up the shares of lost workers, and gives up shares that no worker claimed before the test was over. Returns
 * the number of shares of lost workers.
 */
export function sweepShares(db: Database, news: News): Promise<number> {
  return db.transaction(async (tx) => {
    const expired = await tx
      .select()
      .from(loadShares)
      .where(shareLease.hasExpired)
      // All sweeps process load tests in the same order, so that they cannot deadlock.
      .orderBy(asc(loadShares.loadTestId))
      .limit(sweepLimit)
      .for('update', { skipLocked: true });
    for (const [loadTestId, shares] of Map.groupBy(expired, (share) => share.loadTestId))
      await settleExpired(tx, news, loadTestId, shares);

    const late = await tx
      .select({ loadTestId: loadShares.loadTestId, share: loadShares.share })
      .from(loadShares)
      .innerJoin(loadTests, eq(loadTests.id, loadShares.loadTestId))
      .where(and(eq(loadShares.status, 'queued'), isOver))
      .orderBy(asc(loadShares.loadTestId))
      .limit(sweepLimit)
      .for('update', { of: loadShares, skipLocked: true });
    for (const share of late)
      await tx
        .update(loadShares)
        .set({ status: 'lost', ...shareLease.released })
        .where(is(share));
    for (const [id, shares] of Map.groupBy(late, ({ loadTestId }) => loadTestId)) {
      const message = `When its time was over, no worker held ${inWords(shares.length)}.`;
      await noteIncident(tx, id, { message });
      await settleLoadTest(tx, id);
    }
    return expired.length;
  });
}

async function settleExpired(
  db: Database,
  news: News,
  loadTestId: string,
  shares: readonly (typeof loadShares.$inferSelect)[],
): Promise<void> {
  const [test] = await db
    .select({ stopRequestedAt: loadTests.stopRequestedAt, isOver: sql<boolean>`${isOver}` })
    .from(loadTests)
    .where(eq(loadTests.id, loadTestId))
    .for('update');
  const canGoOn = test?.stopRequestedAt === null && !test.isOver;
  let waiting = 0;
  for (const share of shares) {
    const workersLost = share.workersLost + 1;
    const status = canGoOn && workersLost < workersLostMax ? 'queued' : 'lost';
    if (status === 'queued') waiting += 1;
    await db
      .update(loadShares)
      .set({ status, workersLost, ...shareLease.released })
      .where(is(share));
  }
  const lost = new Set(shares.map(({ leaseOwner }) => leaseOwner)).size;
  const message = lostMessage(lost, waiting, shares.length - waiting);
  await noteIncident(db, loadTestId, { message, workersLost: lost });
  await news.publish(db, queuedSharesTopic);
  await settleLoadTest(db, loadTestId);
}

const inWords = (shares: number) =>
  `${shares === 1 ? 'a share' : `${shares} shares`} of the virtual users`;

/** Worded as a possibility, because another worker may not exist. */
const canGoOnElsewhere = 'can go on with another worker';

function lostMessage(workers: number, waiting: number, givenUp: number): string {
  const who = workers === 1 ? 'A worker was lost' : `${workers} workers were lost`;
  const what = [
    waiting > 0 && `${inWords(waiting)} ${canGoOnElsewhere}`,
    givenUp > 0 && `from here on ${inWords(givenUp)} will be missing`,
  ];
  return `${who}; ${what.filter(Boolean).join(', ')}. Up to ${shareLease.ms / 1000} s before are missing.`;
}

export async function noteIncident(
  db: Database,
  loadTestId: string,
  { message, workersLost = 0 }: { message: string; workersLost?: number },
): Promise<void> {
  // If the test was over before the sweep, its end is noted rather than the current time.
  const second = sql`greatest(0, floor(extract(epoch from least(now(), ${endsAt}) - ${loadTests.startsAt})))::int`;
  await db
    .update(loadTests)
    .set({
      workersLost: sql`${loadTests.workersLost} + ${workersLost}`,
      incidents: sql<
        LoadIncident[]
      >`${loadTests.incidents} || jsonb_build_array(jsonb_build_object('second', ${second}, 'message', ${message}::text))`,
    })
    .where(eq(loadTests.id, loadTestId));
}

/**
 * Releases the shares of a stopping worker and returns their number. Another worker, if there is one, continues them
 * immediately.
 */
export function handOverShares(db: Database, news: News, owner: string): Promise<number> {
  return db.transaction(async (tx) => {
    const held = await tx
      .update(loadShares)
      .set({ status: 'queued', ...shareLease.released })
      .where(shareLease.isHeldBy(owner))
      .returning({ loadTestId: loadShares.loadTestId });
    for (const [id, shares] of Map.groupBy(held, ({ loadTestId }) => loadTestId)) {
      const message = `A worker was stopped; ${inWords(shares.length)} ${canGoOnElsewhere}.`;
      await noteIncident(tx, id, { message });
    }
    if (held.length > 0) await news.publish(tx, queuedSharesTopic);
    return held.length;
  });
}

function is({ loadTestId, share }: Pick<ShareKey, 'loadTestId' | 'share'>) {
  return and(eq(loadShares.loadTestId, loadTestId), eq(loadShares.share, share));
}

function isAttempt(key: ShareKey) {
  return and(is(key), eq(loadShares.attempt, key.attempt));
}

/** Interrupts tests that were open before a restore, so that they do not load any bot. */
export async function interruptOpenLoadTests(db: Database): Promise<void> {
  await db
    .update(loadShares)
    .set({ status: 'lost', ...shareLease.released })
    .where(inArray(loadShares.status, ['queued', 'running']));
  await db
    .update(loadTests)
    .set({ status: 'interrupted', finishedAt: sql`now()` })
    .where(inArray(loadTests.status, ['queued', 'running']));
}
