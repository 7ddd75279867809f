/** The foundation of all modules, created once at startup and closed once at the end. */

import type { Config } from './config/config.ts';
import type { Database, OpenDatabase } from './database/db.ts';
import { readInstallationSecret } from './database/installation-secret.ts';
import { openDatabase } from './database/open-database.ts';
import { logFailures } from './egress/operator-services.ts';
import { type News, startNews } from './live/news.ts';
import { createMail, type Mail } from './mail/mail.ts';
import type { Log } from './observability/log.ts';
import { traceQueries } from './observability/trace-queries.ts';
import { type AnyJob, type Queue, startQueue } from './queue/queue.ts';
import { newId } from './security/ids.ts';
import type { Storage } from './storage/storage.ts';
import { storageOf } from './storage/storage-of.ts';
import { type Clock, systemClock } from './time/clock.ts';
import { type PoolLimits, startWorkPool, type WorkPool } from './work-pool/work-pool.ts';

export interface PlatformConfig extends Config {
  /** The installation's secret, which signs and encrypts values; see installation-secret.ts. */
  secret: string;
}

export interface Platform {
  /** ID under which other processes know this one; see presence.ts. */
  processId: string;
  config: PlatformConfig;
  log: Log;
  clock: Clock;
  db: Database;
  databaseKind: OpenDatabase['kind'];
  hasRowSecurity: boolean;
  /** Numbers of database connections of this process, and of callers that wait for one. */
  connections(): { open: number; idle: number; waiting: number };
  queue: Queue;
  news: News;
  mail: Mail;
  storage: Storage;
  pool: WorkPool;
  close(): Promise<void>;
}

export interface PlatformOptions {
  config: Config;
  log: Log;
  /** The jobs of all modules. */
  jobs: readonly AnyJob[];
  /** Database that is already being opened. */
  database?: Promise<OpenDatabase>;
  clock?: Clock;
  /** Overrides for the default limits. */
  poolLimits?: Partial<PoolLimits>;
}

/** Milliseconds that active jobs get to finish when the server stops. */
const jobsEndTimeoutMs = 12_000;

export async function startPlatform({
  config,
  log,
  jobs,
  database: opening = openDatabase(config, log),
  clock = systemClock,
  poolLimits,
}: PlatformOptions): Promise<Platform> {
  const database = await opening;
  if (config.hasTraces) traceQueries(database.pool);
  try {
    const secret = await readInstallationSecret(database.db, config);
    const news = await startNews(database, log);
    const queue = await startQueue(database, jobs, log);
    const pool = startWorkPool(log, poolLimits);
    return {
      processId: newId(),
      config: { ...config, secret },
      log,
      clock,
      db: database.db,
      databaseKind: database.kind,
      hasRowSecurity: database.hasRowSecurity,
      connections() {
        const { totalCount: open, idleCount: idle, waitingCount: waiting } = database.pool;
        return { open, idle, waiting };
      },
      queue,
      news,
      mail: createMail(queue),
      storage: storageOf(config, logFailures(log)),
      pool,
      async close() {
        await queue.stop(jobsEndTimeoutMs);
        await pool.close();
        await news.close();
        await database.close();
      },
    };
  } catch (error) {
    await database.close();
    throw error;
  }
}
