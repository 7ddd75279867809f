import { type AuditTopic, audit } from '@parley/contract';
import { and, desc, eq, inArray, isNull, lt, type SQL, sql } from 'drizzle-orm';
import { auditEntries } from '../../db/schema/audit-entries.ts';
import { organizations } from '../../db/schema/organizations.ts';
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
  { planId, keptDays, limit }: { planId: string | null; keptDays: number; limit: number },
): Promise<number> {
  const ofPlan = db
    .select({ id: organizations.id })
    .from(organizations)
    .where(planId === null ? isNull(organizations.planId) : eq(organizations.planId, planId));
  const old = db
    .select({ seq: auditEntries.seq })
    .from(auditEntries)
    .where(
      and(
        lt(auditEntries.at, sql`now() - make_interval(days => ${keptDays})`),
        inArray(auditEntries.organizationId, ofPlan),
      ),
    )
    .orderBy(auditEntries.at)
    .limit(limit);
  const deleted = await db
    .delete(auditEntries)
    .where(inArray(auditEntries.seq, old))
    .returning({ seq: auditEntries.seq });
  return deleted.length;
}

/** Plans that organizations have, null where one has none. */
export async function listPlans(db: Database): Promise<(string | null)[]> {
  const rows = await db.selectDistinct({ planId: organizations.planId }).from(organizations);
  return rows.map(({ planId }) => planId);
}

function matching(scope: Scope, { topic, actorId }: AuditFilter): SQL | undefined {
  return and(
    eq(auditEntries.organizationId, scope.organizationId),
    topic === undefined ? undefined : inArray(auditEntries.action, audit.auditActionsOf(topic)),
    actorId === undefined ? undefined : eq(auditEntries.actorId, actorId),
  );
}
