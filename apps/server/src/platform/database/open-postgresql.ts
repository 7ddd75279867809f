/** Connects to a PostgreSQL server. Every wait has a deadline, so that a stalled server blocks nothing else. */
import { setTimeout as sleep } from 'node:timers/promises';
import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import type { Config } from '../config/config.ts';
import { StartError } from '../errors/start-error.ts';
import type { Log } from '../observability/log.ts';
import type { OpenDatabase } from './db.ts';
import { indexSearches } from './index-searches.ts';
import { startListener } from './listener.ts';
import { BusyDatabaseError, runMigrations } from './migrations.ts';
import { serviceDatabase } from './organization-database.ts';
import { type OutageWatch, watchOutage } from './outage.ts';
import { connectionsNeeded, isRefused, PatientPool } from './patient-pool.ts';
import { refuseChangingSessions } from './refuse-changing-sessions.ts';
import { type DatabaseRoles, prepareEnter, prepareRoles } from './row-security.ts';

/**
 * Longest wait in milliseconds for a free connection of the pool, and again to open one. Both together take about as long as a
 * query, so callers learn within 3.2 s that the database is unavailable.
 */
const connectTimeoutMs = 1500;

/** Longest wait for the result of a query, in milliseconds. Requests make only short queries. */
const queryTimeoutMs = 2800;

/**
 * The server's limit for a statement, in milliseconds. It is higher than the limit for requests, because maintenance of the job
 * queue takes longer (queue.ts).
 */
const statementTimeoutMs = 30_000;

/** Key of the advisory lock: an arbitrary number that must stay the same in every release. */
const migrationLock = 7_212_049;

/**
 * Longest wait of a migration for a table lock, in milliseconds. It is short, because requests of other servers queue up behind
 * it.
 */
const lockTimeoutMs = 2000;

const lockAttemptsMax = 10;

/** Longest wait for another server that is migrating, in milliseconds. */
const migrationTimeoutMs = 300_000;

/** Longest wait for a database that is still starting, in milliseconds. */
const startTimeoutMs = 30_000;

export async function openPostgresql(
  config: Config,
  databaseUrl: string,
  log: Log,
): Promise<OpenDatabase> {
  const needed = connectionsNeeded(config.databaseConnectionsMax);
  const roles = await migrateOnce(databaseUrl, needed, log);
  const outage = watchOutage(log, () => probe(databaseUrl));
  const pool = new PatientPool(
    {
      connectionString: databaseUrl,
      max: config.databaseConnectionsMax,
      connectionTimeoutMillis: connectTimeoutMs,
      query_timeout: queryTimeoutMs,
      keepAlive: true,
      application_name: 'parley',
      Client: impatientClient(outage),
      onConnect: prepareSession,
    },
    log,
    outage,
  );
  pool.on('error', (error) =>
    log.warn({ err: outage.mark(error) }, 'A connection to the database was lost'),
  );
  const listener = startListener(databaseUrl, log, outage);
  return {
    kind: 'postgresql',
    db: serviceDatabase(pool, roles),
    pool,
    hasRowSecurity: roles !== undefined,
    listen: listener.listen,
    async close() {
      await listener.close();
      await pool.end();
      outage.close();
    },
  };
}

/**
 * Fails while the database accepts no connections. A database that has merely reached its connection limit counts as available.
 */
async function probe(databaseUrl: string): Promise<void> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    connectionTimeoutMillis: connectTimeoutMs,
    query_timeout: connectTimeoutMs,
    application_name: 'parley probe',
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('select 1');
  } catch (error) {
    if (!isRefused(error)) throw error;
  } finally {
    void client.end().catch(() => undefined);
  }
}

/**
 * Prepares a new session. Sets its time zone to UTC, so that days are UTC whatever the role or the database is configured to.
 * This happens after connecting, because poolers may refuse the option in the startup message, and a database URL may have its
 * own options.
 */
async function prepareSession(client: pg.ClientBase): Promise<void> {
  const text = `set time zone 'UTC'; set statement_timeout = ${statementTimeoutMs};
    set idle_in_transaction_session_timeout = ${statementTimeoutMs}`;
  const question = { text, query_timeout: connectTimeoutMs };
  await client.query(question);
  await prepareEnter(client, connectTimeoutMs);
}

/**
 * Creates a client class that drops its connection if a result is late: later queries would not be answered either, and a
 * transaction would return the connection to the pool.
 */
