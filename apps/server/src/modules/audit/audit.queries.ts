import { type AuditTopic, audit } from '@parley/contract';
import { and, desc, eq, inArray, lt, type SQL, sql } from 'drizzle-orm';
import { auditEntries } from '../../db/schema/audit-entries.ts';
import type { Database } from '../../platform/db.ts';
import type { Scope } from '../../platform/scope.ts';

export type AuditRow = typeof auditEntries.$inferSelect;

export interface AuditFilter {
  topic?: AuditTopic | undefined;
  actorId?: string | undefined;
}

/** Newest first, from a place on. */
export function listEntries(
  scope: Scope,
  filter: AuditFilter,
  before: number | undefined,
  limit: number,
): Promise<AuditRow[]> {
  return scope.db
    .select()
    .from(auditEntries)
    .where(
      and(matching(scope, filter), before === undefined ? undefined : lt(auditEntries.seq, before)),
    )
    .orderBy(desc(auditEntries.seq))
    .limit(limit);
}

/** Deletes at most so many entries that are older, and says how many there were. */
export async function deleteOldEntries(
  db: Database,
  keptDays: number,
  limit: number,
): Promise<number> {
  const old = db
    .select({ seq: auditEntries.seq })
    .from(auditEntries)
    .where(lt(auditEntries.at, sql`now() - make_interval(days => ${keptDays})`))
    .orderBy(auditEntries.at)
    .limit(limit);
  const deleted = await db
    .delete(auditEntries)
    .where(inArray(auditEntries.seq, old))
    .returning({ seq: auditEntries.seq });
  return deleted.length;
}

function matching(scope: Scope, { topic, actorId }: AuditFilter): SQL | undefined {
  return and(
    eq(auditEntries.organizationId, scope.organizationId),
    topic === undefined ? undefined : inArray(auditEntries.action, audit.auditActionsOf(topic)),
    actorId === undefined ? undefined : eq(auditEntries.actorId, actorId),
  );
}
