import type { Quarantine } from '@parley/contract';
import type { QuarantineRow } from './quarantines.queries.ts';

export function presentQuarantine(row: QuarantineRow): Quarantine {
  return {
    id: row.id,
    test: row.testName,
    reason: row.reason,
    createdBy: row.createdByName,
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    endedAt: row.endedAt?.toISOString() ?? null,
  };
}
