import { readConfig } from '../platform/config/config.ts';
import type { OpenDatabase } from '../platform/database/db.ts';
import { openDatabase } from '../platform/database/open-database.ts';
import { createLog } from '../platform/observability/log.ts';

export type { OpenDatabase };

/** Opens the database of a server in another process. The embedded database requires that the server is stopped. */
export async function lookIntoDatabase<T>(
  environment: Record<string, string>,
  look: (database: OpenDatabase) => Promise<T>,
): Promise<T> {
  const database = await openDatabaseOf(environment);
  try {
    return await look(database);
  } finally {
    await database.close();
  }
}

export function openDatabaseOf(environment: Record<string, string>): Promise<OpenDatabase> {
  return openDatabase(readConfig(environment), createLog('error'));
}
