import { useQuery } from '@tanstack/react-query';
import { useScope } from '#/lib/session/scope.ts';
import { retentionQuery } from './billing.queries.ts';

/** Shows the plan's retention periods. Renders nothing until they are loaded. */
export function RetentionNote() {
  const { data } = useQuery(retentionQuery(useScope()));
  if (!data) return null;
  return (
    <p className="text-ink-muted text-sm">
      Data retention: runs and load tests for {data.runDays} days; screenshots, recordings and logs
      of runs for {data.evidenceDays} days; the audit log for {data.auditDays} days.
    </p>
  );
}
