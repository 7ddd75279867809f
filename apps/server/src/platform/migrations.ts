import { fileURLToPath } from 'node:url';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import { StartError } from './start-error.ts';

export const migrationsFolder = fileURLToPath(new URL('../db/migrations', import.meta.url));

/** PostgreSQL: the table is already there. */
const duplicateTable = '42P07';

/** Runs the migrations that the database does not know yet, all in one transaction. */
export async function runMigrations(db: NodePgDatabase<Record<string, unknown>>): Promise<void> {
  try {
    await migrate(db, {
      migrationsFolder,
      migrationsSchema: 'public',
      migrationsTable: 'migrations',
    });
  } catch (error) {
    const { cause } = error as { cause?: { code?: string } };
    if (cause?.code !== duplicateTable) throw error;
    throw new StartError(
      'The database was made by a development version with other tables. ' +
        'Begin with an empty one: another PARLEY_DATA_DIR or DATABASE_URL.',
      { cause: error },
    );
  }
}
