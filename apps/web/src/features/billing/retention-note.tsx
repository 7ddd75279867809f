import { useQuery } from '@tanstack/react-query';
import { useScope } from '#/lib/session/scope.ts';
import { retentionQuery } from './billing.queries.ts';

/** How long what is kept; nothing while that is not known. */
export function RetentionNote() {
  const { data } = useQuery(retentionQuery(useScope()));
  if (!data) return null;
  return (
    <p className="text-ink-muted text-sm">
      Runs and load tests are kept {data.runDays} days, the screenshots, recordings and logs of runs{' '}
      {data.evidenceDays} days, the audit log {data.auditDays} days.
    </p>
  );
}
