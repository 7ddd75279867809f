import { type AuditTopic, audit } from '@parley/contract';
import { and, desc, eq, inArray, lt, type SQL, sql } from 'drizzle-orm';
import { auditEntries } from '../../db/schema/audit-entries.ts';
import type { Scope } from '../../platform/database/scope.ts';

export type AuditRow = typeof auditEntries.$inferSelect;

export interface AuditFilter {
  topic?: AuditTopic | undefined;
  actorId?: string | undefined;
}

/** Number of entries to examine at a time, oldest first. */
const entriesMax = 5000;

/** Lists entries with a number below `before`, newest first. */
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

/**
 * Selects entries of an organization that are older than `days`, from its oldest `entriesMax` entries. Entries are numbered in
 * chronological order.
 */
export const oldEntries = (organizationId: string, days: number) => sql`
  select ctid from (
    select ctid, ${auditEntries.at} from ${auditEntries}
    where ${auditEntries.organizationId} = ${organizationId}
    order by ${auditEntries.seq} limit ${entriesMax}
  ) first
  where first.at < now() - make_interval(days => ${days})`;

function matching(scope: Scope, { topic, actorId }: AuditFilter): SQL | undefined {
  return and(
    eq(auditEntries.organizationId, scope.organizationId),
    topic === undefined ? undefined : inArray(auditEntries.action, audit.auditActionsOf(topic)),
    actorId === undefined ? undefined : eq(auditEntries.actorId, actorId),
  );
}
