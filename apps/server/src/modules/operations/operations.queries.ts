/** Reads the state of the installation across all organizations, without the contents of their tests. */
import { sql } from 'drizzle-orm';
import type { Database } from '../../platform/database/db.ts';
import { listProcesses } from '../../platform/presence.ts';
import { conversationLease } from '../explorations/explorations.ts';
import { shareLease } from '../load-tests/load-tests.ts';
import { runLease } from '../runs/runs.ts';

/** Lists processes with the runs, conversations and load test shares that each holds. */
export const listBusyProcesses = (db: Database) =>
  listProcesses(db, {
    runs: runLease,
    conversations: conversationLease,
    loadShares: shareLease,
  });

export async function readDatabaseBytes(db: Database): Promise<number> {
  const { rows } = await db.execute(sql`select pg_database_size(current_database()) as bytes`);
  return Number(rows[0]?.bytes);
}
