import { sql } from 'drizzle-orm';
import { expect, vi } from 'vitest';
import type { Database } from '../platform/database/db.ts';
import { ownerDatabase } from '../platform/database/organization-database.ts';

/** Waits until exactly one statement with this beginning waits for another transaction's lock. PostgreSQL only. */
export async function untilWaiting(db: Database, statement: string): Promise<void> {
  await vi.waitFor(async () => {
    const waiting = await ownerDatabase(db).execute(
      sql`select from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'
            and query like ${`${statement}%`}`,
    );
    expect(waiting.rows).toHaveLength(1);
  }, 10_000);
}
