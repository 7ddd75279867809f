/** The embedded database behind an ordinary pool with a single connection. */
import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import type { Config } from '../config/config.ts';
import type { Log } from '../observability/log.ts';
import type { OpenDatabase, Subscription } from './db.ts';
import { startCopyDesk } from './embedded/copy-desk.ts';
import { type EmbeddedDatabase, startEmbeddedDatabase } from './embedded/embedded-database.ts';
import { startUpkeep } from './embedded/upkeep.ts';
import { runMigrations } from './migrations.ts';
import { serviceDatabase } from './organization-database.ts';
import { type DatabaseRoles, prepareEnter, prepareRoles } from './row-security.ts';

/**
 * Longest wait for the connection in milliseconds. It also ends a deadlock, which occurs if code in a transaction uses the
 * pool.
 */
const turnTimeoutMs = 30_000;

export interface EmbeddedConnection {
  database: EmbeddedDatabase;
  pool: pg.Pool;
  close(): Promise<void>;
}

/** Connects to the embedded database without migrating it. `onConnect` runs before the first query of each connection. */
export async function connectEmbedded(
  dataFolder: string,
  log: Log,
  onConnect?: (client: pg.ClientBase) => Promise<void>,
): Promise<EmbeddedConnection> {
  const database = await startEmbeddedDatabase(dataFolder, (error) => {
    // Nothing can be stored from now on. A restart recovers all commits.
    log.fatal({ err: error }, 'The embedded database stopped');
    process.exitCode = 1;
    process.kill(process.pid, 'SIGTERM');
  });
  const pool = new pg.Pool({
    // The driver uses only those parts of a socket that EmbeddedStream has.
    stream: () => database.connect() as never,
    user: 'postgres',
    database: 'postgres',
    max: 1,
    idleTimeoutMillis: 0,
    connectionTimeoutMillis: turnTimeoutMs,
    ...(onConnect && { onConnect }),
  });
  pool.on('error', (error) =>
    log.error({ err: error }, 'Connection to the embedded database lost'),
  );
  return {
    database,
    pool,
    async close() {
      await pool.end();
      await database.close();
    },
  };
}

export async function openEmbedded(config: Config, log: Log): Promise<OpenDatabase> {
  const subscriptions = new Map<string, Set<Subscription>>();
  const embedded = await connectEmbedded(config.dataFolder, log, async (client) => {
    await prepareEnter(client);
    await subscribeSession(client, subscriptions);
  });
  const { pool, database } = embedded;
  let roles: DatabaseRoles | undefined;
  let copyDesk: { close(): Promise<void> };
  try {
    await runMigrations(drizzle(pool));
    roles = await withClient(pool, (client) => prepareRoles(client, log));
    copyDesk = await startCopyDesk(config.dataFolder, database);
  } catch (error) {
    await embedded.close();
    throw error;
  }
  const stopUpkeep = startUpkeep(pool, config.dataFolder, log);

  return {
    kind: 'embedded',
    db: serviceDatabase(pool, roles),
    pool,
    hasRowSecurity: roles !== undefined,
    async listen(channel, subscription) {
      const known = subscriptions.get(channel) ?? new Set();
      subscriptions.set(channel, known.add(subscription));
      await pool.query(`listen ${pg.escapeIdentifier(channel)}`);
      subscription.onConnect();
      return async () => {
        known.delete(subscription);
      };
    },
    async close() {
      await copyDesk.close();
      await stopUpkeep();
      await embedded.close();
    },
  };
}

async function withClient<T>(
  pool: pg.Pool,
  work: (client: pg.ClientBase) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  try {
    return await work(client);
  } finally {
    client.release();
  }
}

/**
 * Restores the subscriptions. The single session receives all notifications, but each new connection resets it, so it has to
 * listen again.
 */
async function subscribeSession(
  client: pg.ClientBase,
  subscriptions: Map<string, Set<Subscription>>,
): Promise<void> {
  client.on('notification', ({ channel, payload }) => {
    for (const { onPayload } of subscriptions.get(channel) ?? []) onPayload(payload ?? '');
  });
  for (const [channel, known] of subscriptions) {
    await client.query(`listen ${pg.escapeIdentifier(channel)}`);
    for (const { onConnect } of known) onConnect();
  }
}
