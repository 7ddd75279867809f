import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sql } from 'drizzle-orm';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import type { NodePgQueryResultHKT } from 'drizzle-orm/node-postgres';
import type { PgDatabase } from 'drizzle-orm/pg-core';
import { StartError } from '../errors/start-error.ts';

export const migrationsFolder = fileURLToPath(new URL('../../db/migrations', import.meta.url));

/** PostgreSQL error codes: the table already exists; a lock was not available in time; a deadlock was detected. */
const duplicateTable = '42P07';
const lockNotAvailable = '55P03';
const deadlockDetected = '40P01';

export class BusyDatabaseError extends StartError {
  override name = 'BusyDatabaseError';

  constructor(options: ErrorOptions) {
    super(
      'The database could not be brought up to date: somebody holds a table for longer than a ' +
        'migration may wait. Nothing was changed. Start again when that has ended.',
      options,
    );
  }
}

type Executing = Pick<PgDatabase<NodePgQueryResultHKT>, 'execute'>;

/** The database with any schema, or a transaction on it. */
export interface MigratedDatabase extends Executing {
  transaction<T>(work: (tx: Executing) => Promise<T>): Promise<T>;
}

/**
 * Runs the missing migrations in one transaction: if it is interrupted, nothing changes and the next start repeats it.
 * Migrations only add, so that servers of the previous release keep working.
 *
 * @throws StartError if a newer release has migrated the database, or its tables are in use
 */
export async function runMigrations(
  db: MigratedDatabase,
  folder: string = migrationsFolder,
): Promise<void> {
  await refuseNewer(db, folder);
  await runMigrationsTo(db, Number.POSITIVE_INFINITY, folder);
}

/**
 * Runs missing migrations up to and including `last`. Drizzle's migrator cannot be used because it commits by itself, but a
 * restore does more in the same transaction.
 */
async function runMigrationsTo(
  db: MigratedDatabase,
  last: number,
  folder: string = migrationsFolder,
): Promise<void> {
  try {
    await db.transaction(async (tx) => {
      await tx.execute(sql`create schema if not exists public`);
      await tx.execute(sql`create table if not exists public.migrations
        (id serial primary key, hash text not null, created_at bigint)`);
      const newest = await newestMigration(tx);
      for (const migration of readMigrationFiles({ migrationsFolder: folder })) {
        const { sql: statements, hash, folderMillis: when } = migration;
        if (when <= newest || when > last) continue;
        for (const statement of statements) await tx.execute(sql.raw(statement));
        await tx.execute(
          sql`insert into public.migrations (hash, created_at) values (${hash}, ${when})`,
        );
      }
    });
  } catch (error) {
    throw explained(error);
  }
}

export function isBusy(error: unknown): boolean {
  const code = String((error as { code?: string } | undefined)?.code);
  return [lockNotAvailable, deadlockDetected].includes(code);
}

function explained(error: unknown): unknown {
  const code = (error as { cause?: { code?: string } }).cause?.code;
  if (isBusy((error as Error).cause)) return new BusyDatabaseError({ cause: error });
  if (code !== duplicateTable) return error;
  return new StartError(
    'The database was created by a development version with different tables. ' +
      'Start with an empty one: another PARLEY_DATA_DIR or DATABASE_URL.',
    { cause: error },
  );
}

/** Refuses a database of a newer release, because this program would lose data that it does not know. */
async function refuseNewer(db: Executing, folder: string): Promise<void> {
  const newest = await newestMigration(db);
  if (newest <= Math.max(...listMigrations(folder).map(({ when }) => when))) return;
  throw new StartError(
    'The database was migrated by a newer release of Parley. ' +
      'Start that release, or restore an earlier backup.',
  );
}

export interface Migration {
  /** Creation time in milliseconds since the epoch. A database identifies migrations by it. */
  when: number;
  tag: string;
}

/** Lists the migrations of this release in order. */
export function listMigrations(folder: string = migrationsFolder): Migration[] {
  const journal = readFileSync(join(folder, 'meta', '_journal.json'), 'utf8');
  return (JSON.parse(journal) as { entries: Migration[] }).entries;
}

/** Returns `when` of the newest migration that the database has; 0 for an empty database. */
export async function newestMigration(db: Executing): Promise<number> {
  const { rows: tables } = await db.execute(sql`select to_regclass('public.migrations') as name`);
  if (tables[0]?.name === null) return 0;
  const { rows } = await db.execute(
    sql`select coalesce(max(created_at), 0) as newest from public.migrations`,
  );
  return Number(rows[0]?.newest ?? 0);
}

/**
 * Refuses a backup whose newest migration is unknown to this release.
 * @throws StartError
 */
export function refuseOtherTables({ migration }: { migration: number }): void {
  if (listMigrations().some(({ when }) => when === migration)) return;
  throw new StartError(
    'The backup was made by a release of Parley with different tables. Restore it with that release.',
  );
}

/**
 * Loads data of an earlier release: runs the migrations up to `newest`, calls `load`, then runs the rest. The rows thus go into
 * the tables that they came from.
 */
export async function migrateAround(
  db: MigratedDatabase,
  newest: number,
  load: () => Promise<void>,
): Promise<void> {
  await runMigrationsTo(db, newest);
  await load();
  await runMigrations(db);
}
