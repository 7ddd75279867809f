/** Presence of processes: each keeps a row about itself, which operators see. */
import { hostname } from 'node:os';
import { and, asc, eq, lt, type SQL, sql } from 'drizzle-orm';
import { serverProcesses } from '../db/schema/index.ts';
import { version } from '../version.ts';
import type { Database } from './database/db.ts';
import type { Lease } from './leased-work/lease.ts';
import type { Platform } from './platform.ts';
import { asNumber } from './queue/waiting-work.ts';
import { newId } from './security/ids.ts';

type Role = typeof serverProcesses.$inferInsert.role;

const sayEveryMs = 5000;

/** Seconds of silence after which a process is removed. Until then, it is shown as silent. */
const forgetAfterS = 86_400;

/**
 * Creates the ID of a lease owner, which is a part of this process. The text before the dot is the process ID of presence.ts.
 */
export function newLeaseOwner({ processId }: Pick<Platform, 'processId'>): string {
  return `${processId}.${newId()}`;
}

/** Seconds for which work waits for a silent worker to return if only that worker can do it. */
const awaitedForS = 60;

const isWorker = sql`${serverProcesses.role} <> 'api'`;

const isAwaitedWorker = sql`${isWorker}
  and ${serverProcesses.seenAt} > now() - make_interval(secs => ${awaitedForS})`;

export interface WorkerPresence {
  id: string;
  /** Equipment that the worker lacks for runs; null if it does not report that. */
  lacks: string[] | null;
}

/** Lists workers that sent a heartbeat within the last `withinS` seconds. */
export function listWorkers(db: Database, withinS = awaitedForS): Promise<WorkerPresence[]> {
  return db
    .select({ id: serverProcesses.id, lacks: serverProcesses.lacks })
    .from(serverProcesses)
    .where(
      and(isWorker, sql`${serverProcesses.seenAt} > now() - make_interval(secs => ${withinS})`),
    );
}

/** Seconds of silence after which a process is shown as silent: three heartbeat intervals. */
const silentAfterS = 15;

/** Lists processes for operators, oldest first, each with the number of rows that it holds under each of these leases. */
export function listProcesses<Kind extends string>(db: Database, leases: Record<Kind, Lease>) {
  const held = Object.entries<Lease>(leases).map(([kind, lease]) => [
    kind,
    asNumber(lease.countHeldBy(serverProcesses.id)),
  ]);
  return db
    .select({
      id: serverProcesses.id,
      role: serverProcesses.role,
      host: serverProcesses.host,
      pid: serverProcesses.pid,
      version: serverProcesses.version,
      startedAt: serverProcesses.startedAt,
      seenAt: serverProcesses.seenAt,
      isSilent: sql<boolean>`${serverProcesses.seenAt} < now() - make_interval(secs => ${silentAfterS})`,
      clockAheadMs: asNumber(
        sql`extract(epoch from ${serverProcesses.clockAt} - ${serverProcesses.seenAt}) * 1000`,
      ),
      ...(Object.fromEntries(held) as Record<Kind, SQL<number>>),
    })
    .from(serverProcesses)
    .orderBy(asc(serverProcesses.startedAt));
}

/** Condition that another process is a worker that lacks none of `needs`, an SQL array of texts. */
export function hasOtherWorker({ owner, needs }: { owner: string; needs: SQL }): SQL {
  const [processId] = owner.split('.');
  return sql`exists (
    select from ${serverProcesses}
    where ${isAwaitedWorker} and ${serverProcesses.id} <> ${processId}
      and not coalesce(${serverProcesses.lacks} && ${needs}, false))`;
}

/** Reports what this process lacks for runs if it is a worker. */
export async function sayLacks(
  { db, processId }: Pick<Platform, 'db' | 'processId'>,
  lacks: string[],
): Promise<void> {
  await db.update(serverProcesses).set({ lacks }).where(eq(serverProcesses.id, processId));
}

export async function startPresence(
  { db, log, clock, processId }: Platform,
  role: Role,
): Promise<{ close(): Promise<void> }> {
  const isThis = eq(serverProcesses.id, processId);
  const about = { id: processId, role, host: hostname(), pid: process.pid, version };

  async function say(): Promise<void> {
    const clockAt = clock.now();
    await db
      .insert(serverProcesses)
      .values({ ...about, clockAt })
      .onConflictDoUpdate({
        target: serverProcesses.id,
        set: { clockAt, seenAt: sql`now()` },
      });
    await db
      .delete(serverProcesses)
      .where(lt(serverProcesses.seenAt, sql`now() - make_interval(secs => ${forgetAfterS})`));
  }

  await say();
  let saying: Promise<void> = Promise.resolve();
  const timer = setInterval(() => {
    saying = say().catch((error) => log.debug({ err: error }, 'Presence could not be written'));
  }, sayEveryMs);
  return {
    async close() {
      clearInterval(timer);
      await saying;
      await db
        .delete(serverProcesses)
        .where(isThis)
        .catch(() => undefined);
    },
  };
}
