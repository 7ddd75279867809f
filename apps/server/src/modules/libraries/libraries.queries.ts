import { and, eq, inArray, sql } from 'drizzle-orm';
import { libraries } from '../../db/schema/libraries.ts';
import type { Scope, WorkScope } from '../../platform/database/scope.ts';

export type LibraryRow = typeof libraries.$inferSelect;

/** Lists the libraries of some projects, including empty ones. */
export function listLibraries(
  { db, organizationId }: WorkScope,
  projectIds: readonly string[],
): Promise<LibraryRow[]> {
  return db
    .select()
    .from(libraries)
    .where(
      and(
        eq(libraries.organizationId, organizationId),
        inArray(libraries.projectId, [...projectIds]),
      ),
    );
}

/** Stores a library with the next version. The project must be locked. */
export async function putLibrary(
  { db, organizationId }: Scope,
  projectId: string,
  source: string,
): Promise<LibraryRow> {
  const [row] = await db
    .insert(libraries)
    .values({ projectId, organizationId, source })
    .onConflictDoUpdate({
      target: libraries.projectId,
      set: { source, version: sql`${libraries.version} + 1`, modifiedAt: sql`now()` },
    })
    .returning();
  return row as LibraryRow;
}
