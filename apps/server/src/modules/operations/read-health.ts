import { existsSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { OperationsHealth, QueuedWork } from '@parley/contract';
import type { Platform } from '../../platform/platform.ts';
import { version } from '../../version.ts';
import {
  countDeliveries,
  countLateSlots,
  countMails,
  countRuns,
  listDeadDeliveries,
  listDeadMails,
  listProcesses,
  readDatabaseBytes,
} from './operations.queries.ts';

const deadShownMax = 100;

export async function readHealth(platform: Platform): Promise<OperationsHealth> {
  const { db, databaseKind, clock, config } = platform;
  const [processes, work, deadWork, lateSlots, bytes, disk] = await Promise.all([
    listProcesses(db),
    countWork(platform),
    listDeadWork(platform),
    countLateSlots(db),
    readDatabaseBytes(db),
    readDisk(config.dataFolder),
  ]);
  return {
    version,
    at: clock.now().toISOString(),
    processes: processes.map((each) => ({
      ...each,
      clockAheadMs: Math.round(each.clockAheadMs),
      startedAt: each.startedAt.toISOString(),
      seenAt: each.seenAt.toISOString(),
    })),
    work,
    deadWork,
    lateSlots: { ...lateSlots, oldestSeconds: Math.round(lateSlots.oldestSeconds) },
    database: { kind: databaseKind, bytes },
    disk,
  };
}

/** Everything that waits for a worker, by kind. */
export async function countWork({ db, queue }: Platform): Promise<QueuedWork[]> {
  const [runs, mails, alerts, jobs] = await Promise.all([
    countRuns(db),
    countMails(db),
    countDeliveries(db),
    queue.counts(),
  ]);
  const counted = [
    runs,
    mails,
    alerts,
    ...jobs.map(({ name, ...job }) => ({ kind: name, ...job })),
  ];
  return counted.map(({ kind, atWork, dead = 0, waiting = 0, oldestSeconds = null }) => ({
    kind,
    waiting,
    atWork: atWork ?? 0,
    dead,
    oldestSeconds: oldestSeconds === null ? null : Math.max(0, Math.round(oldestSeconds)),
  }));
}

async function listDeadWork({ db, queue }: Platform): Promise<OperationsHealth['deadWork']> {
  const [mails, alerts, jobs] = await Promise.all([
    listDeadMails(db, deadShownMax),
    listDeadDeliveries(db, deadShownMax),
    queue.listDead(deadShownMax),
  ]);
  return [
    ...mails,
    ...alerts,
    ...jobs.map(({ name, ...job }) => ({ ...job, kind: name, target: '' })),
  ]
    .toSorted((a, b) => b.at.getTime() - a.at.getTime())
    .slice(0, deadShownMax)
    .map((each) => ({ ...each, at: each.at.toISOString() }));
}

/**
 * Reads the disk of the folder, or of its parent if the folder does not exist because nothing is stored
 * in files.
 */
export async function readDisk(folder: string): Promise<OperationsHealth['disk']> {
  if (!existsSync(folder) && dirname(folder) !== folder) return readDisk(dirname(folder));
  const { bsize, bavail, blocks } = await statfs(folder);
  return { freeBytes: bsize * bavail, totalBytes: bsize * blocks };
}
