/**
 * Jobs: work that outlives a request. A job is sent in the transaction that causes it and exists only
 * if that commits. It runs at least once: whoever carries it out makes a repetition harmless.
 */
import { sql } from 'drizzle-orm';
import type { Pool } from 'pg';
import { type ConstructorOptions, fromDrizzle, PgBoss } from 'pg-boss';
import type { z } from 'zod';
import type { Database, OpenDatabase } from './db.ts';
import type { Log } from './log.ts';

export interface Job<P extends object = object> {
  name: string;
  payload: z.ZodType<P>;
  options: JobOptions;
}

/** Whatever its payload. */
export type AnyJob = Pick<Job, 'name' | 'options'>;

interface JobOptions {
  /** After a failure, with growing pauses. Default 2. */
  retriesMax?: number;
  /** A job that takes longer counts as failed. Default 15 minutes. */
  timeoutS?: number;
}

/** A job with what carries it out. */
export interface Work {
  job: Job;
  run: (payload: object, signal: AbortSignal) => Promise<void>;
  /** How many at the same time, per worker. Default 1. */
  concurrency: number;
  /** Crontab in UTC: the job is also sent by the clock, without payload. */
  schedule: string | undefined;
}

export interface Queue {
  /** Returns when the job is part of the transaction. */
  send<P extends object>(
    db: Database,
    job: Job<P>,
    payload: P,
    options?: { startAfterS?: number },
  ): Promise<void>;
  /** Begins to carry out jobs in this process. */
  work(works: readonly Work[]): Promise<void>;
  /** Takes no more jobs and waits for those at work, at most this long. */
  stop(timeoutMs: number): Promise<void>;
}

const nobodysJob = '00000000-0000-0000-0000-000000000000';

const upkeepTimeoutMs = 30_000;

export function defineJob<P extends object>(
  name: string,
  payload: z.ZodType<P>,
  options: JobOptions = {},
): Job<P> {
  return { name, payload, options };
}

/** Binds a job to what carries it out; the types of both agree here and are forgotten afterwards. */
export function work<P extends object>(
  job: Job<P>,
  run: (payload: P, signal: AbortSignal) => Promise<void>,
  { concurrency = 1, schedule }: { concurrency?: number; schedule?: string } = {},
): Work {
  return { job: job as unknown as Job, run: run as Work['run'], concurrency, schedule };
}

export async function startQueue(
  database: OpenDatabase,
  jobs: readonly AnyJob[],
  log: Log,
): Promise<Queue> {
  const boss = new PgBoss({
    db: bossDatabase(database),
    backend: database.kind === 'embedded' ? 'pglite' : 'postgres',
    useListenNotify: true,
    // The embedded database is vacuumed by upkeep.ts.
    monitorVacuum: database.kind === 'postgresql',
  });
  boss.on('error', (error) => log.error({ err: error }, 'The job queue failed'));
  boss.on('warning', (warning) => log.warn({ warning }, 'The job queue warns'));
  await boss.start();
  for (const { name, options } of jobs) {
    await boss.createQueue(name, queueOptions(options));
    // pg-boss looks a queue up once, and not in the sender's transaction: on the embedded database,
    // which has one session, the first job would wait for itself for ever. So it is looked up here.
    await boss.findJobs(name, { id: nobodysJob });
  }

  return {
    async send(db, job, payload, { startAfterS = 0 } = {}) {
      await boss.send(job.name, job.payload.parse(payload), {
        db: fromDrizzle(db, sql),
        startAfter: startAfterS,
      });
    },
    async work(works) {
      for (const each of works) await begin(boss, each, log);
    },
    async stop(timeoutMs) {
      await boss.stop({ graceful: true, close: false, timeout: timeoutMs });
    },
  };
}

function queueOptions({ retriesMax = 2, timeoutS = 900 }: JobOptions) {
  return {
    notify: true,
    retryLimit: retriesMax,
    retryDelay: 5,
    retryBackoff: true,
    expireInSeconds: timeoutS,
    deleteAfterSeconds: 86_400,
  };
}

async function begin(
  boss: PgBoss,
  { job, run, concurrency, schedule }: Work,
  log: Log,
): Promise<void> {
  const options = { batchSize: 1, localConcurrency: concurrency, pollingIntervalSeconds: 2 };
  const workId = await boss.work(job.name, options, async ([next]) => {
    if (next === undefined) return;
    // Look for the next one at once: the library's own way of that does nothing for single jobs.
    boss.notifyWorker(workId);
    try {
      await run(job.payload.parse(next.data ?? {}), next.signal);
    } catch (error) {
      log.error({ err: error, job: job.name }, 'A job failed');
      throw error;
    }
  });
  if (schedule !== undefined) await boss.schedule(job.name, schedule, {}, { tz: 'UTC' });
}

type BossDatabase = NonNullable<ConstructorOptions['db']>;

function bossDatabase({
  pool,
  listen,
}: {
  pool: Pool;
  listen: OpenDatabase['listen'];
}): BossDatabase {
  return {
    executeSql: (text, values = []) => {
      // What the queue does to look after itself takes longer than what a request asks.
      const question = { text, values, query_timeout: upkeepTimeoutMs };
      return pool.query(question);
    },
    async listen(channel, onPayload, onReconnect) {
      const close = await listen(channel, { onPayload, onConnect: onReconnect });
      return { close };
    },
  };
}
