/** Slots of a monitor in tests, which need not wait for an hour. */
import { eq, sql } from 'drizzle-orm';
import { monitorSlots, monitors } from '../db/schema/index.ts';
import type { Database } from '../platform/database/db.ts';

/** Moves the slots of a suite an hour into the past and makes the next one due now. */
export async function letAnHourPass(db: Database, suiteId: string): Promise<void> {
  await db.execute(sql`
    update monitor_slots set slot = slot - interval '1 hour',
      stands_since = stands_since - interval '1 hour' where suite_id = ${suiteId}`);
  await db.update(monitors).set({ nextAt: sql`now()` }).where(eq(monitors.suiteId, suiteId));
}

/** Returns the slots of a suite, oldest first. */
export const slotsOf = (db: Database, suiteId: string) =>
  db
    .select()
    .from(monitorSlots)
    .where(eq(monitorSlots.suiteId, suiteId))
    .orderBy(monitorSlots.slot);