function impatientClient(outage: OutageWatch): new (config?: pg.ClientConfig) => pg.Client {
  return class ImpatientClient extends pg.Client {
    constructor(config?: pg.ClientConfig) {
      super(config);
      // Callers learn of the loss from their query. Without a listener the event would end the process, and between two queries
      // of a transaction the pool does not listen.
      this.on('error', () => undefined);
      const ask = this.query;
      this.query = ((...question: Parameters<typeof ask>) => {
        const answer: unknown = Reflect.apply(ask, this, question);
        if (answer instanceof Promise)
          answer.catch((error: Error) => {
            outage.mark(error);
            if (error.message === 'Query read timeout') this.connection.stream.destroy();
          });
        return answer;
      }) as typeof ask;
    }
  };
}

/** Migrates while other starting servers wait for the advisory lock. */
async function migrateOnce(
  databaseUrl: string,
  needed: number,
  log: Log,
): Promise<DatabaseRoles | undefined> {
  const client = await connectWithPatience(databaseUrl, needed, log);
  try {
    await refuseOldServer(client);
    await refusePooler(client, () => connectWithPatience(databaseUrl, needed, log));
    await warnOfFewConnections(client, needed, log);
    await client.query(`set lock_timeout = ${migrationTimeoutMs}`);
    await client.query('select pg_advisory_lock($1)', [migrationLock]);
    const roles = await migrateWithPatience(client, log);
    await indexSearches(client, log);
    return roles;
  } finally {
    await client.end();
  }
}

/**
 * Migrates in up to ten attempts. A migration that waits for a lock blocks everything behind it, so it gives up soon and tries
 * again.
 */
async function migrateWithPatience(
  client: pg.Client,
  log: Log,
): Promise<DatabaseRoles | undefined> {
  await client.query(`set lock_timeout = ${lockTimeoutMs}`);
  for (let attempt = 1; ; attempt += 1) {
    try {
      await runMigrations(drizzle(client));
      return await prepareRoles(client, log);
    } catch (error) {
      if (!(error instanceof BusyDatabaseError) || attempt === lockAttemptsMax) throw error;
      log.warn({ err: error, attempt }, 'A table is in use; the migration is tried again');
      await sleep(1000);
    }
  }
}

async function connectWithPatience(
  databaseUrl: string,
  needed: number,
  log: Log,
): Promise<pg.Client> {
  const deadline = Date.now() + startTimeoutMs;
  for (;;) {
    const client = new pg.Client({
      connectionString: databaseUrl,
      connectionTimeoutMillis: connectTimeoutMs,
    });
    try {
      await client.connect();
      return client;
    } catch (error) {
      await client.end().catch(() => undefined);
      if (Date.now() > deadline) throw isRefused(error) ? tooFewConnections(error, needed) : error;
      // Logs the message without a stack trace, which would always be the same.
      const { message, code } = error as NodeJS.ErrnoException;
      const reason = message || code;
      log.warn({ reason }, 'The database does not answer yet');
      await sleep(1000);
    }
  }
}

async function refusePooler(one: pg.Client, connect: () => Promise<pg.Client>): Promise<void> {
  const other = await connect();
  try {
    await refuseChangingSessions(one, other);
  } finally {
    await other.end();
  }
}

/** Selects the connection limit: the lowest of the role's, the database's and the server's. A limit of -1 means none. */
const readLimits = `
  select least(nullif(rolconnlimit, -1), nullif(datconnlimit, -1),
    current_setting('max_connections')::int
      - current_setting('superuser_reserved_connections')::int) as "connectionsMax"
  from pg_roles, pg_database where rolname = current_user and datname = current_database()`;

/** Warns if the database allows fewer connections than this process needs. Other processes need connections, too. */
async function warnOfFewConnections(client: pg.Client, needed: number, log: Log): Promise<void> {
  const { rows } = await client.query<{ connectionsMax: number }>(readLimits);
  const connectionsMax = rows[0]?.connectionsMax ?? Number.POSITIVE_INFINITY;
  if (connectionsMax < needed)
    log.warn(
      { connectionsMax, needed },
      'PostgreSQL allows fewer connections than this process may need',
    );
}

function tooFewConnections(error: unknown, needed: number): StartError {
  const { message } = error as Error;
  return new StartError(
    `PostgreSQL refuses the connection: ${message}. This process needs up to ${needed} connections: allow more, or lower PARLEY_DATABASE_CONNECTIONS.`,
  );
}

async function refuseOldServer(client: pg.Client): Promise<void> {
  const { rows } = await client.query('show server_version_num');
  if (Number(rows[0].server_version_num) >= 150_000) return;
  throw new StartError(
    'DATABASE_URL leads to a PostgreSQL older than 15. Parley needs 15 or newer.',
  );
}
