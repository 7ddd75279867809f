import { and, desc, eq, gt, isNull, sql } from 'drizzle-orm';
import { quarantines } from '../../db/schema/quarantines.ts';
import type { WorkScope } from '../../platform/database/scope.ts';

export type QuarantineRow = typeof quarantines.$inferSelect;

/** Lists the active quarantines of a suite by the clock of the database. */
export function listInForce(scope: WorkScope, suiteId: string): Promise<QuarantineRow[]> {
  return scope.db
    .select()
    .from(quarantines)
    .where(
      and(
        ofSuite(scope, suiteId),
        isNull(quarantines.endedAt),
        gt(quarantines.expiresAt, sql`now()`),
      ),
    );
}

export function listNewest(
  scope: WorkScope,
  suiteId: string,
  limit: number,
): Promise<QuarantineRow[]> {
  return scope.db
    .select()
    .from(quarantines)
    .where(ofSuite(scope, suiteId))
    .orderBy(desc(quarantines.createdAt), desc(quarantines.id))
    .limit(limit);
}

export async function insertQuarantine(
  scope: WorkScope,
  row: Omit<typeof quarantines.$inferInsert, 'organizationId' | 'expiresAt'>,
  days: number,
): Promise<QuarantineRow> {
  const expiresAt = sql`now() + make_interval(days => ${days})`;
  const [inserted] = await scope.db
    .insert(quarantines)
    .values({ ...row, organizationId: scope.organizationId, expiresAt })
    .returning();
  return inserted as QuarantineRow;
}

/** Closes the open quarantine of a test, even if it has expired, so that another can be created. */
export async function closeOpen(
  scope: WorkScope,
  suiteId: string,
  testName: string,
): Promise<void> {
  await scope.db
    .update(quarantines)
    .set({ endedAt: sql`least(now(), ${quarantines.expiresAt})` })
    .where(
      and(ofSuite(scope, suiteId), eq(quarantines.testName, testName), isNull(quarantines.endedAt)),
    );
}

/** Ends a quarantine. Returns undefined if it is not active. */
export async function endInForce(
  scope: WorkScope,
  suiteId: string,
  id: string,
): Promise<QuarantineRow | undefined> {
  const [row] = await scope.db
    .update(quarantines)
    .set({ endedAt: sql`now()` })
    .where(
      and(
        ofSuite(scope, suiteId),
        eq(quarantines.id, id),
        isNull(quarantines.endedAt),
        gt(quarantines.expiresAt, sql`now()`),
      ),
    )
    .returning();
  return row;
}

function ofSuite({ organizationId }: WorkScope, suiteId: string) {
  return and(eq(quarantines.organizationId, organizationId), eq(quarantines.suiteId, suiteId));
}
