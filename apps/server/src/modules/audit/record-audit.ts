import type { AuditAction } from '@parley/contract';
import { sql } from 'drizzle-orm';
import { apiKeys } from '../../db/schema/api-keys.ts';
import { auditEntries } from '../../db/schema/audit-entries.ts';
import { users } from '../../db/schema/users.ts';
import type { Actor, WorkScope } from '../../platform/database/scope.ts';

export interface AuditFact {
  action: AuditAction;
  /** Display name of the changed object. */
  target: string;
  detail?: string;
}

/** Records a change in the audit log. Call it in the transaction of the change, so that both are stored or neither. */
export async function recordAudit(
  { db, organizationId, actor }: WorkScope & { actor: Actor },
  { action, target, detail = '' }: AuditFact,
): Promise<void> {
  const { userId, email, apiKeyId, address } = actor;
  await db.insert(auditEntries).values({
    organizationId,
    action,
    actorId: userId,
    actorName: sql`coalesce((select ${users.name} from ${users} where ${users.id} = ${userId}), '')`,
    actorEmail: email,
    apiKeyName:
      apiKeyId === undefined
        ? null
        : sql`(select ${apiKeys.name} from ${apiKeys} where ${apiKeys.id} = ${apiKeyId})`,
    address: address ?? null,
    target,
    detail,
  });
}
