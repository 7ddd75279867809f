import { existsSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { OperationsHealth, QueuedWork } from '@parley/contract';
import { waitingMails } from '../../platform/mail/waiting-mails.ts';
import type { Platform } from '../../platform/platform.ts';
import type { WaitingFigures, WaitingWork } from '../../platform/queue/waiting-work.ts';
import { version } from '../../version.ts';
import { countLateSlots, waitingDeliveries } from '../monitoring/monitoring.ts';
import { waitingRuns } from '../runs/runs.ts';
import { maskError } from './mask-error.ts';
import { listBusyProcesses, readDatabaseBytes } from './operations.queries.ts';

/** Kinds of work that have their own tables; jobs are counted by their queue. */
export const waitingWork: readonly WaitingWork[] = [waitingRuns, waitingMails, waitingDeliveries];

const deadShownMax = 100;

export async function readHealth(platform: Platform): Promise<OperationsHealth> {
  const { db, databaseKind, clock, config } = platform;
  const [processes, work, deadWork, lateSlots, bytes, disk] = await Promise.all([
    listBusyProcesses(db),
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

/** Counts the work that is waiting, active or given up, by kind. */
export async function countWork({ db, queue }: Platform): Promise<QueuedWork[]> {
  const [jobs, ...counted] = await Promise.all([
    queue.counts(),
    ...waitingWork.map(async ({ kind, count }) => ({ kind, ...(await count(db)) })),
  ]);
  const all: (WaitingFigures & { kind: string })[] = [
    ...counted,
    ...jobs.map(({ name, ...job }) => ({ kind: name, ...job })),
  ];
  return all.map(({ kind, atWork = 0, dead = 0, waiting, oldestSeconds, lastError }) => ({
    kind,
    waiting,
    atWork,
    dead,
    oldestSeconds: oldestSeconds === null ? null : Math.max(0, Math.round(oldestSeconds)),
    lastError: lastError ? maskError(lastError) : null,
  }));
}

async function listDeadWork({ db, queue }: Platform): Promise<OperationsHealth['deadWork']> {
  const [jobs, ...listed] = await Promise.all([
    queue.listDead(deadShownMax),
    ...waitingWork.map(async ({ kind, dead }) =>
      (await (dead?.list(db, deadShownMax) ?? [])).map((each) => ({ ...each, kind })),
    ),
  ]);
  return [...listed.flat(), ...jobs.map(({ name, ...job }) => ({ ...job, kind: name, target: '' }))]
    .toSorted((a, b) => b.at.getTime() - a.at.getTime())
    .slice(0, deadShownMax)
    .map((each) => ({ ...each, reason: each.reason ?? '', at: each.at.toISOString() }));
}

/**
 * Reads the disk space at the folder, or at its closest existing parent, because the folder does not exist until a file is
 * stored.
 */
export async function readDisk(folder: string): Promise<OperationsHealth['disk']> {
  if (!existsSync(folder) && dirname(folder) !== folder) return readDisk(dirname(folder));
  const { bsize, bavail, blocks } = await statfs(folder);
  return { freeBytes: bsize * bavail, totalBytes: bsize * blocks };
}
