import { inArray, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Database } from '../../../platform/database/db.ts';
import type { Part } from '../../../platform/queue/clean-up.ts';
import type { Storage } from '../../../platform/storage/storage.ts';

/**
 * Removes the files of the rows whose IDs `due` selects, and then marks the rows as having none. In this order, because a row
 * that is left over is found again, but an orphaned file would not be. `listFiles` returns the keys of the files.
 */
export function filesOf(
  storage: Storage,
  table: PgTable & { id: PgColumn; hasEvidence: PgColumn },
  due: SQL,
  listFiles: (db: Database, ids: string[]) => Promise<string[]>,
): Part {
  return {
    due,
    async removeSome(ask, most) {
      const found = await ask(async (db) => {
        const { rows } = await db.execute<{ id: string }>(sql`${due} limit ${most}`);
        const ids = rows.map(({ id }) => id);
        return { ids, keys: await listFiles(db, ids) };
      });
      await storage.removeFiles(found.keys);
      if (found.ids.length > 0)
        await ask((db) =>
          db.update(table).set({ hasEvidence: false }).where(inArray(table.id, found.ids)),
        );
      return found.ids.length;
    },
  };
}
