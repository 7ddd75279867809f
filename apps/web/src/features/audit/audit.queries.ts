/** Server requests for the audit log. */
import { type AuditTopic, audit } from '@parley/contract';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { call } from '#/lib/api.ts';
import { saveFile } from '#/lib/save-file.ts';
import type { OrganizationScope } from '#/lib/session/scope.ts';

export interface AuditFilter {
  topic?: AuditTopic | undefined;
  actorId?: string | undefined;
}

const listLimit = 20;

/** Pages of audit log entries, newest first. */
export function auditQuery(scope: OrganizationScope, filter: AuditFilter) {
  return infiniteQueryOptions({
    queryKey: ['audit', scope.orgId, filter] as const,
    queryFn: ({ pageParam, signal }) =>
      call(audit.listAudit, {
        params: scope,
        query: { ...filter, cursor: pageParam, limit: listLimit },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    // People open the log to see what has just happened.
    staleTime: 0,
  });
}

export async function downloadAudit(scope: OrganizationScope, filter: AuditFilter): Promise<void> {
  saveFile(await call(audit.exportAudit, { params: scope, query: filter }), 'audit-log.csv');
}
