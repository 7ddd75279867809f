/**
 * Jobs: work that outlives a request. A job is sent in the transaction that causes it and exists only if that transaction
 * commits. It runs at least once, so handlers must be safe to repeat.
 */
import { sql } from 'drizzle-orm';
import type { Pool } from 'pg';
import { type ConstructorOptions, fromDrizzle, PgBoss } from 'pg-boss';
import type { z } from 'zod';
import type { Database, OpenDatabase } from '../database/db.ts';
import { forgetParameters } from '../observability/forget-parameters.ts';
import type { Log } from '../observability/log.ts';
import { carryOut } from '../observability/unhandled-rejections.ts';

export interface Job<P extends object = object> {
  name: string;
  payload: z.ZodType<P>;
  options: JobOptions;
}

/** A job with the type of its payload erased. */
export type AnyJob = Pick<Job, 'name' | 'options'>;

interface JobOptions {
  /** Maximum number of retries after failures, with growing pauses. Default 2. */
  retriesMax?: number;
  /** Time limit in seconds, after which the job counts as failed. Default 900. */
  timeoutS?: number;
}

/** A job with its handler. Each worker runs one job of a kind at a time. */
export interface Work {
  job: Job;
  run: (payload: object, signal: AbortSignal) => Promise<void>;
  /** Cron expression in UTC. If set, the job is also sent on this schedule, with an empty payload. */
  schedule: string | undefined;
}

export interface Queue {
  /** Sends a job. Resolves when it is part of the transaction. */
  send<P extends object>(
    db: Database,
    job: Job<P>,
    payload: P,
    options?: { startAfterS?: number },
  ): Promise<void>;
  /** Starts to run jobs in this process. */
  work(works: readonly Work[]): Promise<void>;
  /** Counts jobs by name. Jobs that are due later do not count as waiting. */
  counts(): Promise<JobCounts[]>;
  /** Lists jobs without attempts left, newest first. */
  listDead(limit: number): Promise<DeadJob[]>;
  /** @returns false if there is no such dead job */
  retryDead(name: string, id: string): Promise<boolean>;
  deleteDead(name: string, id: string): Promise<boolean>;
  /** Aborted when the queue begins to stop, for work that another worker can continue. */
  stopping: AbortSignal;
  /** Stops taking jobs, and waits at most `timeoutMs` for active ones. */
  stop(timeoutMs: number): Promise<void>;
}

interface JobCounts {
  name: string;
  waiting: number;
  atWork: number;
  dead: number;
  oldestSeconds: number | null;
}

interface DeadJob {
  id: string;
  name: string;
  attempts: number;
  reason: string;
  at: Date;
}

const nobodysJob = '00000000-0000-0000-0000-000000000000';

const upkeepTimeoutMs = 30_000;

/** Seconds of silence after which a worker counts as lost and its job is retried. */
const silentS = 30;

/** Interval in seconds of the search for jobs of lost workers. */
const superviseEveryS = 15;

export function defineJob<P extends object>(
  name: string,
  payload: z.ZodType<P>,
  options: JobOptions = {},
): Job<P> {
  return { name, payload, options };
}

/** Binds a job to its handler. The types are checked here and erased afterwards. */
export function work<P extends object>(
  job: Job<P>,
  run: (payload: P, signal: AbortSignal) => Promise<void>,
  { schedule }: { schedule?: string } = {},
): Work {
  return { job: job as unknown as Job, run: run as Work['run'], schedule };
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
    superviseIntervalSeconds: superviseEveryS,
    // The embedded database is vacuumed by upkeep.ts.
    monitorVacuum: database.kind === 'postgresql',
  });
  boss.on('error', (error) => log.error({ err: error }, 'The job queue failed'));
  boss.on('warning', (warning) => log.warn({ warning }, 'The job queue warns'));
  await boss.start();
  for (const { name, options } of jobs) {
    await boss.createQueue(name, queueOptions(options));
    // pg-boss looks up a queue once, outside the sender's transaction. On the embedded database, which has one session, the
    // first job would wait for itself forever. So the queue is looked up here.
    await boss.findJobs(name, { id: nobodysJob });
  }

  const stopping = new AbortController();
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
    async counts() {
      const { rows } = await database.pool.query<JobCounts>(countJobs);
      return rows;
    },
    async listDead(limit) {
      const { rows } = await database.pool.query<DeadJob>(findDeadJobs, [limit]);
      return rows;
    },
    async retryDead(name, id) {
      if (!(await isDead(database.pool, name, id))) return false;
      await boss.retry(name, id);
      return true;
    },
    async deleteDead(name, id) {
      if (!(await isDead(database.pool, name, id))) return false;
      await boss.deleteJob(name, id);
      return true;
    },
    stopping: stopping.signal,
    async stop(timeoutMs) {
      stopping.abort();
      await boss.stop({ graceful: true, close: false, timeout: timeoutMs });
    },
  };
}

// pg-boss counts the jobs of a queue only every minute, but operators want current numbers.
const countJobs = `
  select name,
    count(*) filter (where state in ('created', 'retry') and start_after <= now())::int as waiting,
    count(*) filter (where state = 'active')::int as "atWork",
    count(*) filter (where state = 'failed')::int as dead,
    extract(epoch from now() - min(start_after)
      filter (where state in ('created', 'retry') and start_after <= now()))::float8
      as "oldestSeconds"
  from pgboss.job where state <> 'completed' and name not like '\\_\\_%' group by name order by name`;

const findDeadJobs = `
  select id::text, name, retry_count + 1 as attempts, completed_on as at,
    case coalesce(output #>> '{value,message}', '')
      when 'job heartbeat timeout' then 'The worker was lost while it was at work on it.'
      when 'job timed out' then 'It took longer than it may.'
      else coalesce(output ->> 'message', output ->> 'value', output::text, '')
    end as reason
  from pgboss.job where state = 'failed' and name not like '\\_\\_%'
  order by completed_on desc limit $1`;

async function isDead(pool: Pool, name: string, id: string): Promise<boolean> {
  const { rowCount } = await pool.query(
    "select from pgboss.job where name = $1 and id::text = $2 and state = 'failed'",
    [name, id],
  );
  return rowCount === 1;
}

function queueOptions({ retriesMax = 2, timeoutS = 900 }: JobOptions) {
  return {
    notify: true,
    retryLimit: retriesMax,
    retryDelay: 5,
    retryBackoff: true,
    expireInSeconds: timeoutS,
    heartbeatSeconds: silentS,
    // Long enough to see on Monday what failed on Friday.
    deleteAfterSeconds: 4 * 86_400,
  };
}

async function begin(boss: PgBoss, { job, run, schedule }: Work, log: Log): Promise<void> {
  const options = { batchSize: 1, pollingIntervalSeconds: 2 };
  const workId = await boss.work(job.name, options, async ([next]) => {
    if (next === undefined) return;
    // Looks for the next job at once, because pg-boss does so only for batches.
    boss.notifyWorker(workId);
    try {
      await carryOut(job.name, () => run(job.payload.parse(next.data ?? {}), next.signal));
    } catch (error) {
      log.error({ err: error, job: job.name }, 'A job failed');
      // The error is stored with the job and shown to operators.
      throw forgetParameters(error);
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
      // Maintenance of the queue takes longer than queries of requests.
      const question = { text, values, query_timeout: upkeepTimeoutMs };
      return pool.query(question);
    },
    async listen(channel, onPayload, onReconnect) {
      const close = await listen(channel, { onPayload, onConnect: onReconnect });
      return { close };
    },
  };
}
